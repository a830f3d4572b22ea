import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, type OrgGateway, type RouteModule } from '../host.js';
import { CLI_APP } from '../oauth/connected-apps.js';
import { refusalOf } from '../soap/refusal.js';
import { jsonBody } from '../rest/json-body.js';
import type { CreatedUser, UserRequest } from './operations.js';

/** Asked for with this header, the answer's holds a refresh token of the new user: that is how `sf org create user` logs in. */
const APPROVAL = 'auto-approve-user';

/**
 * Users as the System for Cross-domain Identity Management makes them (RFC 7644, section 3.3); creation only.
 * Source: https://help.salesforce.com/s/articleView?id=sf.identity_scim_overview.htm
 */
export const scimRoutes: RouteModule = (app, org) => {
  for (const version of ['v1', 'v2']) {
    app.post(`/services/scim/${version}/Users`, async (request, reply) => {
      try {
        const wanted = userRequest(request);
        const user = await org.run<CreatedUser>('scim-create-user', wanted, request.session.userId);
        if (user.refreshToken !== null) reply.header(APPROVAL, user.refreshToken);
        return sendJson(reply, 201, userJson(org, version, wanted, user.id));
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        return sendJson(reply, 400, { Errors: [{ description: refusal.message, code: 400 }] });
      }
    });
  }
};

function userRequest(request: FastifyRequest): UserRequest {
  const body = jsonBody(request);
  const name = (body.name ?? {}) as Record<string, unknown>;
  const text = (value: unknown, what: string): string => {
    if (typeof value === 'string' && value !== '') return value;
    throw new ApiError(400, 'REQUIRED_FIELD_MISSING', `the user needs ${what}`);
  };
  const optional = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  const approves = request.headers[APPROVAL] === 'true';
  return {
    username: text(body.username ?? body.userName, 'a username'),
    email: text(firstValue(body.emails), 'an email address'),
    lastName: text(name.familyName, 'name.familyName'),
    firstName: optional(name.givenName),
    nickname: optional(body.nickName),
    profileId: text(firstValue(body.entitlements), 'an entitlement: the id of a profile'),
    approvedClientId: approves ? (request.session.clientId ?? CLI_APP.clientId) : null
  };
}

/** Lists hold plain values, as the CLI gives them, or objects with a `value`. */
function firstValue(list: unknown): unknown {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof first === 'object' && first !== null ? (first as { value?: unknown }).value : first;
}

function userJson(org: OrgGateway, version: string, user: UserRequest, id: string): unknown {
  return {
    schemas: ['urn:scim:schemas:core:1.0', 'urn:scim:schemas:extension:enterprise:1.0'],
    id,
    userName: user.username,
    name: { familyName: user.lastName, givenName: user.firstName },
    nickName: user.nickname,
    emails: [{ value: user.email, type: 'work', primary: true }],
    entitlements: [{ value: user.profileId }],
    active: true,
    meta: { location: `${org.url()}/services/scim/${version}/Users/${id}` }
  };
}
