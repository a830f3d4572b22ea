import type { RouteModule } from '../host.js';
import type { ApexRestReply, ApexRestRequest } from './operations.js';

/** `/services/apexrest/*`: whatever the org's @RestResource classes answer. */
export const apexRestRoutes: RouteModule = (app, org) => {
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/services/apexrest/*',
    handler: async (request, reply) => {
      const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2);
      const payload: ApexRestRequest = {
        method: request.method,
        path: path.replace(/^\/+services\/apexrest/, ''),
        parameters: [...new URLSearchParams(query)],
        headers: headerPairs(request.raw.rawHeaders),
        body: (request.body as Buffer | undefined) ?? null,
        remoteAddress: request.ip
      };
      const answer = await org.run<ApexRestReply>('apex-rest', payload, request.session.userId);
      reply.code(answer.status);
      for (const [name, value] of answer.headers) reply.header(name, value);
      return reply.send(answer.body.length > 0 ? Buffer.from(answer.body) : '');
    }
  });
};

function headerPairs(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) pairs.push([raw[i] as string, raw[i + 1] as string]);
  return pairs;
}
