import fastify, { type FastifyInstance } from 'fastify';
import { METRICS_CONTENT_TYPE, type Metrics } from '../observe/metrics.js';

export interface Readiness {
  /** Whether deliveries can be stored. */
  readonly ready: boolean;
  readonly store: 'available' | 'not available';
  /** `running`, `off`, or why forwarding rests; deliveries are taken all the same. */
  readonly forwarding: string;
  readonly shuttingDown: boolean;
}

export interface AdminOptions {
  readonly metrics: Metrics;
  /** Brings the gauges up to date; failures are ignored, the other metrics are shown all the same. */
  readonly measure: () => Promise<void>;
  readonly readiness: () => Promise<Readiness>;
}

/** Metrics and health, on a listener of their own: they are not for senders. */
export function createAdminServer({ metrics, measure, readiness }: AdminOptions): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true, requestTimeout: 10_000, bodyLimit: 1024 });
  app.get('/metrics', async (_request, reply) => {
    await measure().catch(() => undefined);
    return reply.type(METRICS_CONTENT_TYPE).send(await metrics.registry.metrics());
  });
  // The process answers: that is all it says. A database that is away is no reason to restart it.
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness();
    return reply.code(state.ready ? 200 : 503).send(state);
  });
  return app;
}
