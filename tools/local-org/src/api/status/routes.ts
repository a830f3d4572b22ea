import type { FastifyReply } from 'fastify';
import { requireAdministrator } from '../local/administrator.js';
import type { Identity } from '../oauth/operations.js';
import { escapeXml } from '../soap/envelope.js';
import { sendJson, type OrgGateway, type RouteModule } from '../host.js';
import type { StatusRows } from './operations.js';
import { contentType, PAGE_ASSETS, readPageFile, type PageFile } from './page-files.js';

/**
 * The status page at `/`. The page itself holds nothing and needs no token; it asks for one, keeps it in its tab, and
 * reads everything by the API. `sf org open` brings one along.
 */
export const statusRoutes: RouteModule = (app, org) => {
  const open = { config: { public: true } };

  app.get('/', open, async (_request, reply) => sendPage(reply, 'index.html'));
  for (const name of PAGE_ASSETS) {
    app.get(`/local-org/page/${name}`, open, async (_request, reply) => sendPage(reply, name));
  }

  app.get('/local-org/v1/status', async (request, reply) => {
    requireAdministrator(request, org);
    return sendJson(reply, 200, await statusOf(org, request.session.userId));
  });

  visitRoutes(app, org);
};

/** `sf org open`: an address that is good once, for a browser without a token. */
const visitRoutes: RouteModule = (app, org) => {
  app.get('/services/oauth2/singleaccess', async (request, reply) => {
    const { redirect_uri: target } = request.query as { redirect_uri?: string };
    const address = new URL('/secur/frontdoor.jsp', org.url());
    address.searchParams.set('otp', org.authorization.visits.issue(request.session.userId));
    if (target) address.searchParams.set('startURL', target);
    return sendJson(reply, 200, { frontdoor_uri: address.href });
  });

  app.get('/secur/frontdoor.jsp', { config: { public: true } }, async (request, reply) => {
    const { otp = '' } = request.query as { otp?: string };
    const userId = org.authorization.visits.redeem(otp);
    const user = userId === null ? null : await org.run<Identity>('identity', {}, userId);
    if (!user) {
      reply.code(401).header('cache-control', 'no-store').type('text/plain; charset=utf-8');
      return reply.send('This address was used before, or is older than a minute. sf org open gives a new one.');
    }
    const { token } = org.createSession(user.id);
    return sendPage(reply, 'enter.html', (text) => text.replace('{{token}}', () => escapeXml(token)));
  });
};

async function sendPage(
  reply: FastifyReply,
  name: PageFile,
  finish = (text: string): string => text
): Promise<unknown> {
  reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'")
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type(contentType(name));
  return reply.send(finish(await readPageFile(name)));
}

/** Everything that the page shows but limits and the text of a log, which have a standard address. */
async function statusOf(org: OrgGateway, userId: string): Promise<unknown> {
  const running = await org.transactions();
  const userIds = running.flatMap((one) => (one.userId ? [one.userId] : []));
  const { users, ...rows } = await org.run<StatusRows>('status-rows', { userIds }, userId);
  return {
    now: Date.now(),
    org: { id: org.orgId, version: org.productVersion, startedAt: org.startedAt },
    clock: { now: org.clock.now(), frozen: org.clock.isFrozen },
    queue: org.control.queueStatus(),
    transactions: running.map(({ userId: who, ...one }) => ({ ...one, user: who ? (users[who] ?? who) : null })),
    errors: org.recentErrors(),
    ...rows
  };
}
