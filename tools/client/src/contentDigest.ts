import { createHash } from 'node:crypto';
import { ClientUsageError } from './errors.js';

/**
 * Digest of a command's content, by which a reused key is noticed before anything is sent. Order of members does not
 * matter; everything else does. It is not the fingerprint of the org, which knows the meaning of the fields.
 *
 * @throws ClientUsageError for content that JSON cannot carry.
 */
export function contentDigest(body: unknown): string {
  return createHash('sha256').update(canonical(body)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    // What JSON.stringify would write: dates as text, members without a value left out.
    if ('toJSON' in value && typeof value.toJSON === 'function') return canonical(value.toJSON());
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
  }
  if (value === undefined || typeof value === 'function' || typeof value === 'bigint' || typeof value === 'symbol') {
    throw new ClientUsageError(`A command's body must be JSON; it holds a ${typeof value}.`);
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ClientUsageError(`A command's body must be JSON; it holds ${value}.`);
  }
  return JSON.stringify(value);
}
