import type { KeyObject } from 'node:crypto';
import { decodeJwt, errors, jwtVerify } from 'jose';
import type { ConnectedApp, ConnectedApps } from './connected-apps.js';
import { OAuthError } from './oauth-error.js';

/** Clocks differ. */
const TOLERANCE_SECONDS = 30;

/** What a signed assertion says. */
export interface VerifiedAssertion {
  readonly app: ConnectedApp;
  readonly username: string;
}

/**
 * Verifies the assertion of the JWT bearer flow: RFC 7523, section 3; Salesforce Help, "OAuth 2.0 JWT Bearer Flow for
 * Server-to-Server Integration". The CLI gives `exp` in milliseconds, which every verifier reads as far in the future.
 *
 * @param audiences what `aud` may be: the addresses of the org.
 * @throws OAuthError
 */
export async function verifyAssertion(
  assertion: string,
  apps: ConnectedApps,
  audiences: readonly string[]
): Promise<VerifiedAssertion> {
  const { iss, sub } = readClaims(assertion);
  const app = apps.find(iss);
  if (!app) throw unknownClient(iss);
  if (app.keys.length === 0) {
    throw new OAuthError(
      'invalid_grant',
      `the connected app ${iss} has no certificate: name one in connectedApps of config/local-org.json`
    );
  }
  await verifyWithAny(assertion, app.keys, audiences);
  return { app, username: sub };
}

export const unknownClient = (clientId: string): OAuthError =>
  new OAuthError(
    'invalid_client_id',
    `client identifier invalid: there is no connected app '${clientId}'; add it to connectedApps of config/local-org.json`
  );

function readClaims(assertion: string): { readonly iss: string; readonly sub: string } {
  let claims: ReturnType<typeof decodeJwt>;
  try {
    claims = decodeJwt(assertion);
  } catch {
    throw new OAuthError('invalid_grant', 'invalid assertion: this is no JSON Web Token');
  }
  const { iss, sub } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string') {
    throw new OAuthError('invalid_grant', 'invalid assertion: iss (consumer key) and sub (username) are needed');
  }
  return { iss, sub };
}

async function verifyWithAny(
  assertion: string,
  keys: readonly KeyObject[],
  audiences: readonly string[]
): Promise<void> {
  for (const [index, key] of keys.entries()) {
    try {
      await jwtVerify(assertion, key, {
        algorithms: ['RS256'],
        audience: [...audiences],
        requiredClaims: ['exp'],
        clockTolerance: TOLERANCE_SECONDS
      });
      return;
    } catch (error) {
      // While certificates change over, an app has two.
      if (error instanceof errors.JWSSignatureVerificationFailed && index < keys.length - 1) continue;
      throw refusalOf(error, audiences);
    }
  }
}

function refusalOf(error: unknown, audiences: readonly string[]): unknown {
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new OAuthError('invalid_grant', 'invalid assertion: it is not signed with the key of the app’s certificate');
  }
  if (error instanceof errors.JWTExpired) return new OAuthError('invalid_grant', 'invalid assertion: it has expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'aud'
      ? new OAuthError('invalid_grant', `audience is invalid: aud must be ${audiences.join(' or ')}`)
      : new OAuthError('invalid_grant', `invalid assertion: ${error.message}`);
  }
  if (error instanceof errors.JOSEError) return new OAuthError('invalid_grant', `invalid assertion: ${error.message}`);
  return error;
}
