import type { ObjectKind } from './definitions.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** First character of the key prefixes that deploys give out. Source: prefixes seen in public orgs. */
const LEADING: Partial<Record<ObjectKind, string>> = {
  // Standard objects whose prefix is not published.
  standard: 'z',
  custom: 'a',
  'list-setting': 'a',
  'hierarchy-setting': 'a',
  'custom-metadata': 'm',
  'platform-event': 'e'
};

/**
 * The next free key prefix of a custom object: a00, a01 … aZZ; m00 for custom metadata types, e00 for platform events.
 *
 * @param used every prefix given out before, those of deleted objects included.
 * @throws Error when the kind has none or all are used.
 */
export function nextKeyPrefix(kind: ObjectKind, used: ReadonlySet<string>): string {
  const leading = LEADING[kind];
  if (!leading) throw new Error(`objects of kind ${kind} get no key prefix by deploy`);
  for (const second of DIGITS) {
    for (const third of DIGITS) {
      const prefix = leading + second + third;
      if (!used.has(prefix)) return prefix;
    }
  }
  throw new Error(`the org has no free key prefix left for objects of kind ${kind}`);
}
