import { ApexList, ApexMap } from '../../values/collections.js';
import { Decimal } from '../../values/decimal.js';
import { OBJECT, STRING } from '../../values/type.js';
import type { JsonNode } from './tree.js';

/**
 * What JSON.deserializeUntyped makes of a value: Map<String, Object>, List<Object>, String, Boolean, Integer (Long when
 * it does not fit), Decimal, null.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_class_System_Json.htm
 */
export function untypedValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return new ApexMap(
        STRING,
        OBJECT,
        node.entries.map(([name, value]) => [name, untypedValue(value)])
      );
    case 'array':
      return new ApexList(OBJECT, node.items.map(untypedValue));
    case 'string':
      return node.text;
    case 'number':
      return untypedNumber(node.text, node.isInteger);
    case 'boolean':
      return node.value;
    case 'null':
      return null;
  }
}

function untypedNumber(text: string, isInteger: boolean): unknown {
  if (!isInteger) return Decimal.parse(text);
  const value = Number(text);
  if (value >= -2147483648 && value <= 2147483647) return value | 0;
  const long = BigInt(text);
  return BigInt.asIntN(64, long) === long ? long : Decimal.parse(text);
}
