import { randomBytes, timingSafeEqual, createHash } from 'node:crypto';

import type { Session } from '../api/host.js';

/**
 * Access tokens. A token looks like Salesforce's (`00D…!…`), because the `sf` CLI checks its form; the part after the
 * exclamation mark is random.
 */
export class Sessions {
  /** By digest of the token, so that a look-up does not compare secrets byte by byte. */
  private readonly byDigest = new Map<string, Session>();

  /** @param orgId 18 characters. */
  constructor(private readonly orgId: string) {}

  /** @param userId 18 characters. */
  create(userId: string, clientId: string | null = null): Session {
    const token = `${this.orgId.slice(0, 15)}!${randomBytes(48).toString('base64url').replaceAll('-', '.')}`;
    return this.adopt(token, userId, clientId);
  }

  /** Makes a token of an earlier run valid again. */
  adopt(token: string, userId: string, clientId: string | null = null): Session {
    const session = { token, userId, clientId };
    this.byDigest.set(digest(token), session);
    return session;
  }

  find(token: string): Session | null {
    const session = this.byDigest.get(digest(token));
    if (!session) return null;
    const given = Buffer.from(token);
    const known = Buffer.from(session.token);
    return given.length === known.length && timingSafeEqual(given, known) ? session : null;
  }

  /** @returns whether there was such a session. */
  revoke(token: string): boolean {
    return this.byDigest.delete(digest(token));
  }
}

const digest = (token: string): string => createHash('sha256').update(token).digest('base64');
