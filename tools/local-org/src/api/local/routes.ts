import type { CredentialTarget } from '../../platform/callouts/protocol.js';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, type RouteModule } from '../host.js';
import { jsonBody } from '../rest/json-body.js';
import { requireAdministrator } from './administrator.js';
import { faultRoutes } from './fault-routes.js';
import { limitRoutes } from './limit-routes.js';
import { timeRoutes } from './time-routes.js';

/** How long one request may watch. */
const MAX_WATCH_MS = 1000;

/** What only the local org has: health, activity, sessions of other users. Not part of Salesforce's API. */
export const localRoutes: RouteModule = (app, org) => {
  app.get('/healthz', { config: { public: true } }, async (_request, reply) => sendJson(reply, 200, { status: 'ok' }));

  faultRoutes(app, org);
  timeRoutes(app, org);
  limitRoutes(app, org);

  app.get<{ Querystring: { watchMs?: string } }>('/local-org/v1/activity', async (request, reply) => {
    requireAdministrator(request, org);
    return sendJson(reply, 200, await org.activity(watchPeriod(request.query.watchMs ?? '0')));
  });

  app.get('/local-org/v1/memory', async (request, reply) => {
    requireAdministrator(request, org);
    return sendJson(reply, 200, await org.memory());
  });

  /** A token for another user; only administrators may ask. */
  app.post('/local-org/v1/sessions', async (request, reply) => {
    requireAdministrator(request, org);
    const username = jsonBody(request).username;
    if (typeof username !== 'string') throw new ApiError(400, 'INVALID_REQUEST', 'the body must hold "username"');
    const userId = await org.run<string | null>('find-user', { username }, request.session.userId);
    if (userId === null) throw new ApiError(404, 'NOT_FOUND', `there is no active user ${username}`);
    return sendJson(reply, 201, { accessToken: org.createSession(userId).token, userId, instanceUrl: org.url() });
  });

  /** Where named credentials lead: `{"Fulfillment": {"url": "http://127.0.0.1:9000"}}`. */
  app.post('/local-org/v1/named-credentials', async (request, reply) => {
    requireAdministrator(request, org);
    org.mapCredentials(credentialTargets(jsonBody(request)));
    return reply.code(204).send();
  });
};

function watchPeriod(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > MAX_WATCH_MS) {
    throw new ApiError(400, 'INVALID_REQUEST', `watchMs must be a number of milliseconds from 0 to ${MAX_WATCH_MS}`);
  }
  return Number(text);
}

function credentialTargets(body: Record<string, unknown>): Record<string, CredentialTarget> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const target = value as Partial<CredentialTarget> | null;
      if (typeof target?.url !== 'string' || !URL.canParse(target.url)) {
        throw new ApiError(400, 'INVALID_REQUEST', `${name} must have a "url"`);
      }
      return [name, { url: target.url, ...(target.headers ? { headers: target.headers } : {}) }];
    })
  );
}
