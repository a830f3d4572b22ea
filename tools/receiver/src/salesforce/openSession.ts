import type { Authentication } from '../config/load.js';
import { cliLogin } from './cliLogin.js';
import { jwtBearer } from './jwtBearer.js';
import { SessionError, type OpenSession } from './session.js';

/** How sessions are opened, as configured. */
export function chooseOpenSession(authentication: Authentication): OpenSession {
  switch (authentication.type) {
    case 'jwt-bearer':
      return jwtBearer(authentication);
    case 'sf-login':
      return cliLogin(authentication.alias);
    case 'access-token':
      return givenToken(authentication);
  }
}

/** A token from the environment cannot be renewed. One that was refused is tried again later: an org may just be starting. */
function givenToken({ accessToken, instanceUrl }: { accessToken: string; instanceUrl: string }): OpenSession {
  let isTried = false;
  return async () => {
    // Asked for a session while this one is tried: it was refused.
    isTried = !isTried;
    if (isTried) return { accessToken, instanceUrl };
    throw new SessionError(
      'The session of SALESFORCE_ACCESS_TOKEN has ended. Start the receiver with a new one, or configure jwt-bearer, which renews by itself.',
      false
    );
  };
}
