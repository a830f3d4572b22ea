import { ApiError } from '../../platform/api-error.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { sqlName } from '../../schema/ddl/names.js';
import { looksLikeId, toId18 } from '../../schema/ids.js';
import type { BlobValue } from '../../values/blob.js';
import type { DatetimeValue } from '../../values/datetime.js';
import { SObjectRecord } from '../../values/record.js';
import { insertRows } from './insert-rows.js';
import { recordFromJson, recordToJson, valueFromJson, type JsonRow } from './json-codec.js';
import { rowTag, unmetStatus, type Preconditions, type RowState } from './preconditions.js';
import { AS_USER } from './query-operation.js';
import { unwritable, withRefused } from './writable.js';

export interface RowRequest {
  readonly action: 'create' | 'get' | 'update' | 'delete' | 'upsert';
  readonly object: string;
  readonly id: string | null;
  readonly externalField: string | null;
  readonly externalValue: string | null;
  readonly fields: readonly string[] | null;
  readonly body: JsonRow | null;
  readonly conditions?: Preconditions | null;
}

/** Status and body of an answer; a body of null is none. */
export interface RestReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file in place of a body. */
  readonly content?: Uint8Array;
}

/** @throws ApiError 404 for an object that is not there, or not for this user. */
export function objectOf(tx: SlotTransaction, name: string): ObjectDefinition {
  const object = tx.schema.object(name);
  if (!object || (tx.rights.object(object.name).read === false && object.kind !== 'setup')) {
    throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
  }
  return object;
}

/** A record of nothing but its id. @throws ApiError when no object has such ids. */
export function recordById(tx: SlotTransaction, id: string): SObjectRecord {
  const object = tx.schema.objectByKeyPrefix(id.slice(0, 3));
  if (!object) throw new ApiError(400, 'INVALID_ID_FIELD', `invalid record id: ${id}`);
  const record = new SObjectRecord(object.name);
  record.fields.set('id', id);
  return record;
}

/** What becomes of rows that are named by ids: each id that no object can have is a failure of its own. */
export function forEachId(
  tx: SlotTransaction,
  ids: readonly string[],
  run: (records: readonly SObjectRecord[]) => readonly DmlRowResult[]
): DmlRowResult[] {
  const records = ids.map((id) => {
    const isId = looksLikeId(id) && (id.length === 15 || toId18(id) === id);
    return isId && tx.schema.objectByKeyPrefix(id.slice(0, 3))
      ? recordById(tx, toId18(id))
      : { statusCode: 'MALFORMED_ID', message: `malformed id ${id}`, fields: [] };
  });
  return withRefused<SObjectRecord>(records, run);
}

/** One request on one row (api_rest, resources_sobject_basic_info and its neighbours). */
export class RowAction {
  private readonly object: ObjectDefinition;

  constructor(
    private readonly tx: SlotTransaction,
    private readonly payload: RowRequest
  ) {
    this.object = objectOf(tx, payload.object);
  }

  run(): RestReply {
    try {
      return this.act();
    } catch (error) {
      if (error instanceof SeveralRows) return { status: 300, body: error.urls };
      throw error;
    }
  }

  private act(): RestReply {
    switch (this.payload.action) {
      case 'create':
        return this.create();
      case 'get':
        return this.blob() ?? this.get(this.recordId());
      case 'update':
        return this.update(this.recordId());
      case 'delete':
        return this.remove(this.recordId());
      case 'upsert':
        return this.upsert();
    }
  }

  private get(id: string): RestReply {
    const state = this.state(id);
    const unmet = state && this.payload.conditions ? unmetStatus(this.payload.conditions, state, true) : null;
    const headers: Record<string, string> = state?.etag ? { etag: state.etag } : {};
    if (state) headers['last-modified'] = new Date(state.modified).toUTCString();
    if (unmet === 304) return { status: 304, body: null, headers };
    if (unmet === 412) throw preconditionFailed();
    return { status: 200, body: this.read(id), headers };
  }

  /**
   * Of an object whose rows can be compared, or nothing: when conditions are set, and always for tags.
   *
   * @param locks keeps the row as it is until the write that depends on it.
   */
  private state(id: string, locks = false): RowState | null {
    const hasTag = this.object.name === 'Account';
    if (!hasTag && !this.payload.conditions) return null;
    const names = ['lastmodifieddate', 'systemmodstamp'].filter((name) => Object.hasOwn(this.object.fields, name));
    if (names.length === 0) return null;
    const text = `SELECT ${names.join(', ')} FROM ${this.object.name} WHERE Id = :id${locks ? ' FOR UPDATE' : ''}`;
    const record = this.tx.apiQuery(text, AS_USER, false, new Map([['id', id]])).records[0];
    const time = (name: string): number | undefined => (record?.fields.get(name) as DatetimeValue | undefined)?.ms;
    const modified = time('lastmodifieddate') ?? time('systemmodstamp');
    if (modified === undefined) return null;
    return { modified, etag: hasTag ? rowTag(toId18(id), this.version(id)) : null };
  }

  /** Of a row as it is stored. SystemModstamp would not do: two changes within a second leave the same one. */
  private version(id: string): string {
    const sql = `SELECT xmin::text FROM ${sqlName(this.object.name)} WHERE id = $1`;
    const [row] = this.tx.db.query(sql, [toId18(id)]).rows;
    return row?.[0] as string;
  }

  /** `…/Attachment/{id}/Body`: the file itself. null: the address is of another form. */
  private blob(): RestReply | null {
    const { externalField: id, externalValue: name } = this.payload;
    if (id === null || name === null || !looksLikeId(id) || !id.startsWith(this.object.keyPrefix)) return null;
    const field = this.tx.schema.field(this.object.name, name);
    if (field?.type !== 'base64') return null;
    const text = `SELECT ${field.name} FROM ${this.object.name} WHERE Id = :id`;
    const record = this.tx.apiQuery(text, AS_USER, false, new Map([['id', id]])).records[0];
    if (!record) throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
    const value = record.fields.get(field.name.toLowerCase()) as BlobValue | null;
    return { status: 200, body: null, content: value?.bytes ?? new Uint8Array() };
  }

  private create(): RestReply {
    const record = recordFromJson(this.payload.body ?? {}, this.object, this.tx.schema);
    const result = this.write('insert', record);
    return { status: 201, body: { id: result.id, success: true, errors: result.errors } };
  }

  private update(id: string): RestReply {
    const body = this.payload.body ?? {};
    if (Object.keys(body).some((name) => name.toLowerCase() === 'id')) {
      throw new ApiError(400, 'INVALID_FIELD', 'The Id field should not be specified in the sobject data.');
    }
    const record = recordFromJson(body, this.object, this.tx.schema);
    this.holdToConditions(id);
    record.fields.set('id', id);
    this.write('update', record);
    return { status: 204, body: null };
  }

  private remove(id: string): RestReply {
    this.holdToConditions(id);
    this.write('delete', this.emptyRecord(id));
    return { status: 204, body: null };
  }

  private holdToConditions(id: string): void {
    const { conditions } = this.payload;
    const state = conditions ? this.state(id, true) : null;
    if (conditions && state && unmetStatus(conditions, state, false)) throw preconditionFailed();
  }

  private upsert(): RestReply {
    const field = this.externalField();
    const record = recordFromJson(this.payload.body ?? {}, this.object, this.tx.schema);
    if (field.toLowerCase() === 'id') {
      record.fields.set('id', this.payload.externalValue);
      this.write('update', record);
      return { status: 204, body: null };
    }
    const definition = this.tx.schema.field(this.object.name, field);
    record.fields.set(field.toLowerCase(), definition ? valueFromJson(this.payload.externalValue, definition) : null);
    const result = this.write('upsert', record, field);
    return {
      status: result.created ? 201 : 200,
      body: { id: result.id, success: true, errors: [], created: result.created }
    };
  }

  private write(
    operation: 'insert' | 'update' | 'upsert' | 'delete',
    record: SObjectRecord,
    field: string | null = null
  ): DmlRowResult {
    const action = operation === 'insert' ? 'create' : operation;
    const refused = action === 'delete' ? null : unwritable(this.tx, record, this.object, action);
    if (refused) throw new ApiError(400, refused.statusCode, refused.message, refused.fields);
    const options = { allOrNone: false, access: AS_USER, externalIdField: field };
    const [result] =
      operation === 'insert' ? insertRows(this.tx, [record], options) : this.tx.dml(operation, [record], options);
    if (result?.success) return result;
    const error = result?.errors[0];
    if (error?.statusCode === 'DUPLICATE_EXTERNAL_ID' && field !== null) {
      const text = `SELECT Id FROM ${this.object.name} WHERE ${field} = :value`;
      const { records } = this.tx.apiQuery(text, AS_USER, false, new Map([['value', this.payload.externalValue]]));
      throw new SeveralRows(records.map((found) => this.url(found.id as string)));
    }
    // Any error ends the request: nothing of it may stay.
    throw new ApiError(
      statusOf(error?.statusCode ?? '', error?.fields ?? []),
      error?.statusCode ?? 'UNKNOWN_EXCEPTION',
      error?.message ?? '',
      error?.fields ?? []
    );
  }

  private read(id: string): JsonRow {
    const names =
      this.payload.fields ??
      Object.values(this.object.fields)
        .filter(
          (field) =>
            field.type !== 'address' &&
            field.type !== 'location' &&
            this.tx.rights.field(this.object.name, field.name).read
        )
        .map((field) => field.name);
    const text = `SELECT ${[...new Set(['Id', ...names])].join(', ')} FROM ${this.object.name} WHERE Id = :id`;
    const { records } = this.tx.apiQuery(text, AS_USER, false, new Map([['id', id]]));
    const record = records[0];
    if (!record) throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
    return recordToJson(record, this.tx.schema, `/services/data/v${this.tx.apiVersion}.0`);
  }

  /** Of the address: an id, or the one row with an external id. */
  private recordId(): string {
    const { id, externalField, externalValue } = this.payload;
    if (externalField === null) {
      if (!id || !/^[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?$/.test(id))
        throw new ApiError(
          404,
          'NOT_FOUND',
          'Provided external ID field does not exist or is not accessible: ' + String(id)
        );
      return id;
    }
    const field = this.externalField();
    const text = `SELECT Id FROM ${this.object.name} WHERE ${field} = :value`;
    const { records } = this.tx.apiQuery(text, AS_USER, false, new Map([['value', externalValue]]));
    if (records.length > 1) throw new SeveralRows(records.map((record) => this.url(record.id as string)));
    const found = records[0]?.id;
    if (!found) throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
    return found;
  }

  private externalField(): string {
    const field = this.tx.schema.field(this.object.name, this.payload.externalField ?? '');
    if (!field || !(field.externalId || field.idLookup || field.type === 'id')) {
      throw new ApiError(
        404,
        'NOT_FOUND',
        `Provided external ID field does not exist or is not accessible: ${this.payload.externalField ?? ''}`
      );
    }
    return field.name;
  }

  private url(id: string): string {
    return `/services/data/v${this.tx.apiVersion}.0/sobjects/${this.object.name}/${id}`;
  }

  private emptyRecord(id: string): SObjectRecord {
    const record = new SObjectRecord(this.object.name);
    record.fields.set('id', id);
    return record;
  }
}

/** An external id that several rows have: the answer lists them. */
class SeveralRows extends Error {
  constructor(readonly urls: readonly string[]) {
    super('several rows');
  }
}

const preconditionFailed = (): ApiError =>
  new ApiError(412, 'PRECONDITION_FAILED', 'The row is not as the conditions of the request want it.');

/** HTTP status of a failed row; a reference to nothing is the row itself when no field is named. Source: api_rest, errorcodes. */
function statusOf(code: string, fields: readonly string[]): number {
  if (code === 'INVALID_CROSS_REFERENCE_KEY') return fields.length === 0 ? 404 : 400;
  return code === 'ENTITY_IS_DELETED' || code === 'NOT_FOUND' ? 404 : 400;
}
