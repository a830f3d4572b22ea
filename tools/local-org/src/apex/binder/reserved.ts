/**
 * Words that cannot name a variable, member or type. The parser refuses most of them; these get through its grammar.
 * Source: Apex Developer Guide, "Reserved Keywords", without those that the platform accepts as names all the same
 * (`limit`, `order`, `group`, `time` and the like, which public code uses).
 */
const RESERVED = new Set(
  `abstract bigdecimal break catch class continue delete do else enum extends false final finally for global goto if
  implements insert instanceof interface merge new null override private protected public return static super testmethod
  this throw true try undelete update upsert virtual void webservice while`.split(/\s+/)
);

/** @param name of a variable, field, parameter, property or method. */
export const isReservedName = (name: string): boolean => RESERVED.has(name.toLowerCase());
