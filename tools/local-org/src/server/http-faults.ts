import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../platform/api-error.js';
import type { FaultRegistry } from '../platform/faults/registry.js';
import type { FaultRule } from '../platform/faults/rule.js';

/** Addresses that no fault meets: whoever has armed faults must be able to remove them. */
const CONTROL = /^\/(?:local-org\/|healthz$)/;

/** Lets armed faults meet requests and answers. */
export function watchFaults(app: FastifyInstance, faults: FaultRegistry): void {
  app.addHook('preHandler', async (request) => {
    const rule = faults.plan && meet(faults, 'request', request);
    if (rule) await strike(rule, request);
  });
  app.addHook('onSend', async (request) => {
    const rule = faults.plan && meet(faults, 'response', request);
    if (rule) await strike(rule, request);
  });
}

function meet(faults: FaultRegistry, point: 'request' | 'response', request: FastifyRequest): FaultRule | null {
  const path = request.url.split('?', 1)[0] ?? '';
  return CONTROL.test(path) ? null : (faults.plan?.strike(point, { method: request.method, path }) ?? null);
}

async function strike(rule: FaultRule, request: FastifyRequest): Promise<void> {
  switch (rule.do) {
    case 'delay':
      await wait(rule.milliseconds);
      return;
    case 'drop':
      request.raw.socket.destroy();
      return rule.at === 'request' ? new Promise(() => undefined) : undefined;
    case 'fail':
      throw new ApiError(503, 'SERVER_UNAVAILABLE', rule.message ?? 'The server is unavailable. Try again later.');
    case 'crash':
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => undefined);
  }
}
