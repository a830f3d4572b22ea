import { fieldToken, SObjectFieldToken, sobjectTypeToken, SObjectTypeToken } from '../../stdlib/support/tokens.js';
import { BlobValue } from '../../values/blob.js';
import { ApexList, ApexMap, ApexSet } from '../../values/collections.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { DoubleValue } from '../../values/double.js';
import { EnumValue } from '../../values/enum.js';
import { isUserInstance, type UserInstance } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import { typeOfValue } from '../../values/runtime-type.js';
import { TimeValue } from '../../values/time.js';
import { TypeValue } from '../../values/type-value.js';
import { platformEnumValue } from './enums.js';
import { Cursor } from '../../stdlib/support/cursor.js';
import { ApexException } from './exception.js';
import { contextFrom, contextParts } from './serialize-contexts.js';
import { describeStub, restoreStub } from './stubs.js';
import { currentTransaction, type RuntimeClass } from './transaction.js';
import { typeFromJson, typeToJson, type TypeJson } from './type-codec.js';

/**
 * The storable form of a value: jobs are kept in it from enqueueing until they run. Text, numbers, truth values and null
 * stand for themselves; an array is a tagged value; what has an identity stands in a table and is referred to by
 * `["ref", index]`, so that shared objects and cycles stay what they are.
 */
type Json = string | number | boolean | null | readonly unknown[];

interface StoredGraph {
  readonly root: Json;
  readonly objects: readonly StoredObject[];
}

type Entries = readonly (readonly [string, Json])[];

type StoredObject =
  | { readonly kind: 'list' | 'set'; readonly type: TypeJson; readonly items: readonly Json[] }
  | { readonly kind: 'map'; readonly key: TypeJson; readonly value: TypeJson; readonly items: readonly Json[] }
  | {
      readonly kind: 'record';
      readonly object: string;
      readonly fields: Entries;
      readonly parents: Entries | null;
      readonly children: Entries | null;
      readonly queried: readonly string[] | null;
    }
  | { readonly kind: 'instance'; readonly type: string; readonly fields: Entries; readonly error: StoredError | null }
  | { readonly kind: 'cursor'; readonly name: Cursor['name']; readonly records: readonly Json[] }
  | { readonly kind: 'exception'; readonly type: TypeJson; readonly error: StoredError }
  | { readonly kind: 'stub'; readonly type: string; readonly fields: Entries; readonly provider: Json }
  | { readonly kind: 'context'; readonly name: string; readonly parts: readonly Json[] };

interface StoredError {
  readonly message: string | null;
  readonly cause: Json;
  readonly detail: unknown;
}

/**
 * @returns JSON text. Transient fields are null in it.
 * @throws PlatformError System.SerializationException for an object that cannot be stored (an HttpRequest, say).
 */
export function serializeValue(value: unknown): string {
  const writer = new GraphWriter();
  const root = writer.write(value);
  return JSON.stringify({ root, objects: writer.objects } satisfies StoredGraph);
}

class GraphWriter {
  readonly objects: StoredObject[] = [];
  private readonly indexes = new Map<object, number>();

  write(value: unknown): Json {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : ['number', String(Object.is(value, -0) ? '-0' : value)];
      case 'bigint':
        return ['long', value.toString()];
      default:
        return value === null || value === undefined ? null : (plainValue(value) ?? this.reference(value));
    }
  }

  private reference(value: object): Json {
    let index = this.indexes.get(value);
    if (index === undefined) {
      index = this.objects.length;
      this.indexes.set(value, index);
      // Takes the place first: the object may contain itself.
      this.objects.push({ kind: 'list', type: 'object', items: [] });
      this.objects[index] = this.stored(value);
    }
    return ['ref', index];
  }

  private stored(value: object): StoredObject {
    if (value instanceof ApexList || value instanceof ApexSet) {
      const kind = value instanceof ApexList ? 'list' : 'set';
      return { kind, type: typeToJson(value.elementType), items: [...value].map((item) => this.write(item)) };
    }
    if (value instanceof ApexMap) {
      const items = [...value].flatMap(([key, item]) => [this.write(key), this.write(item)]);
      return { kind: 'map', key: typeToJson(value.keyType), value: typeToJson(value.valueType), items };
    }
    if (value instanceof SObjectRecord) {
      return {
        kind: 'record',
        object: value.objectName,
        fields: this.entries(value.fields),
        parents: value.parents && this.entries(value.parents),
        children: value.children && this.entries(value.children),
        queried: value.queried && [...value.queried]
      };
    }
    if (isUserInstance(value)) {
      const stub = describeStub(value);
      if (stub) {
        const { type, provider } = stub;
        return { kind: 'stub', type: type.type.name, fields: this.fieldsOf(value), provider: this.write(provider) };
      }
      return {
        kind: 'instance',
        type: value.$class.type.name,
        fields: this.fieldsOf(value),
        error: value instanceof ApexException ? this.error(value) : null
      };
    }
    if (value instanceof Cursor) {
      return { kind: 'cursor', name: value.name, records: value.records.map((record) => this.write(record)) };
    }
    if (value instanceof ApexException) {
      return { kind: 'exception', type: typeToJson(value.platformClass), error: this.error(value) };
    }
    const context = contextParts(value);
    if (context) {
      return { kind: 'context', name: context.name, parts: context.parts.map((part) => this.write(part)) };
    }
    throw new PlatformError('System.SerializationException', `Not Serializable: ${typeOfValue(value).name}`);
  }

  private fieldsOf(instance: UserInstance): Entries {
    const members = instance as unknown as Record<string, unknown>;
    return instance.$class.fields
      .filter((field) => !field.isTransient)
      .map((field) => [field.jsName, this.write(members[field.jsName])] as const);
  }

  private error(exception: ApexException): StoredError {
    return {
      message: exception.apexMessage,
      cause: this.write(exception.apexCause),
      detail: exception.detail ?? null
    };
  }

  private entries(map: ReadonlyMap<string, unknown>): Entries {
    return [...map].map(([key, value]) => [key, this.write(value)] as const);
  }
}

/** Values without identity; null for all others. */
function plainValue(value: object): Json | null {
  if (value instanceof Decimal) return ['decimal', value.unscaled.toString(), value.scale];
  if (value instanceof DoubleValue) return ['double', String(Object.is(value.value, -0) ? '-0' : value.value)];
  if (value instanceof DateValue) return ['date', value.epochDays];
  if (value instanceof DatetimeValue) return ['datetime', value.ms];
  if (value instanceof TimeValue) return ['time', value.ms];
  if (value instanceof BlobValue) return ['blob', Buffer.from(value.bytes).toString('base64')];
  if (value instanceof EnumValue) return ['enum', typeToJson(value.type), value.name];
  if (value instanceof TypeValue) return ['type', typeToJson(value.of)];
  if (value instanceof SObjectTypeToken) return ['sobject-type', value.objectName];
  if (value instanceof SObjectFieldToken) return ['sobject-field', value.objectName, value.fieldName];
  return null;
}

/**
 * Reads what `serializeValue` wrote; classes come from the code of the running transaction.
 * @throws PlatformError System.TypeException when the org has a class of the value no more.
 */
export function deserializeValue(text: string): unknown {
  const { root, objects } = JSON.parse(text) as StoredGraph;
  return new GraphReader(objects).read(root);
}

class GraphReader {
  private readonly made = new Map<number, object>();

  constructor(private readonly objects: readonly StoredObject[]) {}

  read(json: Json): unknown {
    if (!Array.isArray(json)) return json;
    const [tag, first, second] = json as [string, unknown, unknown];
    switch (tag) {
      case 'ref':
        return this.object(first as number);
      case 'number':
        return Number(first);
      case 'long':
        return BigInt(first as string);
      case 'decimal':
        return new Decimal(BigInt(first as string), second as number);
      case 'double':
        return new DoubleValue(Number(first));
      case 'date':
        return new DateValue(first as number);
      case 'datetime':
        return new DatetimeValue(first as number);
      case 'time':
        return new TimeValue(first as number);
      case 'blob':
        return new BlobValue(new Uint8Array(Buffer.from(first as string, 'base64')));
      case 'enum':
        return enumValue(first as TypeJson, second as string);
      case 'type':
        return TypeValue.for(typeFromJson(first as TypeJson));
      case 'sobject-type':
        return sobjectTypeToken(first as string);
      case 'sobject-field':
        return fieldToken(first as string, second as string);
      default:
        throw new Error(`unknown tag ${tag} in a stored value`);
    }
  }

  private object(index: number): object {
    const known = this.made.get(index);
    if (known) return known;
    const stored = this.objects[index];
    if (!stored) throw new Error(`a stored value refers to object ${index}, which it does not have`);
    switch (stored.kind) {
      case 'list': {
        const list = this.keep(index, new ApexList(typeFromJson(stored.type)));
        for (const item of stored.items) list.add(this.read(item));
        return list;
      }
      case 'set': {
        const set = this.keep(index, new ApexSet(typeFromJson(stored.type)));
        for (const item of stored.items) set.add(this.read(item));
        return set;
      }
      case 'map': {
        const map = this.keep(index, new ApexMap(typeFromJson(stored.key), typeFromJson(stored.value)));
        for (let at = 0; at + 1 < stored.items.length; at += 2) {
          map.put(this.read(stored.items[at] as Json), this.read(stored.items[at + 1] as Json));
        }
        return map;
      }
      case 'record':
        return this.record(index, stored);
      case 'instance':
        return this.instance(index, stored);
      case 'cursor': {
        const records = stored.records.map((record) => this.read(record) as SObjectRecord);
        return this.keep(index, new Cursor(stored.name, records));
      }
      case 'exception':
        return this.exception(index, stored);
      case 'stub':
        return this.stub(index, stored);
      case 'context': {
        const parts = stored.parts.map((part) => this.read(part));
        return this.keep(index, contextFrom(stored.name, parts));
      }
    }
  }

  private keep<T extends object>(index: number, value: T): T {
    this.made.set(index, value);
    return value;
  }

  private record(index: number, stored: Extract<StoredObject, { kind: 'record' }>): SObjectRecord {
    const record = this.keep(index, new SObjectRecord(stored.object));
    for (const [key, value] of stored.fields) record.fields.set(key, this.read(value));
    if (stored.parents) record.parents = this.mapOf<SObjectRecord | null>(stored.parents);
    if (stored.children) record.children = this.mapOf<ApexList>(stored.children);
    if (stored.queried) record.queried = new Set(stored.queried);
    return record;
  }

  private mapOf<T>(entries: Entries): Map<string, T> {
    return new Map(entries.map(([key, value]) => [key, this.read(value) as T] as const));
  }

  private instance(index: number, stored: Extract<StoredObject, { kind: 'instance' }>): object {
    const type = classNamed(stored.type);
    const instance = this.keep(index, type.allocate());
    this.fill(instance, type, stored.fields);
    if (stored.error && instance instanceof ApexException) {
      instance.$exception(stored.error.message, this.read(stored.error.cause) as ApexException | null);
    }
    return instance;
  }

  private stub(index: number, stored: Extract<StoredObject, { kind: 'stub' }>): object {
    const type = classNamed(stored.type);
    const [stub, provide] = restoreStub(type);
    this.keep(index, stub);
    this.fill(stub, type, stored.fields);
    provide(this.read(stored.provider) as object);
    return stub;
  }

  /** A field that the class lost since then is left out. */
  private fill(instance: object, type: RuntimeClass, fields: Entries): void {
    const members = instance as Record<string, unknown>;
    const names = new Set(type.fields.map((field) => field.jsName));
    for (const [jsName, value] of fields) if (names.has(jsName)) members[jsName] = this.read(value);
  }

  private exception(index: number, stored: Extract<StoredObject, { kind: 'exception' }>): ApexException {
    const { message, cause, detail } = stored.error;
    const exception = this.keep(
      index,
      new ApexException(typeFromJson(stored.type), message, null, detail ?? undefined)
    );
    exception.apexCause = this.read(cause) as ApexException | null;
    return exception;
  }
}

function classNamed(name: string): RuntimeClass {
  const type = currentTransaction().code.type(name);
  if (!type) throw new PlatformError('System.TypeException', `Invalid type: ${name}`);
  return type;
}

function enumValue(json: TypeJson, name: string): EnumValue {
  const type = typeFromJson(json);
  if (type.kind !== 'user') return platformEnumValue(type, name);
  const values = (currentTransaction().code.type(type.name)?.enumValues ?? []) as readonly EnumValue[];
  const found = values.find((value) => value.name.toLowerCase() === name.toLowerCase());
  if (!found) throw new PlatformError('System.NoSuchElementException', `No enum constant ${type.name}.${name}`);
  return found;
}
