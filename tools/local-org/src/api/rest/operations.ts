import { ApiError } from '../../platform/api-error.js';
import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { selectedColumns } from '../../soql/index.js';
import { SObjectRecord } from '../../values/record.js';
import { PlatformError } from '../../values/platform-error.js';
import { recordFromJson, recordToJson, valueFromJson, type JsonRow } from './json-codec.js';
import { queryRowToJson } from './query-json.js';
import { describeGlobal, describeObject } from './describe.js';

export interface QueryRequest {
  readonly soql: string;
  /** `v68.0`. */
  readonly version: string;
  readonly resource: string;
  readonly allRows: boolean;
  readonly columns: boolean;
  readonly batchSize: number;
}

export type QueryReply =
  { totalSize: number; done: boolean; records: JsonRow[]; nextRecordsUrl?: string } | { columnMetadata: unknown[] };

export interface RowRequest {
  readonly action: 'create' | 'get' | 'update' | 'delete' | 'upsert';
  readonly object: string;
  readonly id: string | null;
  readonly externalField: string | null;
  readonly externalValue: string | null;
  readonly fields: readonly string[] | null;
  readonly body: JsonRow | null;
}

export interface RowReply {
  readonly status: number;
  readonly body: unknown;
}

export interface CollectionRequest {
  readonly action: 'create' | 'update' | 'delete' | 'upsert';
  readonly object: string | null;
  readonly externalField: string | null;
  readonly body: JsonRow;
}

/** Rows a collection request may hold (api_rest, resources_composite_sobjects_collections). */
const MAX_COLLECTION = 200;
/** The API works with the rights of its user, rows shared with that user only. */
const AS_USER = { mode: 'user', sharing: true } as const;

export const restOperations: HandlerTable = {
  query: (context: SlotContext, payload: QueryRequest): QueryReply =>
    context.transaction({}, (tx) => (payload.columns ? columnsOf(tx, payload) : runQueryFor(tx, payload))),
  'query-more': (): QueryReply => {
    throw new ApiError(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
  },
  row: (context: SlotContext, payload: RowRequest): RowReply =>
    context.transaction({}, (tx) => new RowAction(tx, payload).run()),
  collection: (context: SlotContext, payload: CollectionRequest): unknown => runCollection(context, payload),
  describe: (context: SlotContext, payload: { object: string; version: string }): unknown =>
    context.transaction({}, (tx) => describeObject(tx, objectOf(tx, payload.object), payload.version)),
  'describe-global': (context: SlotContext, payload: { version: string }): unknown =>
    context.transaction({}, (tx) => describeGlobal(tx, payload.version)),
  limits: (): unknown => ({
    DailyApiRequests: { Max: 5_000_000, Remaining: 5_000_000 },
    DailyAsyncApexExecutions: { Max: 250_000, Remaining: 250_000 }
  }),
  'current-user': (context: SlotContext): unknown =>
    context.transaction({}, (tx) => {
      const row = tx.db.query('SELECT id, username, name, email FROM "user" WHERE id = $1', [context.userId]).rows[0];
      if (!row) throw new ApiError(403, 'INVALID_SESSION_ID', 'the user of this session no longer exists');
      return { id: row[0], username: row[1], name: row[2], email: row[3] };
    })
};

function runQueryFor(tx: SlotTransaction, payload: QueryRequest): QueryReply {
  const outcome = tx.apiQuery(payload.soql, AS_USER, payload.allRows);
  if (outcome.count !== null) return { totalSize: outcome.count, done: true, records: [] };
  const base = `/services/data/${payload.version}${payload.resource.startsWith('tooling') ? '/tooling' : ''}`;
  const columns = selectedColumns(payload.soql, tx.schema);
  const records = outcome.records.map((record) => queryRowToJson(record, columns, tx.schema, base));
  return { totalSize: records.length, done: true, records };
}

/** What the CLI asks for to lay out its table: names of the columns as the query wrote them. */
function columnsOf(tx: SlotTransaction, payload: QueryRequest): QueryReply {
  return { columnMetadata: tx.queryColumns(payload.soql) };
}

function objectOf(tx: SlotTransaction, name: string): ObjectDefinition {
  const object = tx.schema.object(name);
  if (!object || (tx.rights.object(object.name).read === false && object.kind !== 'setup')) {
    throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
  }
  return object;
}

class RowAction {
  private readonly object: ObjectDefinition;

  constructor(
    private readonly tx: SlotTransaction,
    private readonly payload: RowRequest
  ) {
    this.object = objectOf(tx, payload.object);
  }

  run(): RowReply {
    switch (this.payload.action) {
      case 'create':
        return this.create();
      case 'get':
        return { status: 200, body: this.read(this.recordId()) };
      case 'update':
        return this.update(this.recordId());
      case 'delete':
        this.write('delete', this.emptyRecord(this.recordId()));
        return { status: 204, body: null };
      case 'upsert':
        return this.upsert();
    }
  }

  private create(): RowReply {
    const record = recordFromJson(this.payload.body ?? {}, this.object, this.tx.schema);
    const result = this.write('insert', record);
    return { status: 201, body: { id: result.id, success: true, errors: [] } };
  }

  private update(id: string): RowReply {
    const body = this.payload.body ?? {};
    if (Object.keys(body).some((name) => name.toLowerCase() === 'id')) {
      throw new ApiError(400, 'INVALID_FIELD', 'The Id field should not be specified in the sobject data.');
    }
    const record = recordFromJson(body, this.object, this.tx.schema);
    record.fields.set('id', id);
    this.write('update', record);
    return { status: 204, body: null };
  }

  private upsert(): RowReply {
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
    const [result] = this.tx.dml(operation, [record], { allOrNone: false, access: AS_USER, externalIdField: field });
    const error = result?.errors[0];
    if (result && !error) return result;
    // Any error ends the request: nothing of it may stay.
    throw new ApiError(
      statusOf(error?.statusCode ?? ''),
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
    if (records.length > 1)
      throw new ApiError(300, 'MULTIPLE_CHOICES', `more than one row has ${field} ${externalValue ?? ''}`);
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

  private emptyRecord(id: string): SObjectRecord {
    const record = new SObjectRecord(this.object.name);
    record.fields.set('id', id);
    return record;
  }
}

/** HTTP status of a failed row. Source: api_rest, errorcodes. */
function statusOf(code: string): number {
  if (code === 'ENTITY_IS_DELETED' || code === 'NOT_FOUND' || code === 'INVALID_CROSS_REFERENCE_KEY') return 404;
  return 400;
}

function runCollection(context: SlotContext, payload: CollectionRequest): unknown {
  const allOrNone = payload.body.allOrNone === true;
  const outcome: { results: unknown[] } = { results: [] };
  try {
    return context.transaction({}, (tx) => {
      const records = collectionRecords(tx, payload);
      const externalIdField = payload.externalField;
      const operation = payload.action === 'create' ? 'insert' : payload.action;
      const results = tx.dml(operation, records, { allOrNone: false, access: AS_USER, externalIdField });
      outcome.results = results.map((result) => collectionResult(result, operation === 'upsert'));
      if (allOrNone && results.some((result) => !result.success)) throw new RolledBack();
      return outcome.results;
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return outcome.results.map((result) =>
      (result as { success: boolean }).success
        ? {
            success: false,
            errors: [
              {
                statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK',
                message:
                  'Record rolled back because not all records were valid and the request was using AllOrNone header',
                fields: []
              }
            ]
          }
        : result
    );
  }
}

class RolledBack extends Error {}

function collectionRecords(tx: SlotTransaction, payload: CollectionRequest): SObjectRecord[] {
  if (payload.action === 'delete') {
    return ((payload.body.ids as string[] | undefined) ?? []).map((id) => {
      const object = tx.schema.objectByKeyPrefix(id.slice(0, 3));
      if (!object) throw new ApiError(400, 'INVALID_ID_FIELD', `invalid record id: ${id}`);
      const record = new SObjectRecord(object.name);
      record.fields.set('id', id);
      return record;
    });
  }
  const rows = payload.body.records;
  if (!Array.isArray(rows)) throw new ApiError(400, 'REQUIRED_FIELD_MISSING', 'the body has no list "records"');
  if (rows.length > MAX_COLLECTION) {
    throw new ApiError(
      400,
      'EXCEEDED_ID_LIMIT',
      `record limit reached. cannot submit more than ${MAX_COLLECTION} records in this operation`
    );
  }
  return (rows as JsonRow[]).map((row) => {
    const name = payload.object ?? (row.attributes as { type?: string } | undefined)?.type;
    const object = name === undefined ? null : tx.schema.object(name);
    if (!object) throw new ApiError(400, 'INVALID_TYPE', `sObject type '${name ?? ''}' is not supported.`);
    return recordFromJson(row, object, tx.schema);
  });
}

function collectionResult(result: DmlRowResult, withCreated: boolean): unknown {
  return {
    ...(result.id && result.success ? { id: result.id } : {}),
    success: result.success,
    ...(withCreated && result.success ? { created: result.created } : {}),
    errors: result.errors.map(({ statusCode, message, fields }) => ({ statusCode, message, fields }))
  };
}

/** Turns what SOQL and DML throw into the API's errors. */
export function apiErrorOf(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (!(error instanceof PlatformError)) return null;
  const detail = error.detail as { errorCode?: string } | undefined;
  const code =
    detail?.errorCode ?? (error.apexType === 'System.QueryException' ? 'MALFORMED_QUERY' : 'UNKNOWN_EXCEPTION');
  return new ApiError(400, code, error.message);
}
