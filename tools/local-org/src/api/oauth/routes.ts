import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJson, type OrgGateway, type RouteModule } from '../host.js';
import { OAuthError } from './oauth-error.js';
import type { Identity } from './operations.js';
import { passwordRoutes } from './password-routes.js';
import { grantToken } from './token-endpoint.js';

/** Logins (RFC 6749, RFC 7009) and who the caller is (OpenID Connect UserInfo; Salesforce Help, "Identity URLs"). */
export const oauthRoutes: RouteModule = (app, org) => {
  const open = { config: { public: true } };

  app.post('/services/oauth2/token', open, async (request, reply) =>
    answer(reply, async () => grantToken(formOf(request), org))
  );

  const revoke = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    answer(reply, async () => {
      const { token = '' } = { ...(request.query as Record<string, string>), ...formOf(request) };
      if (!(await revokeToken(org, token))) throw new OAuthError('invalid_token', 'invalid token');
      return {};
    });
  app.post('/services/oauth2/revoke', open, revoke);
  app.get('/services/oauth2/revoke', open, revoke);

  app.get('/services/oauth2/userinfo', async (request, reply) => {
    const user = await org.run<Identity>('identity', {}, request.session.userId);
    return sendJson(reply, 200, {
      sub: `${org.url()}/id/${org.orgId}/${user.id}`,
      user_id: user.id,
      organization_id: org.orgId,
      preferred_username: user.username,
      nickname: user.nickname,
      name: user.name,
      given_name: user.firstName,
      family_name: user.lastName,
      email: user.email,
      email_verified: true,
      zoneinfo: user.timeZone,
      locale: user.locale,
      user_type: user.userType,
      urls: urlsOf(org, user.id)
    });
  });

  identityRoute(app, org);
  passwordRoutes(app, org);
};

/** The address that a token reply names. The token may come as a parameter, as identity requests did before there were headers. */
const identityRoute: RouteModule = (app, org) => {
  interface Route {
    Params: { organization: string; user: string };
    Querystring: { oauth_token?: string };
  }
  app.get<Route>('/id/:organization/:user', { config: { ownAuthentication: true } }, async (request, reply) => {
    const bearer = /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const session = org.findSession(bearer ?? request.query.oauth_token ?? '');
    const refuse = (reason: string): FastifyReply => reply.code(403).type('text/plain').send(reason);
    if (!session) return refuse((bearer ?? request.query.oauth_token) ? 'Bad_OAuth_Token' : 'Missing_OAuth_Token');
    const user = await org.run<Identity>('identity', {}, session.userId);
    const { params } = request;
    if (params.user.slice(0, 15) !== user.id.slice(0, 15)) return refuse('Wrong_Org');
    if (params.organization.slice(0, 15) !== org.orgId.slice(0, 15)) return refuse('Wrong_Org');
    return sendJson(reply, 200, identityJson(org, user));
  });
};

async function answer(reply: FastifyReply, body: () => Promise<unknown>): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
  try {
    return sendJson(reply, 200, await body());
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return sendJson(reply, 400, { error: error.code, error_description: error.message });
  }
}

/** Parameters of a request come as a form. */
function formOf(request: FastifyRequest): Record<string, string> {
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  return Object.fromEntries(new URLSearchParams(body));
}

/** A refresh token, or an access token. @returns whether there was one. */
async function revokeToken(org: OrgGateway, token: string): Promise<boolean> {
  if (token === '') throw new OAuthError('invalid_request', 'missing required parameter token');
  if (org.revokeSession(token)) return true;
  return org.run<boolean>('refresh-token-revoke', { token }, org.adminUserId);
}

function identityJson(org: OrgGateway, user: Identity): unknown {
  return {
    id: `${org.url()}/id/${org.orgId}/${user.id}`,
    asserted_user: true,
    user_id: user.id,
    organization_id: org.orgId,
    username: user.username,
    nick_name: user.nickname,
    display_name: user.name,
    email: user.email,
    email_verified: true,
    first_name: user.firstName,
    last_name: user.lastName,
    timezone: user.timeZone,
    urls: urlsOf(org, user.id),
    active: user.isActive,
    user_type: user.userType?.toUpperCase() ?? null,
    language: user.language,
    locale: user.locale
  };
}

/** `{version}` is for the client to fill in, as on the platform. */
function urlsOf(org: OrgGateway, userId: string): Readonly<Record<string, string>> {
  const url = org.url();
  const data = `${url}/services/data/v{version}`;
  return {
    enterprise: `${url}/services/Soap/c/{version}/${org.orgId}`,
    metadata: `${url}/services/Soap/m/{version}/${org.orgId}`,
    partner: `${url}/services/Soap/u/{version}/${org.orgId}`,
    rest: `${data}/`,
    sobjects: `${data}/sobjects/`,
    search: `${data}/search/`,
    query: `${data}/query/`,
    tooling_rest: `${data}/tooling/`,
    tooling_soap: `${url}/services/Soap/T/{version}/${org.orgId}`,
    profile: `${url}/${userId}`
  };
}
