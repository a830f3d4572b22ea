import { ConnectedApps } from './connected-apps.js';
import { SingleUse } from './single-use.js';

/** What an authorization code stands for. */
export interface CodeGrant {
  readonly userId: string;
  readonly clientId: string;
}

/** Source: https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_web_server_flow.htm (codes end after 15 minutes) */
const CODE_LIFETIME_MS = 15 * 60_000;
/** A browser opens at once what `sf org open` gives it. */
const VISIT_LIFETIME_MS = 60_000;

/** Who may log in to one org, and the short-lived secrets on the way. */
export class Authorization {
  readonly codes = new SingleUse<CodeGrant>(CODE_LIFETIME_MS);
  /** By user id: addresses that log a browser in. */
  readonly visits = new SingleUse<string>(VISIT_LIFETIME_MS);

  constructor(readonly apps: ConnectedApps = new ConnectedApps()) {}
}
