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

/** A token from the environment cannot be renewed. */
function givenToken({ accessToken, instanceUrl }: { accessToken: string; instanceUrl: string }): OpenSession {
  let used = false;
  return async () => {
    if (used) {
      throw new SessionError(
        'The session of SALESFORCE_ACCESS_TOKEN has ended. Start the receiver with a new one, or configure jwt-bearer, which renews by itself.',
        false
      );
    }
    used = true;
    return { accessToken, instanceUrl };
  };
}
