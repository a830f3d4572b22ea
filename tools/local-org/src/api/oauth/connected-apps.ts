import { createHash, timingSafeEqual, type KeyObject } from 'node:crypto';

/** A program that may ask for sessions: what the platform calls a connected app. */
export interface ConnectedApp {
  /** Consumer key. */
  readonly clientId: string;
  /** Public keys of its certificates: who signs with one of the private keys may log in users. */
  readonly keys: readonly KeyObject[];
  /** Consumer secret; null: the app has none, or must not be asked for one (a program on somebody's machine). */
  readonly secret: string | null;
}

/** The app that the Salesforce CLI and its signups name; public, as a secret in everybody's hands is none. */
export const CLI_APP: ConnectedApp = { clientId: 'PlatformCLI', keys: [], secret: null };

/** The connected apps of all orgs of a process. */
export class ConnectedApps {
  private readonly byId: ReadonlyMap<string, ConnectedApp>;

  constructor(apps: readonly ConnectedApp[] = []) {
    this.byId = new Map([CLI_APP, ...apps].map((app) => [app.clientId, app]));
  }

  find(clientId: string): ConnectedApp | null {
    return this.byId.get(clientId) ?? null;
  }
}

/** The app has no secret, or this is it. Takes the same time wherever the two differ. */
export function isSecretOf(app: ConnectedApp, given: string): boolean {
  if (app.secret === null) return true;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(app.secret), digest(given));
}
