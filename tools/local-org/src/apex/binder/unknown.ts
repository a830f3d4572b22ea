import type { ApexType } from '../../values/type.js';

/** The type of what has been reported already: every check lets it pass, so that one mistake is one message. */
export const UNKNOWN: ApexType = Object.freeze({ kind: 'object', name: 'Object', key: '?', args: [] });

/** Also true of `missingType`: nothing can be said about its members and conversions. */
export const isUnknown = (type: ApexType): boolean => type.key.startsWith('?');
