import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { request } from 'undici';
import { SessionError, type OpenSession } from './session.js';

export interface JwtBearerSettings {
  readonly clientId: string;
  readonly username: string;
  readonly loginUrl: string;
  readonly audience?: string | undefined;
  /** PEM: PKCS #8, or PKCS #1 as older tools write it. */
  readonly privateKey: string;
}

/** Salesforce wants tokens that end soon. */
const LIFETIME = '3 minutes';
const TIMEOUT_MS = 30_000;

/**
 * OAuth 2.0 JWT bearer flow (RFC 7523; Salesforce Help, "OAuth 2.0 JWT Bearer Flow for Server-to-Server Integration"): no
 * password, no refresh token, and the private key never leaves this process.
 *
 * @throws Error when the private key is none
 */
export function jwtBearer(settings: JwtBearerSettings): OpenSession {
  const key = readKey(settings.privateKey);
  return async (signal) => {
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(settings.clientId)
      .setSubject(settings.username)
      .setAudience(settings.audience ?? settings.loginUrl)
      .setExpirationTime(LIFETIME)
      .sign(key);
    const { status, answer } = await ask(settings.loginUrl, assertion, signal);
    if (status === 200 && typeof answer.access_token === 'string' && typeof answer.instance_url === 'string') {
      return { accessToken: answer.access_token, instanceUrl: new URL(answer.instance_url).origin };
    }
    const reason = [answer.error, answer.error_description].filter((part) => typeof part === 'string').join(': ');
    throw new SessionError(
      `${settings.loginUrl} gives no session to ${settings.username} (HTTP ${status}${reason ? `, ${reason}` : ''}).${adviceFor(answer.error)}`,
      status >= 500 || status === 429
    );
  };
}

function readKey(pem: string): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new Error(
      'The private key is no PEM text that Node reads. Make one with `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048`.',
      { cause: error }
    );
  }
}

async function ask(
  loginUrl: string,
  assertion: string,
  signal: AbortSignal
): Promise<{ status: number; answer: Record<string, unknown> }> {
  try {
    const { statusCode, body } = await request(new URL('/services/oauth2/token', loginUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal
    });
    const text = await body.text();
    try {
      const parsed: unknown = JSON.parse(text);
      return { status: statusCode, answer: typeof parsed === 'object' && parsed !== null ? { ...parsed } : {} };
    } catch {
      return { status: statusCode, answer: {} };
    }
  } catch (error) {
    throw new SessionError(`${loginUrl} does not answer.`, true, { cause: error });
  }
}

/** What the usual mistakes need. */
function adviceFor(error: unknown): string {
  switch (error) {
    case 'invalid_client_id':
      return ' Check clientId: it is the consumer key of the connected app.';
    case 'invalid_grant':
      return (
        ' Check that the connected app has the certificate of this private key, that the user is pre-authorized by a' +
        ' permission set, and that audience is https://login.salesforce.com (sandbox: https://test.salesforce.com).'
      );
    default:
      return '';
  }
}
