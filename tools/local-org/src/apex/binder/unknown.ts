import type { ApexType } from '../../values/type.js';

/** The type of what has been reported already: every check lets it pass, so that one mistake is one message. */
export const UNKNOWN: ApexType = Object.freeze({ kind: 'object', name: 'Object', key: '?', args: [] });

export const isUnknown = (type: ApexType): boolean => type === UNKNOWN;
