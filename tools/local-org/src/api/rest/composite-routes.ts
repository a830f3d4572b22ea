import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, type RouteModule } from '../host.js';
import type { CollectionRequest } from './collections.js';
import { jsonBody } from './json-body.js';
import type { RestReply } from './row-action.js';

interface Params {
  readonly version: string;
  readonly object: string;
  readonly field: string;
}

/** Many rows or requests at once (api_rest, "Composite Resources"). */
export const compositeRoutes: RouteModule = (app, org) => {
  const composite = '/services/data/:version/composite';
  const user = (request: FastifyRequest): string => request.session.userId;

  app.post(composite, async (request, reply) =>
    sendJson(reply, 200, await org.run('composite', { body: jsonBody(request) }, user(request)))
  );
  app.post(`${composite}/batch`, async (request, reply) =>
    sendJson(reply, 200, await org.run('composite-batch', { body: jsonBody(request) }, user(request)))
  );
  app.post(`${composite}/graph`, async (request, reply) =>
    sendJson(reply, 200, await org.run('composite-graph', { body: jsonBody(request) }, user(request)))
  );
  app.post<{ Params: Params }>(`${composite}/tree/:object`, async (request, reply) => {
    const payload = { object: request.params.object, body: jsonBody(request) };
    const { status, body } = await org.run<RestReply>('composite-tree', payload, user(request));
    return sendJson(reply, status, body);
  });

  // ---- collections: up to 200 rows, each with its own result
  const runCollection = async (request: FastifyRequest, action: CollectionRequest['action']): Promise<unknown> => {
    const params = request.params as Partial<Params>;
    const query = request.query as { ids?: string; allOrNone?: string };
    if (action === 'delete' && !query.ids) {
      throw new ApiError(400, 'REQUIRED_FIELD_MISSING', 'the parameter ids is missing or empty');
    }
    const payload: CollectionRequest = {
      action,
      object: params.object ?? null,
      externalField: params.field ?? null,
      body:
        action === 'delete'
          ? { allOrNone: query.allOrNone === 'true', ids: query.ids?.split(',') ?? [] }
          : jsonBody(request)
    };
    return org.run('collection', payload, user(request));
  };
  const collection = `${composite}/sobjects`;
  for (const url of [collection, '/services/data/:version/tooling/composite/sobjects']) {
    app.post(url, async (request, reply) => sendJson(reply, 200, await runCollection(request, 'create')));
    app.patch(url, async (request, reply) => sendJson(reply, 200, await runCollection(request, 'update')));
    app.delete(url, async (request, reply) => sendJson(reply, 200, await runCollection(request, 'delete')));
    app.patch(`${url}/:object/:field`, async (request, reply) =>
      sendJson(reply, 200, await runCollection(request, 'upsert'))
    );
  }

  const retrieve = async (request: FastifyRequest, ids: unknown, fields: unknown): Promise<unknown> => {
    const isList = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
    if (!isList(ids) || !isList(fields)) {
      throw new ApiError(400, 'REQUIRED_FIELD_MISSING', 'the request needs the lists "ids" and "fields"');
    }
    const { version, object } = request.params as Params;
    return org.run('retrieve-collection', { object, ids, fields, version }, user(request));
  };
  app.get<{ Querystring: { ids?: string; fields?: string } }>(`${collection}/:object`, async (request, reply) => {
    const { ids, fields } = request.query;
    return sendJson(reply, 200, await retrieve(request, ids?.split(','), fields?.split(',')));
  });
  app.post(`${collection}/:object`, async (request, reply) => {
    const { ids, fields } = jsonBody(request);
    return sendJson(reply, 200, await retrieve(request, ids, fields));
  });
};
