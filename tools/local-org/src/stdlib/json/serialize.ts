import { BlobValue } from '../../values/blob.js';
import { ApexList, ApexMap, ApexSet } from '../../values/collections.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { DoubleValue, doubleText } from '../../values/double.js';
import { EnumValue } from '../../values/enum.js';
import { isUserInstance, type UserInstance } from '../../values/object.js';
import { SObjectRecord } from '../../values/record.js';
import { typeOfValue } from '../../values/runtime-type.js';
import { textOf } from '../../values/text.js';
import { TimeValue } from '../../values/time.js';
import { DOUBLE, type ApexType } from '../../values/type.js';
import { PicklistEntry } from '../Schema/PicklistEntry.js';
import { Uuid } from '../System/UUID.js';
import { Bean } from '../support/bean.js';
import { DatabaseError, RowResult } from '../support/dml-results.js';
import { populatedFields } from '../support/record-fields.js';
import { platformRegistry } from '../support/registry-access.js';
import { SObjectFieldToken, SObjectTypeToken } from '../support/tokens.js';
import { unsupported } from './typed.js';
import { jsonError } from './tokens.js';
import { JsonWriter, quoted } from './writer.js';

/** API version in the addresses that serialised records carry. */
const API_VERSION = '68.0';

/**
 * JSON.serialize. @param suppressNulls leaves out fields of class instances that are null.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_class_System_Json.htm
 * @throws PlatformError System.JSONException for what JSON cannot hold.
 */
export function serialize(value: unknown, pretty: boolean, suppressNulls: boolean): string {
  const writer = new JsonWriter(pretty);
  writeValue(writer, value, suppressNulls);
  return writer.toString();
}

export function writeValue(writer: JsonWriter, value: unknown, suppressNulls: boolean): void {
  new Serializer(writer, suppressNulls).write(value, null);
}

/**
 * A value as Lightning components get it: of instances only what is annotated with `@AuraEnabled`, without what is null.
 * https://developer.salesforce.com/docs/platform/lwc/guide/apex-result-caching.html
 * @throws PlatformError System.JSONException for what JSON cannot hold.
 */
export function serializeForLightning(value: unknown): string {
  const writer = new JsonWriter(false);
  new Serializer(writer, true, (field) => field.isAuraEnabled === true).write(value, null);
  return writer.toString();
}

class Serializer {
  /** Objects that are being written, to find cycles. */
  private readonly open = new Set<object>();

  constructor(
    private readonly writer: JsonWriter,
    private readonly suppressNulls: boolean,
    private readonly shows: (field: UserInstance['$class']['fields'][number]) => boolean = (field) => !field.isTransient
  ) {}

  /** @param type declared type, where known: a raw number of type Double prints as `1.0`. */
  write(value: unknown, type: ApexType | null): void {
    if (value === null || value === undefined) return this.writer.raw('null');
    if (typeof value === 'string') return this.writer.raw(quoted(value));
    if (typeof value === 'number') {
      return this.writer.raw(type === DOUBLE || !Number.isInteger(value) ? doubleNumber(value) : String(value));
    }
    if (typeof value !== 'object') return this.writer.raw(String(value));
    const scalar = scalarText(value);
    if (scalar !== null) return this.writer.raw(scalar);
    if (this.open.has(value)) throw jsonError('Serialization failed: the object contains itself');
    this.open.add(value);
    this.structure(value);
    this.open.delete(value);
  }

  private structure(value: object): void {
    if (value instanceof ApexList || value instanceof ApexSet) return this.array(value, value.elementType);
    if (value instanceof ApexMap) return this.map(value);
    if (value instanceof SObjectRecord) return this.record(value);
    if (value instanceof RowResult) return this.rowResult(value);
    if (value instanceof DatabaseError) {
      return this.members([
        ['statusCode', value.error.statusCode],
        ['message', value.error.message],
        ['fields', value.fields]
      ]);
    }
    if (value instanceof PicklistEntry) return this.picklistEntry(value);
    if (value instanceof Bean) return this.bean(value);
    if (isUserInstance(value) && !(value instanceof Error)) return this.instance(value);
    throw unsupported(typeOfValue(value));
  }

  private array(values: Iterable<unknown>, elementType: ApexType): void {
    this.writer.startArray();
    for (const value of values) this.write(value, elementType);
    this.writer.endArray();
  }

  private map(map: ApexMap): void {
    this.writer.startObject();
    for (const [key, value] of map) {
      if (typeof key === 'object' && key !== null && scalarText(key) === null && !isToken(key)) {
        throw jsonError(`Unsupported key type in Map: ${map.keyType.name}`);
      }
      this.writer.name(keyText(key));
      this.write(value, map.valueType);
    }
    this.writer.endObject();
  }

  private record(record: SObjectRecord): void {
    this.writer.startObject();
    this.writer.name('attributes');
    this.members([
      ['type', record.objectName],
      ...(record.id === null
        ? []
        : ([['url', `/services/data/v${API_VERSION}/sobjects/${record.objectName}/${record.id}`]] as const))
    ]);
    for (const [name, value] of populatedFields(record)) {
      this.writer.name(name);
      if (value instanceof ApexList && value.elementType.kind === 'sobject') this.childRecords(value);
      else this.write(value, null);
    }
    this.writer.endObject();
  }

  private childRecords(list: ApexList): void {
    this.members([
      ['totalSize', list.items.length],
      ['done', true],
      ['records', list]
    ]);
  }

  private picklistEntry({ entry, validFor }: PicklistEntry): void {
    this.members([
      ['active', entry.isActive],
      ['defaultValue', entry.isDefault],
      ['label', entry.label],
      ...(validFor === null ? [] : ([['validFor', validFor]] as const)),
      ['value', entry.value]
    ]);
  }

  private rowResult(result: RowResult): void {
    this.members([
      ['success', result.row.success],
      ...(result.apexType.key === 'database.upsertresult' ? ([['created', result.row.created]] as const) : []),
      ['id', result.id],
      ['errors', result.errors]
    ]);
  }

  private bean(bean: Bean): void {
    const members = platformRegistry().of(bean.apexType)?.members ?? new Map();
    const properties = [...members.values()].flat().filter((member) => member.kind === 'property');
    this.members(properties.map((property) => [property.name, bean.read(property.name)] as const));
  }

  private members(entries: readonly (readonly [string, unknown])[]): void {
    this.writer.startObject();
    for (const [name, value] of entries) {
      this.writer.name(name);
      this.write(value, null);
    }
    this.writer.endObject();
  }

  private instance(instance: UserInstance): void {
    this.writer.startObject();
    for (const field of instance.$class.fields) {
      if (!this.shows(field)) continue;
      const value = memberValue(instance, field.jsName, field.hasAccessors);
      if (value === null && this.suppressNulls) continue;
      this.writer.name(field.name);
      this.write(value, field.type);
    }
    this.writer.endObject();
  }
}

/** Value of a field; of a property with accessors what its getter answers. */
function memberValue(instance: UserInstance, jsName: string, hasAccessors: boolean): unknown {
  const members = instance as unknown as Record<string, unknown>;
  const getter = hasAccessors ? members[`$get_${jsName}`] : undefined;
  const value = typeof getter === 'function' ? (getter.call(instance) as unknown) : members[jsName];
  return value ?? null;
}

/** JSON text of objects that stand for one value; null for structures. */
function scalarText(value: object): string | null {
  if (value instanceof Decimal) return value.toString();
  if (value instanceof Uuid) return `"${value.text}"`;
  if (value instanceof DoubleValue) return doubleNumber(value.value);
  if (value instanceof DateValue) return `"${value.toString()}"`;
  if (value instanceof DatetimeValue) return `"${value.toIso()}"`;
  if (value instanceof TimeValue) return `"${value.toString()}"`;
  if (value instanceof BlobValue) return `"${value.toBase64()}"`;
  if (value instanceof EnumValue) return quoted(value.name);
  return null;
}

const doubleNumber = (value: number): string => (Number.isFinite(value) ? doubleText(value) : `"${doubleText(value)}"`);

/** Tokens of objects and fields stand for their names. */
const isToken = (key: object): boolean => key instanceof SObjectFieldToken || key instanceof SObjectTypeToken;

function keyText(key: unknown): string {
  if (key === null) return 'null';
  if (key instanceof DateValue) return key.toString();
  if (key instanceof DatetimeValue) return key.toIso();
  return textOf(key);
}
