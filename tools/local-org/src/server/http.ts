import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError } from '../platform/api-error.js';
import { NotSupportedError } from '../values/platform-error.js';
import { OperationError } from './slot-pool.js';
import { countRequests } from './api-usage.js';
import { unpackBodies } from './compressed-bodies.js';
import { methodsByPath } from './method-not-allowed.js';
import { watchFaults } from './http-faults.js';
import { lingerAfterRefusal } from './refused-body.js';
import { sendErrors, type OrgGateway, type RouteModule, type Session } from '../api/host.js';

/** Largest body that is read; a deploy's zip arrives as base64 within XML. */
const BODY_LIMIT = 60 * 1024 * 1024;
/** `sf` puts hundreds of ids into one address. */
const MAX_HEADER_SIZE = 128 * 1024;

export function createHttpServer(
  org: OrgGateway,
  report: (error: Error) => void,
  modules: readonly RouteModule[]
): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    http: { maxHeaderSize: MAX_HEADER_SIZE, requestTimeout: 0, headersTimeout: 60_000 },
    forceCloseConnections: true,
    // An address that cannot be read reaches no route, nor the error handler.
    frameworkErrors: (error, _request, reply) =>
      void sendErrors(reply, 400, [{ message: error.message, errorCode: 'INVALID_REQUEST' }]),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket),
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true, caseSensitive: true },
    rewriteUrl: (request) => {
      overrideMethod(request);
      // The CLI keeps instance addresses with a trailing slash and then asks for `//services/…`.
      return (request.url ?? '/').replace(/^\/{2,}/, '/');
    }
  });
  const methodsOf = methodsByPath(app);
  unpackBodies(app);
  // Bodies reach the routes as bytes: signatures, zips and Apex REST need them unparsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.decorateRequest('session', null as unknown as Session);
  app.addHook('onRequest', async (request) => authenticate(request, org));
  countRequests(app, org.usage);
  watchFaults(app, org.control.faults);
  app.setErrorHandler((error, request, reply) => answerError(error as Error, request, reply, report));
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(request.url.split('?', 1)[0] as string).join(',');
    if (allowed === '') {
      return sendErrors(reply, 404, [{ message: 'The requested resource does not exist', errorCode: 'NOT_FOUND' }]);
    }
    const message = `HTTP Method '${request.method}' not allowed. Allowed are ${allowed}`;
    return sendErrors(reply.header('allow', allowed), 405, [{ message, errorCode: 'METHOD_NOT_ALLOWED' }]);
  });
  for (const module of modules) module(app, org);
  return app;
}

/** For clients that cannot PATCH: `POST …?_HttpMethod=PATCH` (api_rest, using_resources_update). */
function overrideMethod(request: IncomingMessage): void {
  const method = /[?&]_HttpMethod=(GET|PUT|PATCH|DELETE)(?:&|$)/i.exec(request.url ?? '')?.[1];
  if (method && request.method === 'POST' && request.url?.startsWith('/services/')) {
    request.method = method.toUpperCase();
  }
}

/** What Node's HTTP parser refuses: headers that are too large, bytes that are no HTTP. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, reason] =
    error.code === 'HPE_HEADER_OVERFLOW' ? [431, 'Request Header Fields Too Large'] : [400, 'Bad Request'];
  const body = JSON.stringify([{ message: error.message, errorCode: 'INVALID_REQUEST' }]);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: application/json;charset=UTF-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

async function authenticate(request: FastifyRequest, org: OrgGateway): Promise<void> {
  const config = request.routeOptions.config;
  if (config.public || config.ownAuthentication) return;
  const header = request.headers.authorization ?? '';
  const token = /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(header)?.[1];
  const session = token ? org.findSession(token) : null;
  if (!session) throw new ApiError(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
  request.session = session;
}

function answerError(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
  report: (error: Error) => void
): FastifyReply {
  if (error instanceof ApiError) {
    const fields = error.fields.length > 0 ? { fields: error.fields } : {};
    return sendErrors(reply, error.status, [{ message: error.message, errorCode: error.errorCode, ...fields }]);
  }
  if (error instanceof OperationError) {
    const { status, errorCode, message, fields, kind } = error.failure;
    if (kind === 'internal') report(error);
    return sendErrors(reply, status, [{ message, errorCode, ...(fields.length > 0 ? { fields } : {}) }]);
  }
  if (error instanceof NotSupportedError) {
    return sendErrors(reply, 400, [{ message: error.message, errorCode: 'NOT_SUPPORTED' }]);
  }
  if (error.statusCode && error.statusCode < 500) {
    if (error.statusCode === 413) lingerAfterRefusal(request, reply);
    return sendErrors(reply, error.statusCode, [{ message: error.message, errorCode: 'INVALID_REQUEST' }]);
  }
  report(error);
  // The CLI retries GET on 500; an internal error would only come again.
  return sendErrors(reply, 500, [
    { message: `internal error of the local org: ${error.message}`, errorCode: 'UNKNOWN_EXCEPTION' }
  ]);
}
