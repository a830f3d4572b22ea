import type { FastifyReply, FastifyRequest } from 'fastify';
import { response, textIn } from '../metadata/soap-body.js';
import type { OrgGateway, RouteModule, Session } from '../host.js';
import type { Identity, LoginUser } from '../oauth/operations.js';
import { SoapDataCalls } from './data-calls.js';
import { envelope, fault, parseEnvelope, type SoapRequest } from './envelope.js';
import { refusalOf, type Refusal } from './refusal.js';

const NAMESPACE = 'urn:partner.soap.sforce.com';
const INVALID_SESSION = 'Invalid Session ID found in SessionHeader: Illegal Session. Session not found';
const INVALID_LOGIN = 'Invalid username, password, security token; or user locked out.';

type Body = SoapRequest['body'];
type Call = (body: Body, session: Session, org: OrgGateway) => Promise<unknown>;

/**
 * What clients of today still do by the SOAP API: log in by password, set passwords; rows are in `SoapDataCalls`.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_list.htm
 */
const CALLS: Readonly<Record<string, Call>> = {
  getServerTimestamp: async (_body, _session, org) => ({ timestamp: new Date(org.clock.now()).toISOString() }),
  getUserInfo: async (_body, { userId }, org) => userInfo(org, await org.run<Identity>('identity', {}, userId)),
  async logout(_body, { token }, org) {
    org.revokeSession(token);
    return {};
  },
  async setPassword(body, { userId }, org) {
    await org.run('password-set', { userId: textIn(body, 'userId'), password: textIn(body, 'password') }, userId);
    return {};
  },
  async resetPassword(body, { userId }, org) {
    return { password: await org.run<string>('password-reset', { userId: textIn(body, 'userId') }, userId) };
  }
};

export const partnerSoapRoutes: RouteModule = (app, org) => {
  const data = new SoapDataCalls(org);
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('content-type', 'text/xml; charset=utf-8');
    const refuse = ({ errorCode, message }: Refusal): FastifyReply => reply.code(500).send(fault(errorCode, message));
    try {
      const soap = parseEnvelope(request.body as Buffer);
      const { operation, body } = soap;
      if (operation === 'login')
        return reply.send(envelope(NAMESPACE, response(operation, await login(body, org, request))));
      const session = org.findSession(soap.sessionId ?? '');
      if (!session) return refuse({ errorCode: 'INVALID_SESSION_ID', message: INVALID_SESSION });
      const { version } = request.params as { version: string };
      const answered = await data.answer({ soap, session, version: `v${version}` });
      if (answered !== null) return reply.send(envelope(NAMESPACE, answered));
      const call = Object.hasOwn(CALLS, operation) ? CALLS[operation] : undefined;
      if (!call) {
        return refuse({ errorCode: 'INVALID_OPERATION', message: `not supported by the local org: SOAP ${operation}` });
      }
      return reply.send(envelope(NAMESPACE, response(operation, await call(body, session, org))));
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return refuse(refusal);
    }
  };
  for (const api of ['u', 'c']) {
    for (const url of [`/services/Soap/${api}/:version`, `/services/Soap/${api}/:version/:organization`]) {
      app.post(url, { config: { ownAuthentication: true } }, handle);
    }
  }
};

async function login(body: Body, org: OrgGateway, request: FastifyRequest): Promise<unknown> {
  const credentials = { username: textIn(body, 'username'), password: textIn(body, 'password') };
  const user = await org.run<LoginUser | null>('login-by-password', credentials, org.adminUserId);
  if (!user?.isActive) throw new LoginRefused();
  const { version } = request.params as { version: string };
  const address = (api: string): string => `${org.url()}/services/Soap/${api}/${version}/${org.orgId.slice(0, 15)}`;
  return {
    metadataServerUrl: address('m'),
    passwordExpired: false,
    sandbox: false,
    serverUrl: address('u'),
    sessionId: org.createSession(user.id).token,
    userId: user.id,
    userInfo: userInfo(org, await org.run<Identity>('identity', {}, user.id))
  };
}

class LoginRefused extends Error implements Refusal {
  readonly errorCode = 'INVALID_LOGIN';

  constructor() {
    super(INVALID_LOGIN);
  }
}

function userInfo(org: OrgGateway, user: Identity): unknown {
  return {
    organizationId: org.orgId,
    organizationMultiCurrency: false,
    organizationName: user.organizationName,
    profileId: user.profileId,
    userEmail: user.email,
    userFullName: user.name,
    userId: user.id,
    userLanguage: user.language,
    userLocale: user.locale,
    userName: user.username,
    userTimeZone: user.timeZone,
    userType: user.userType
  };
}
