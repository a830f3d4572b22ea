import { BlobValue } from './blob.js';
import { DateValue } from './date.js';
import { doubleText } from './double.js';
import { valueEnvironment } from './environment.js';
import { ApexList } from './list.js';
import { ApexMap } from './map.js';
import { isTypedValue, isUserInstance, type UserInstance } from './object.js';
import { SObjectRecord } from './record.js';
import { ApexSet } from './set.js';
import { DOUBLE, type ApexType } from './type.js';

/** Collections show this many elements, then `...`. */
const SHOWN_ELEMENTS = 10;
/** What stands for an object inside itself. */
const ALREADY_SHOWN = '(already output)';

/**
 * Text of a value in a String concatenation, in debug output, in assertion messages and in String.valueOf(Object):
 * `null`, `1.50`, `2024-01-02 00:00:00` for a Date, times in UTC, `(1, 2)`, `{a=1}`, `Account:{Name=x}`, `Foo:[a=1]`.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/langCon_apex_primitives.htm
 */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : render(value, null);
}

/** As textOf, for a value whose static type is known: a raw number of type Double prints as `1.0`. */
export function textOfTyped(value: unknown, type: ApexType): string {
  return typeof value === 'number' && type === DOUBLE ? doubleText(value) : textOf(value);
}

function render(value: unknown, outer: ReadonlySet<object> | null): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object')
    return typeof value === 'number' && !Number.isInteger(value) ? doubleText(value) : String(value);
  if (value instanceof DateValue) return `${value.toString()} 00:00:00`;
  if (value instanceof BlobValue) return `Blob[${value.size}]`;
  if (outer?.has(value)) return ALREADY_SHOWN;
  if (value instanceof ApexList) return `(${elements(value, value.elementType, within(outer, value))})`;
  if (value instanceof ApexSet) return `{${elements(value, value.elementType, within(outer, value))}}`;
  if (value instanceof ApexMap) return renderMap(value, within(outer, value));
  if (value instanceof SObjectRecord) return renderRecord(value, within(outer, value));
  if (isUserInstance(value)) return renderInstance(value, within(outer, value));
  if (isTypedValue(value)) return value.apexText?.() ?? value.apexType.name;
  return String(value);
}

const within = (outer: ReadonlySet<object> | null, value: object): ReadonlySet<object> =>
  new Set(outer ?? []).add(value);

function renderTyped(value: unknown, type: ApexType, outer: ReadonlySet<object>): string {
  return typeof value === 'number' && type === DOUBLE ? doubleText(value) : render(value, outer);
}

function elements(values: Iterable<unknown>, type: ApexType, outer: ReadonlySet<object>): string {
  const shown: string[] = [];
  for (const value of values) {
    if (shown.length === SHOWN_ELEMENTS) {
      shown.push('...');
      break;
    }
    shown.push(renderTyped(value, type, outer));
  }
  return shown.join(', ');
}

function renderMap(map: ApexMap, outer: ReadonlySet<object>): string {
  const shown: string[] = [];
  for (const [key, value] of map) {
    if (shown.length === SHOWN_ELEMENTS) {
      shown.push('...');
      break;
    }
    shown.push(`${renderTyped(key, map.keyType, outer)}=${renderTyped(value, map.valueType, outer)}`);
  }
  return `{${shown.join(', ')}}`;
}

function renderRecord(record: SObjectRecord, outer: ReadonlySet<object>): string {
  const { fieldName } = valueEnvironment();
  const shown = [...record.fields].map(
    ([key, value]) => `${fieldName(record.objectName, key)}=${render(value, outer)}`
  );
  return `${record.objectName}:{${shown.join(', ')}}`;
}

function renderInstance(instance: UserInstance, outer: ReadonlySet<object>): string {
  if (typeof instance.tostring$0 === 'function') return instance.tostring$0() ?? 'null';
  if (isTypedValue(instance) && instance.apexText) return instance.apexText();
  const members = instance as unknown as Record<string, unknown>;
  const shown = instance.$class.fields.map(
    (field) => `${field.name}=${renderTyped(members[field.jsName] ?? null, field.type, outer)}`
  );
  const name = instance.$class.type.name;
  return `${name.slice(name.lastIndexOf('.') + 1)}:[${shown.join(', ')}]`;
}
