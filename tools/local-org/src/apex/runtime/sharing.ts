import type { AccessMode, AccessOptions } from '../../schema/execution.js';
import { emittedFrames } from './stack.js';

/** Sharing of a class, or `caller`: that of the nearest caller whose class has one. */
export type EffectiveSharing = 'with' | 'without' | 'inherited' | 'none';

/** @param typeKey class, trigger or anonymous block, by its key in stack frames; null when it is not of this org. */
export type SharingOf = (typeKey: string) => EffectiveSharing | null;

const OPTIONS: Readonly<Record<AccessMode, Readonly<Record<'with' | 'without', AccessOptions>>>> = {
  user: {
    with: Object.freeze({ mode: 'user', sharing: true }),
    without: Object.freeze({ mode: 'user', sharing: false })
  },
  system: {
    with: Object.freeze({ mode: 'system', sharing: true }),
    without: Object.freeze({ mode: 'system', sharing: false })
  }
};

/**
 * Access options of the queries and DML of one class. Only classes without a fixed mode look at their callers, and only
 * when they do query: the callers are read from the stack, so calls cost nothing.
 */
export function accessOf(own: EffectiveSharing, mode: AccessMode, sharingOf: SharingOf): () => AccessOptions {
  if (own === 'with' || own === 'without') {
    const options = OPTIONS[mode][own];
    return () => options;
  }
  return () => OPTIONS[mode][callerSharing(sharingOf)];
}

/**
 * As an entry point, `inherited sharing` means with sharing, no keyword without sharing: Apex Developer Guide, "Using the
 * with sharing, without sharing, and inherited sharing Keywords".
 */
function callerSharing(sharingOf: SharingOf): 'with' | 'without' {
  let outermost: EffectiveSharing = 'none';
  for (const frame of emittedFrames(new Error('callers'))) {
    const sharing = sharingOf(frame.typeKey);
    if (sharing === 'with' || sharing === 'without') return sharing;
    outermost = sharing ?? outermost;
  }
  return outermost === 'inherited' ? 'with' : 'without';
}
