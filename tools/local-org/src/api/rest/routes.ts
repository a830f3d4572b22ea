import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, sendJsonText, type RouteModule } from '../host.js';
import { compositeRoutes } from './composite-routes.js';
import { rowBody } from './json-body.js';
import { preconditionsOf } from './preconditions.js';
import { QueryCursors } from './query-cursors.js';
import type { QueryAnswer, QueryRequest } from './query-operation.js';
import type { RestReply, RowRequest } from './row-action.js';
import type { ReplicationRequest } from './replication.js';
import { searchRoutes } from './search-routes.js';
import { parseVersion, versionList } from './versions.js';

interface VersionParams {
  version: string;
}

/** The REST API's resources for versions, objects, rows, queries and collections (api_rest, "Reference"). */
export const restRoutes: RouteModule = (app, org) => {
  const data = '/services/data/:version';
  const user = (request: FastifyRequest): string => request.session.userId;
  const base = (request: FastifyRequest): string => `/services/data/${(request.params as VersionParams).version}`;
  const cursors = new QueryCursors();

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
    const names = [
      'sobjects',
      'query',
      'queryAll',
      'search',
      'parameterizedSearch',
      'limits',
      'recent',
      'composite',
      'tooling',
      'jobs'
    ];
    const resources = names.map((name) => [name, `${base}/${name}`] as const);
    return sendJson(reply, 200, {
      ...Object.fromEntries(resources),
      identity: `${org.url()}/id/${org.orgId}/${user(request)}`
    });
  });

  app.get<{ Params: VersionParams }>(`${data}/limits`, async (request, reply) =>
    sendJson(reply, 200, await org.run('limits', { hub: org.hubLimits }, user(request)))
  );

  app.get<{ Params: VersionParams; Querystring: { sObjects?: string } }>(
    `${data}/limits/recordCount`,
    async (request, reply) => {
      const objects = request.query.sObjects?.split(',').map((name) => name.trim()) ?? null;
      return sendJson(reply, 200, await org.run('record-counts', { objects }, user(request)));
    }
  );

  app.get<{ Params: VersionParams; Querystring: { limit?: string } }>(`${data}/recent`, async (request, reply) =>
    sendJson(
      reply,
      200,
      await org.run('recent-rows', { version: request.params.version, limit: request.query.limit }, user(request))
    )
  );

  compositeRoutes(app, org);
  searchRoutes(app, org);

  // ---- queries
  for (const resource of ['query', 'queryAll', 'tooling/query'] as const) {
    app.get<{ Params: VersionParams; Querystring: { q?: string; columns?: string; explain?: string } }>(
      `${data}/${resource}`,
      async (request, reply) => {
        if (request.query.explain !== undefined) {
          const payload = { soql: request.query.explain };
          return sendJson(reply, 200, await org.run('explain-query', payload, user(request)));
        }
        if (request.query.q === undefined) throw new ApiError(400, 'MALFORMED_QUERY', 'the parameter q is missing');
        const payload: QueryRequest = {
          soql: request.query.q,
          version: request.params.version,
          resource,
          allRows: resource === 'queryAll',
          columns: request.query.columns === 'true',
          batchSize: batchSize(request.headers['sforce-query-options'])
        };
        const { reply: first, rest } = await org.run<QueryAnswer>('query', payload, user(request));
        if (!rest) return sendJson(reply, 200, first);
        const nextRecordsUrl = `${base(request)}/${resource}/${cursors.open(rest, user(request))}`;
        return sendJson(reply, 200, { ...first, nextRecordsUrl });
      }
    );
    app.get<{ Params: VersionParams & { locator: string } }>(`${data}/${resource}/:locator`, async (request, reply) =>
      sendJsonText(reply, 200, cursors.page(request.params.locator, user(request), `${base(request)}/${resource}`))
    );
  }

  const row = async (request: FastifyRequest, action: RowRequest['action']): Promise<RestReply> => {
    const params = request.params as { object: string; id?: string; field?: string; value?: string };
    const payload: RowRequest = {
      action,
      object: params.object,
      id: params.id ?? null,
      externalField: params.field ?? null,
      externalValue: params.value ?? null,
      fields: (request.query as { fields?: string }).fields?.split(',') ?? null,
      body: action === 'get' || action === 'delete' ? null : rowBody(request),
      conditions: preconditionsOf(request.headers)
    };
    return org.run<RestReply>('row', payload, user(request));
  };

  // ---- describe and rows; the Tooling API's objects are kept with the others
  for (const sobjects of [`${data}/sobjects`, `${data}/tooling/sobjects`]) {
    app.get<{ Params: VersionParams }>(sobjects, async (request, reply) =>
      sendJson(reply, 200, await org.run('describe-global', { version: request.params.version }, user(request)))
    );
    app.get<{ Params: VersionParams & { object: string } }>(`${sobjects}/:object`, async (request, reply) =>
      sendJson(reply, 200, await org.run('describe-briefly', request.params, user(request)))
    );
    app.get<{ Params: VersionParams & { object: string } }>(`${sobjects}/:object/describe`, async (request, reply) =>
      sendJson(reply, 200, await org.run('describe', request.params, user(request)))
    );
    for (const kind of ['updated', 'deleted'] as const) {
      app.get<{ Params: { object: string }; Querystring: { start?: string; end?: string } }>(
        `${sobjects}/:object/${kind}`,
        async (request, reply) => {
          const { start = '', end = '' } = request.query;
          const payload: ReplicationRequest = { object: request.params.object, kind, start, end };
          return sendJson(reply, 200, await org.run('changed-rows', payload, user(request)));
        }
      );
    }
    app.get<{ Params: { id: string } }>(`${sobjects}/ApexLog/:id/Body`, async (request, reply) => {
      const text = await org.run<string>('log-body', { id: request.params.id }, user(request));
      return reply.header('content-type', 'text/plain; charset=utf-8').send(text);
    });
    for (const { method, path, action } of ROW_ROUTES) {
      app.route({
        method,
        url: `${sobjects}/:object${path}`,
        handler: async (request, reply) => {
          const { status, body, headers = {}, content } = await row(request, action);
          reply.headers(headers);
          if (content) return reply.code(status).type('application/octet-stream').send(Buffer.from(content));
          return body === null ? reply.code(status).send() : sendJson(reply, status, body);
        }
      });
    }
  }
};

const ROW_ROUTES = [
  { method: 'POST', path: '', action: 'create' },
  { method: 'GET', path: '/:id', action: 'get' },
  { method: 'PATCH', path: '/:id', action: 'update' },
  { method: 'DELETE', path: '/:id', action: 'delete' },
  { method: 'GET', path: '/:field/:value', action: 'get' },
  { method: 'PATCH', path: '/:field/:value', action: 'upsert' },
  { method: 'DELETE', path: '/:field/:value', action: 'delete' }
] as const;

function batchSize(header: string | string[] | undefined): number {
  const size = Number(/batchSize=(\d+)/.exec(String(header ?? ''))?.[1] ?? 2000);
  return Math.min(2000, Math.max(200, size));
}
