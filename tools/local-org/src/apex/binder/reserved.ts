/**
 * Words that cannot be declared as a name. The parser refuses most of them; these get through its grammar, which must let
 * them stand where the platform's own classes use them (`selector.limit(5)`).
 * Source: the Apex parser that Salesforce publishes (the one in prettier-plugin-apex), asked word by word; the longer list
 * of the Apex Developer Guide, "Reserved Keywords", names many that it takes.
 */
const RESERVED = new Set(
  `abstract and as asc bigdecimal break bulk by catch class commit continue delete desc do else enum extends false final
  finally for from global goto having if implements in insert instanceof interface like limit list map merge new not null
  nulls on or override private protected public return select static super testmethod this throw trigger true try undelete
  update upsert using virtual void webservice where while`.split(/\s+/)
);

/** @param name of a variable, field, parameter, property or method. */
export const isReservedName = (name: string): boolean => RESERVED.has(name.toLowerCase());
