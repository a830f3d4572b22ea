import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, type RouteModule } from '../host.js';
import type { CollectionRequest, QueryReply, QueryRequest, RowReply, RowRequest } from './operations.js';
import { parseVersion, versionList } from './versions.js';

interface VersionParams {
  version: string;
}

/** The REST API's resources for versions, objects, rows, queries and collections (api_rest, "Reference"). */
export const restRoutes: RouteModule = (app, org) => {
  const data = '/services/data/:version';
  const user = (request: FastifyRequest): string => request.session.userId;

  app.get('/services/data', { config: { public: true } }, async (_request, reply) =>
    sendJson(reply, 200, versionList())
  );

  app.addHook('preHandler', async (request) => {
    const version = (request.params as Partial<VersionParams> | undefined)?.version;
    if (version !== undefined && request.url.startsWith('/services/data/') && parseVersion(version) === null) {
      throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
    }
  });

  app.get<{ Params: VersionParams }>(data, async (request, reply) => {
    const base = `/services/data/${request.params.version}`;
    const names = ['sobjects', 'query', 'queryAll', 'search', 'limits', 'composite', 'tooling'];
    return sendJson(reply, 200, Object.fromEntries(names.map((name) => [name, `${base}/${name}`])));
  });

  app.get<{ Params: VersionParams }>(`${data}/limits`, async (request, reply) =>
    sendJson(reply, 200, await org.run('limits', {}, user(request)))
  );

  // ---- queries
  for (const resource of ['query', 'queryAll', 'tooling/query'] as const) {
    app.get<{ Params: VersionParams; Querystring: { q?: string; columns?: string; explain?: string } }>(
      `${data}/${resource}`,
      async (request, reply) => {
        if (request.query.q === undefined) throw new ApiError(400, 'MALFORMED_QUERY', 'the parameter q is missing');
        const payload: QueryRequest = {
          soql: request.query.q,
          version: request.params.version,
          resource,
          allRows: resource === 'queryAll',
          columns: request.query.columns === 'true',
          batchSize: batchSize(request.headers['sforce-query-options'])
        };
        return sendJson(reply, 200, await org.run<QueryReply>('query', payload, user(request)));
      }
    );
    app.get<{ Params: VersionParams & { locator: string } }>(`${data}/${resource}/:locator`, async (request, reply) => {
      const payload = { locator: request.params.locator, version: request.params.version, resource };
      return sendJson(reply, 200, await org.run<QueryReply>('query-more', payload, user(request)));
    });
  }

  // ---- describe
  app.get<{ Params: VersionParams }>(`${data}/sobjects`, async (request, reply) =>
    sendJson(reply, 200, await org.run('describe-global', { version: request.params.version }, user(request)))
  );
  app.get<{ Params: VersionParams & { object: string } }>(`${data}/sobjects/:object/describe`, async (request, reply) =>
    sendJson(reply, 200, await org.run('describe', request.params, user(request)))
  );

  // ---- rows
  const row = async (request: FastifyRequest, action: RowRequest['action']): Promise<RowReply> => {
    const params = request.params as { object: string; id?: string; field?: string; value?: string };
    const payload: RowRequest = {
      action,
      object: params.object,
      id: params.id ?? null,
      externalField: params.field ?? null,
      externalValue: params.value ?? null,
      fields: (request.query as { fields?: string }).fields?.split(',') ?? null,
      body: action === 'get' || action === 'delete' ? null : jsonBody(request)
    };
    return org.run<RowReply>('row', payload, user(request));
  };
  const object = `${data}/sobjects/:object`;
  for (const { method, url, action } of [
    { method: 'POST', url: object, action: 'create' },
    { method: 'GET', url: `${object}/:id`, action: 'get' },
    { method: 'PATCH', url: `${object}/:id`, action: 'update' },
    { method: 'DELETE', url: `${object}/:id`, action: 'delete' },
    { method: 'GET', url: `${object}/:field/:value`, action: 'get' },
    { method: 'PATCH', url: `${object}/:field/:value`, action: 'upsert' },
    { method: 'DELETE', url: `${object}/:field/:value`, action: 'delete' }
  ] as const) {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const { status, body } = await row(request, action);
        return body === null ? reply.code(status).send() : sendJson(reply, status, body);
      }
    });
  }

  // ---- collections: up to 200 rows, each with its own result
  const collection = `${data}/composite/sobjects`;
  const runCollection = async (request: FastifyRequest, action: CollectionRequest['action']): Promise<unknown> => {
    const params = request.params as { object?: string; field?: string };
    const query = request.query as { ids?: string; allOrNone?: string };
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
  app.post(collection, async (request, reply) => sendJson(reply, 200, await runCollection(request, 'create')));
  app.patch(collection, async (request, reply) => sendJson(reply, 200, await runCollection(request, 'update')));
  app.delete(collection, async (request, reply) => sendJson(reply, 200, await runCollection(request, 'delete')));
  app.patch(`${collection}/:object/:field`, async (request, reply) =>
    sendJson(reply, 200, await runCollection(request, 'upsert'))
  );
};

function batchSize(header: string | string[] | undefined): number {
  const size = Number(/batchSize=(\d+)/.exec(String(header ?? ''))?.[1] ?? 2000);
  return Math.min(2000, Math.max(200, size));
}

/** @throws ApiError JSON_PARSER_ERROR when the body is no JSON object. */
export function jsonBody(request: FastifyRequest): Record<string, unknown> {
  const bytes = request.body as Buffer | undefined;
  let value: unknown;
  try {
    value = JSON.parse(bytes?.toString('utf8') ?? '');
  } catch (error) {
    throw new ApiError(400, 'JSON_PARSER_ERROR', `the body is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'JSON_PARSER_ERROR', 'the body must be a JSON object');
  }
  return value as Record<string, unknown>;
}
