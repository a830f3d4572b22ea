import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { DeliveryRequest, SourceConfiguration } from '../contract.js';
import { problem, type Answer } from './answers.js';
import { takeDelivery, type DeliveryServices } from './deliveries.js';

export interface ServerLimits {
  readonly connections: number;
  readonly headerBytes: number;
  readonly headersTimeoutSeconds: number;
  readonly requestTimeoutSeconds: number;
}

export interface WebhookServerOptions extends DeliveryServices {
  readonly sources: readonly SourceConfiguration[];
  /** The address as senders know it; absent: what they write into the Host header. */
  readonly publicUrl?: string | undefined;
  readonly limits: ServerLimits;
  readonly now?: () => number;
}

const NO_BODY = Buffer.alloc(0);
/** How often Node looks for requests that are past their time. Milliseconds. */
const CHECK_MS = 500;

/**
 * The listener for senders. Bodies are kept as the bytes that came; nothing parses them before their signature is
 * verified. A request that does not complete in time is ended, however slowly it keeps sending.
 */
export function createWebhookServer(options: WebhookServerOptions): FastifyInstance {
  const { limits } = options;
  const app = fastify({
    logger: false,
    requestTimeout: limits.requestTimeoutSeconds * 1000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    bodyLimit: 1024,
    routerOptions: { caseSensitive: true },
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutSeconds * 1000,
      connectionsCheckingInterval: CHECK_MS
    }
  });
  app.server.maxConnections = limits.connections;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const source of options.sources) addSource(app, source, options);

  const paths = new Set(options.sources.map((source) => source.path));
  app.setNotFoundHandler(async (request, reply) => {
    if (paths.has(request.url.split('?', 1)[0]!)) {
      reply.header('allow', 'POST');
      return send(reply, problem(405, 'error', 'method', 'Events are posted here.'));
    }
    return send(reply, problem(404, 'error', 'no-source', 'No source has this path.'));
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => send(reply, answerToError(error, options)));
  return app;
}

function addSource(app: FastifyInstance, source: SourceConfiguration, options: WebhookServerOptions): void {
  const count = (answer: Answer): void =>
    options.metrics.deliveries.inc({ source: source.name, outcome: answer.outcome });
  app.route({
    method: 'POST',
    url: source.path,
    bodyLimit: source.maximumBodyBytes,
    errorHandler: async (error, _request, reply) => {
      const answer = answerToError(error, options);
      count(answer);
      return send(reply, answer);
    },
    handler: async (request, reply) => {
      const start = performance.now();
      const encoding = request.headers['content-encoding'];
      const answer =
        encoding === undefined || encoding === 'identity'
          ? await takeDelivery(options, source, toDelivery(request, options))
          : problem(415, 'error', 'content-encoding', 'Send the body without Content-Encoding.');
      count(answer);
      options.metrics.acknowledgement.observe({ source: source.name }, (performance.now() - start) / 1000);
      return send(reply, answer);
    }
  });
}

function toDelivery(request: FastifyRequest, options: WebhookServerOptions): DeliveryRequest {
  const origin = options.publicUrl ?? `${request.protocol}://${request.headers.host ?? 'localhost'}`;
  return {
    method: request.method,
    url: origin + request.raw.url,
    headers: request.headers,
    rawBody: Buffer.isBuffer(request.body) ? request.body : NO_BODY,
    now: (options.now ?? Date.now)()
  };
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.headers) reply.headers(answer.headers);
  return reply.code(answer.status).type(answer.contentType).send(answer.body);
}

function answerToError(error: FastifyError, options: WebhookServerOptions): Answer {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return problem(413, 'too-large', 'body-too-large', 'The body is larger than this source may send.');
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return problem(status, 'malformed', 'bad-request', 'The request is not complete or not correct HTTP.');
  }
  options.logger.error({ error }, 'a delivery could not be taken');
  return problem(500, 'error', 'internal', 'The delivery was not stored. Send it again.');
}
