import type { FastifyRequest } from 'fastify';
import { toId18 } from '../../schema/ids.js';
import { ApiError } from '../../platform/api-error.js';
import { parseRule } from '../../platform/faults/parse-rule.js';
import { sendJson, type OrgGateway, type RouteModule, type RowLockRequest } from '../host.js';
import { jsonBody } from '../rest/json-body.js';
import { requireAdministrator } from './administrator.js';

const FAULTS = '/local-org/v1/faults';
const LOCKS = '/local-org/v1/locks';
const MAX_LOCK_MS = 600_000;

/** Faults and row locks, built into the running org on purpose. */
export const faultRoutes: RouteModule = (app, org) => {
  const registry = (request: FastifyRequest): OrgGateway['control']['faults'] => {
    requireAdministrator(request, org);
    return org.control.faults;
  };

  app.get(FAULTS, async (request, reply) => sendJson(reply, 200, { faults: registry(request).list() }));

  app.post(FAULTS, async (request, reply) => {
    const faults = registry(request);
    return sendJson(reply, 201, faults.add(parseRule(jsonBody(request))));
  });

  app.delete(FAULTS, async (request, reply) => sendJson(reply, 200, { faults: registry(request).clear() }));

  app.delete<{ Params: { id: string } }>(`${FAULTS}/:id`, async (request, reply) => {
    const removed = registry(request).remove(request.params.id);
    if (!removed) throw new ApiError(404, 'NOT_FOUND', `there is no fault ${request.params.id}`);
    return sendJson(reply, 200, removed);
  });

  /** `{"object": "Account", "id": "001…", "milliseconds": 5000}`, or `field` and `value` in place of `id`. */
  app.post(LOCKS, async (request, reply) => {
    requireAdministrator(request, org);
    return sendJson(reply, 201, await org.control.holdRows(lockRequest(jsonBody(request))));
  });

  app.delete<{ Params: { id: string } }>(`${LOCKS}/:id`, async (request, reply) => {
    requireAdministrator(request, org);
    const { id } = request.params;
    if (!(await org.control.releaseRows(id))) throw new ApiError(404, 'NOT_FOUND', `no lock ${id} is held`);
    return reply.code(204).send();
  });
};

function lockRequest(body: Record<string, unknown>): RowLockRequest {
  const { object, id, milliseconds } = body;
  const field = id === undefined ? body.field : 'Id';
  const value = id === undefined ? body.value : id;
  if (typeof object !== 'string' || typeof field !== 'string' || typeof value !== 'string') {
    throw new ApiError(
      400,
      'INVALID_REQUEST',
      'the body must hold "object" and "id", or "object", "field" and "value"'
    );
  }
  if (typeof milliseconds !== 'number' || !(milliseconds > 0 && milliseconds <= MAX_LOCK_MS)) {
    throw new ApiError(400, 'INVALID_REQUEST', `"milliseconds" must be a number up to ${MAX_LOCK_MS}`);
  }
  return { object, field, value: field === 'Id' && value.length === 15 ? toId18(value) : value, milliseconds };
}
