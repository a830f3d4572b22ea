import { currentTransaction, type RuntimeClass } from '../../apex/runtime/transaction.js';
import { BlobValue } from '../../values/blob.js';
import { ApexList, ApexMap, ApexSet } from '../../values/collections.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import type { EnumValue } from '../../values/enum.js';
import { platformEnumValue } from '../../values/enum.js';
import { toId18 } from '../../values/id.js';
import { TimeValue } from '../../values/time.js';
import * as types from '../../values/type.js';
import type { ApexType } from '../../values/type.js';
import { platformObject } from './platform-objects.js';
import { readRecord } from './records.js';
import { jsonError } from './tokens.js';
import type { JsonNode } from './tree.js';

/**
 * Value of the wanted type from a JSON value.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_class_System_Json.htm
 * @param strict unknown names of class fields are an error.
 * @throws PlatformError System.JSONException
 */
export function typedValue(node: JsonNode, type: ApexType, strict: boolean): unknown {
  if (node.kind === 'null') return null;
  switch (type.kind) {
    case 'primitive':
      return primitive(node, type);
    case 'list':
      return new ApexList(
        type.args[0]!,
        arrayOf(node).map((item) => typedValue(item, type.args[0]!, strict))
      );
    case 'set':
      return new ApexSet(
        type.args[0]!,
        arrayOf(node).map((item) => typedValue(item, type.args[0]!, strict))
      );
    case 'map':
      return new ApexMap(
        type.args[0]!,
        type.args[1]!,
        entriesOf(node).map(([key, value]) => [
          typedValue({ kind: 'string', text: key }, type.args[0]!, strict),
          typedValue(value, type.args[1]!, strict)
        ])
      );
    case 'sobject':
      return readRecord(node, type, typedValue);
    case 'user':
      return userValue(node, type, strict);
    case 'platform':
      return platformValue(node, type);
    default:
      throw unsupported(type);
  }
}

export const unsupported = (type: ApexType) => {
  const name = type.kind === 'platform' && type.key.startsWith('system.') ? `System.${type.name}` : type.name;
  return jsonError(`Apex Type unsupported in JSON: ${name}`);
};

const noArray = () => jsonError("Malformed JSON: Expected '[' at the beginning of List/Set");
const noObject = () => jsonError("Malformed JSON: Expected '{' at the beginning of object");

/** @throws PlatformError System.JSONException when the text starts with a scalar where a list or an object should. */
export function checkOpening(text: string, type: ApexType): void {
  const first = /^\s*(["\-\dtf[{])/.exec(text)?.[1];
  if (first === undefined) return;
  if ((type.kind === 'list' || type.kind === 'set') && first !== '[') throw noArray();
  const isEnum = type.kind === 'user' && currentTransaction().code.type(type.name)?.kind === 'enum';
  const isObject = type.kind === 'map' || type.kind === 'sobject' || (type.kind === 'user' && !isEnum);
  if (isObject && first !== '{') throw noObject();
}

function arrayOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind !== 'array') throw noArray();
  return node.items;
}

function entriesOf(node: JsonNode): readonly (readonly [string, JsonNode])[] {
  if (node.kind !== 'object') throw noObject();
  return node.entries;
}

function primitive(node: JsonNode, type: ApexType): unknown {
  if (node.kind === 'object' || node.kind === 'array' || node.kind === 'null') {
    throw jsonError(`Illegal value for primitive: expected ${type.name}`);
  }
  const text = node.kind === 'boolean' ? String(node.value) : node.text;
  const value = primitiveOf(text, type);
  if (value === null) throw jsonError(`Illegal value for primitive: ${text} is no ${type.name}`);
  return value;
}

/** null when the text is none of the type. */
function primitiveOf(text: string, type: ApexType): unknown {
  switch (type) {
    case types.STRING:
      return text;
    case types.ID:
      return text === '' ? null : toId18(text);
    case types.BOOLEAN:
      return text === 'true' ? true : text === 'false' ? false : null;
    case types.INTEGER: {
      const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
      return number >= -2147483648 && number <= 2147483647 ? number : null;
    }
    case types.LONG: {
      const long = /^-?\d+$/.test(text) ? BigInt(text) : null;
      return long !== null && BigInt.asIntN(64, long) === long ? long : null;
    }
    case types.DOUBLE:
      return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : null;
    case types.DECIMAL:
      return Decimal.tryParse(text);
    case types.DATE:
      return DateValue.parseIso(text.slice(0, 10));
    case types.DATETIME: {
      const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? DateValue.parseIso(text) : null;
      return date ? new DatetimeValue(date.epochDays * 86_400_000) : DatetimeValue.parseIso(text);
    }
    case types.TIME:
      return TimeValue.parseIso(text);
    case types.BLOB:
      return new BlobValue(new Uint8Array(Buffer.from(text, 'base64')));
    default:
      return null;
  }
}

function userValue(node: JsonNode, type: ApexType, strict: boolean): unknown {
  const runtime = currentTransaction().code.type(type.name);
  if (!runtime) throw unsupported(type);
  if (runtime.kind === 'enum') return enumValue(node, runtime);
  if (runtime.kind === 'interface' || runtime.isAbstract) throw unsupported(type);
  const instance = runtime.allocate() as Record<string, unknown>;
  for (const [name, value] of entriesOf(node)) {
    const wanted = name.toLowerCase();
    const field = runtime.fields.find((candidate) => candidate.name.toLowerCase() === wanted);
    if (field && !field.isTransient) setMember(instance, field, typedValue(value, field.type, strict));
    else if (strict && !field) throw jsonError(`Unknown field: ${type.name}.${name}`);
  }
  return instance;
}

/** Fills a field; a property through its setter. */
function setMember(instance: Record<string, unknown>, field: RuntimeClass['fields'][number], value: unknown): void {
  const setter = field.hasAccessors ? instance[`$set_${field.jsName}`] : undefined;
  if (typeof setter === 'function') setter.call(instance, value);
  else instance[field.jsName] = value;
}

function enumValue(node: JsonNode, runtime: RuntimeClass): EnumValue {
  const wanted = node.kind === 'string' ? node.text.toLowerCase() : null;
  const found = (runtime.enumValues as readonly EnumValue[]).find((value) => value.name.toLowerCase() === wanted);
  if (!found)
    throw jsonError(`Illegal value for enum ${runtime.type.name}: ${node.kind === 'string' ? node.text : node.kind}`);
  return found;
}

function platformValue(node: JsonNode, type: ApexType): unknown {
  if (node.kind === 'string') {
    const found = platformEnumValue(type.key, node.text);
    if (found) return found;
  }
  const made = platformObject(node, type, typedValue);
  if (made === undefined) throw unsupported(type);
  return made;
}
