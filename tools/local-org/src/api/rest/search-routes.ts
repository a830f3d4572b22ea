import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, type RouteModule } from '../host.js';
import { jsonBody } from './json-body.js';
import type { ParameterizedSearch } from './search.js';

/** Text searches (api_rest, resources_search, resources_search_parameterized). */
export const searchRoutes: RouteModule = (app, org) => {
  const data = '/services/data/:version';

  app.get<{ Params: { version: string }; Querystring: { q?: string } }>(`${data}/search`, async (request, reply) => {
    if (request.query.q === undefined) throw new ApiError(400, 'MALFORMED_SEARCH', 'the parameter q is missing');
    const payload = { sosl: request.query.q, version: request.params.version };
    return sendJson(reply, 200, await org.run('search', payload, request.session.userId));
  });

  app.get(`${data}/parameterizedSearch`, async (request, reply) => {
    const query = request.query as Record<string, string | string[] | undefined>;
    const names = [query.sobject ?? []].flat();
    const of = (name: string): string | undefined => [query[name] ?? []].flat()[0];
    const common = [query.fields ?? []].flat().flatMap((list) => list.split(','));
    const objects = names.map((name) => ({
      name,
      fields: of(`${name}.fields`)?.split(',') ?? common,
      limit: wholeNumber(of(`${name}.limit`))
    }));
    return sendJson(
      reply,
      200,
      await run(request, { q: of('q'), objects, scope: of('in') ?? 'ALL', limit: wholeNumber(of('overallLimit')) })
    );
  });

  app.post(`${data}/parameterizedSearch`, async (request, reply) => {
    const body = jsonBody(request) as {
      q?: string;
      in?: string;
      fields?: string[];
      sobjects?: { name: string; fields?: string[]; limit?: number }[];
      overallLimit?: number;
    };
    const objects = (body.sobjects ?? []).map(({ name, fields, limit }) => ({
      name,
      fields: fields ?? body.fields ?? [],
      limit: limit ?? null
    }));
    return sendJson(
      reply,
      200,
      await run(request, { q: body.q, objects, scope: body.in ?? 'ALL', limit: body.overallLimit ?? null })
    );
  });

  const run = (
    request: FastifyRequest,
    search: Omit<ParameterizedSearch, 'q' | 'version'> & { q: string | undefined }
  ): Promise<unknown> => {
    const { q } = search;
    if (q === undefined) throw new ApiError(400, 'MALFORMED_SEARCH', 'the search has no "q"');
    const { version } = request.params as { version: string };
    return org.run('parameterized-search', { ...search, q, version }, request.session.userId);
  };
};

function wholeNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d+$/.test(text)) throw new ApiError(400, 'INVALID_SEARCH', `not a number: ${text}`);
  return Number(text);
}
