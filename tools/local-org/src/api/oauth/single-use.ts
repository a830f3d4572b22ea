import { createHash, randomBytes } from 'node:crypto';

interface Entry<T> {
  readonly value: T;
  readonly endsAt: number;
}

/** Secrets that are good once and for a short time: authorization codes, addresses that log a browser in. */
export class SingleUse<T> {
  /** By digest, in the order in which they end. */
  private readonly entries = new Map<string, Entry<T>>();

  constructor(private readonly lifetimeMs: number) {}

  issue(value: T): string {
    this.forgetEnded();
    const secret = randomBytes(32).toString('base64url');
    this.entries.set(digest(secret), { value, endsAt: Date.now() + this.lifetimeMs });
    return secret;
  }

  /** What the secret was issued for; null when it is unknown, used or too old. */
  redeem(secret: string): T | null {
    this.forgetEnded();
    const key = digest(secret);
    const entry = this.entries.get(key);
    this.entries.delete(key);
    return entry?.value ?? null;
  }

  private forgetEnded(): void {
    const now = Date.now();
    for (const [key, { endsAt }] of this.entries) {
      if (endsAt > now) return;
      this.entries.delete(key);
    }
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
