import { createHmac, randomBytes } from 'node:crypto';
import type { OrgGateway } from '../host.js';
import { unknownClient, verifyAssertion } from './assertion.js';
import { isSecretOf, type ConnectedApp } from './connected-apps.js';
import { OAuthError } from './oauth-error.js';
import type { LoginUser, RefreshGrant } from './operations.js';

/** What a granted token request answers. Source: Salesforce Help, "OAuth 2.0 … Flow" pages, "Salesforce grants an access token". */
export interface TokenReply {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly instance_url: string;
  readonly id: string;
  readonly token_type: 'Bearer';
  readonly issued_at: string;
  readonly signature: string;
  readonly scope: string;
}

type Form = Readonly<Record<string, string>>;
type Grant = (form: Form, org: OrgGateway) => Promise<TokenReply>;

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const GRANTS: Readonly<Record<string, Grant>> = {
  [JWT_BEARER]: byAssertion,
  password: byPassword,
  authorization_code: byCode,
  refresh_token: byRefreshToken
};

/** Answers one request of the token endpoint. @throws OAuthError */
export function grantToken(form: Form, org: OrgGateway): Promise<TokenReply> {
  const type = needed(form, 'grant_type');
  const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
  if (!grant) {
    throw new OAuthError(
      'unsupported_grant_type',
      `grant type not supported: the local org knows ${Object.keys(GRANTS).join(', ')}`
    );
  }
  return grant(form, org);
}

async function byAssertion(form: Form, org: OrgGateway): Promise<TokenReply> {
  const { app, username } = await verifyAssertion(needed(form, 'assertion'), org.authorization.apps, addressesOf(org));
  const user = await org.run<LoginUser | null>('login-user', { username }, org.adminUserId);
  if (!user) {
    throw new OAuthError('invalid_grant', `user hasn't approved this consumer: there is no user ${username}`);
  }
  return replyFor(org, app, activeUser(user));
}

async function byPassword(form: Form, org: OrgGateway): Promise<TokenReply> {
  const app = authenticatedApp(form, org);
  if (app.secret === null) {
    throw new OAuthError(
      'invalid_client',
      `invalid client credentials: the connected app ${app.clientId} has no secret; name its variable in connectedApps of config/local-org.json`
    );
  }
  const credentials = { username: needed(form, 'username'), password: needed(form, 'password') };
  const user = await org.run<LoginUser | null>('login-by-password', credentials, org.adminUserId);
  if (!user) throw new OAuthError('invalid_grant', 'authentication failure');
  return replyFor(org, app, activeUser(user));
}

async function byCode(form: Form, org: OrgGateway): Promise<TokenReply> {
  const app = authenticatedApp(form, org);
  const grant = org.authorization.codes.redeem(needed(form, 'code'));
  if (!grant || grant.clientId !== app.clientId) {
    throw new OAuthError('invalid_grant', 'invalid authorization code: it is unknown, used or older than 15 minutes');
  }
  const { userId } = grant;
  const refreshToken = await org.run<string>('refresh-token-issue', grant, org.adminUserId);
  return replyFor(org, app, userId, refreshToken);
}

async function byRefreshToken(form: Form, org: OrgGateway): Promise<TokenReply> {
  const app = authenticatedApp(form, org);
  const token = needed(form, 'refresh_token');
  const grant = await org.run<RefreshGrant | null>('refresh-token-find', { token }, org.adminUserId);
  if (!grant || grant.clientId !== app.clientId) {
    throw new OAuthError('invalid_grant', 'expired access/refresh token');
  }
  return replyFor(org, app, grant.userId);
}

function activeUser(user: LoginUser): string {
  if (!user.isActive) throw new OAuthError('inactive_user', 'user is inactive');
  return user.id;
}

/** The app of `client_id`, with its secret where it has one. */
function authenticatedApp(form: Form, org: OrgGateway): ConnectedApp {
  const clientId = needed(form, 'client_id');
  const app = org.authorization.apps.find(clientId);
  if (!app) throw unknownClient(clientId);
  if (!isSecretOf(app, form.client_secret ?? '')) throw new OAuthError('invalid_client', 'invalid client credentials');
  return app;
}

/** An app without a secret gets a signature that nobody can check. */
const UNCHECKED = randomBytes(32).toString('base64');

function replyFor(org: OrgGateway, app: ConnectedApp, userId: string, refreshToken?: string): TokenReply {
  const id = `${org.url()}/id/${org.orgId}/${userId}`;
  const issuedAt = String(Date.now());
  return {
    access_token: org.createSession(userId, app.clientId).token,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    instance_url: org.url(),
    id,
    token_type: 'Bearer',
    issued_at: issuedAt,
    signature: createHmac('sha256', app.secret ?? UNCHECKED)
      .update(id + issuedAt)
      .digest('base64'),
    scope: refreshToken === undefined ? 'api web' : 'refresh_token api web'
  };
}

/** The org by both names of the loopback interface, with and without the slash that the CLI adds. */
function addressesOf(org: OrgGateway): string[] {
  const url = org.url();
  return [url, url.replace('//127.0.0.1', '//localhost')].flatMap((address) => [address, `${address}/`]);
}

function needed(form: Form, name: string): string {
  const value = form[name];
  if (value === undefined || value === '')
    throw new OAuthError('invalid_request', `missing required parameter ${name}`);
  return value;
}
