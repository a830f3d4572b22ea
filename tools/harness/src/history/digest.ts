import { createHash } from 'node:crypto';

/** `sha256:` and the hex digest of the bytes (of the UTF-8 form of a text). */
export function digest(content: string | Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
