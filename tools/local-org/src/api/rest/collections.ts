import { ApiError } from '../../platform/api-error.js';
import { API_OPERATION } from '../../platform/logs/log-writer.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import { toId18 } from '../../schema/ids.js';
import { selectedColumns } from '../../soql/index.js';
import type { SObjectRecord } from '../../values/record.js';
import { insertRows } from './insert-rows.js';
import { recordFromJson, type JsonRow } from './json-codec.js';
import { AS_USER } from './query-operation.js';
import { queryRowToJson } from './query-json.js';
import { forEachId, objectOf } from './row-action.js';
import { unwritable, withRefused, type WriteAction } from './writable.js';

export interface CollectionRequest {
  readonly action: 'create' | 'update' | 'delete' | 'upsert';
  readonly object: string | null;
  readonly externalField: string | null;
  readonly body: JsonRow;
}

export interface RetrieveRequest {
  readonly object: string;
  readonly ids: readonly string[];
  readonly fields: readonly string[];
  /** `v68.0`. */
  readonly version: string;
  /** Files as base64 in the rows; otherwise their addresses. */
  readonly inlineBlobs?: boolean;
}

export interface CollectionOutcome {
  readonly results: readonly unknown[];
  /** The request wanted all or none, and a row failed: everything of it must be undone. */
  readonly undo: boolean;
}

/** Rows a request may hold (api_rest, resources_composite_sobjects_collections). */
const MAX_COLLECTION = 200;
const MAX_RETRIEVED = 2000;
const ROLLED_BACK = {
  statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK',
  message: 'Record rolled back because not all records were valid and the request was using AllOrNone header',
  fields: []
};

/** The request as a transaction of its own. */
export function collectionOperation(context: SlotContext, payload: CollectionRequest): unknown {
  let results: readonly unknown[] = [];
  try {
    return context.transaction({ operation: API_OPERATION }, (tx) => {
      const outcome = runCollection(tx, payload);
      results = outcome.results;
      if (outcome.undo) throw new Undone();
      return results;
    });
  } catch (error) {
    if (error instanceof Undone) return results;
    throw error;
  }
}

class Undone extends Error {}

/** Each row has its own result, in the order of the request. */
export function runCollection(tx: SlotTransaction, payload: CollectionRequest): CollectionOutcome {
  const operation = payload.action === 'create' ? 'insert' : payload.action;
  const options = { allOrNone: false, access: AS_USER, externalIdField: payload.externalField };
  const results =
    operation === 'delete'
      ? forEachId(tx, idsOf(payload), (records) => tx.dml('delete', records, options))
      : withRefused(writableRecords(tx, payload, payload.action as WriteAction), (records) =>
          operation === 'insert' ? insertRows(tx, records, options) : tx.dml(operation, records, options)
        );
  const undo = payload.body.allOrNone === true && results.some((result) => !result.success);
  return {
    undo,
    results: results.map((result) =>
      undo && result.success
        ? { success: false, ...(operation === 'upsert' ? { created: result.created } : {}), errors: [ROLLED_BACK] }
        : collectionResult(result, operation === 'upsert')
    )
  };
}

function idsOf({ body }: CollectionRequest): readonly string[] {
  const ids = (body.ids as readonly string[] | undefined) ?? [];
  checkSize(ids);
  return ids;
}

function writableRecords(
  tx: SlotTransaction,
  payload: CollectionRequest,
  action: WriteAction
): (SObjectRecord | DmlRowResult['errors'][number])[] {
  const rows = payload.body.records;
  if (!Array.isArray(rows)) throw new ApiError(400, 'REQUIRED_FIELD_MISSING', 'the body has no list "records"');
  checkSize(rows);
  return (rows as JsonRow[]).map((row) => {
    const name = payload.object ?? (row.attributes as { type?: string } | undefined)?.type;
    const object = name === undefined ? null : tx.schema.object(name);
    if (!object) throw new ApiError(400, 'INVALID_TYPE', `sObject type '${name ?? ''}' is not supported.`);
    const record = recordFromJson(row, object, tx.schema);
    return unwritable(tx, record, object, action) ?? record;
  });
}

function checkSize(rows: readonly unknown[], most = MAX_COLLECTION): void {
  if (rows.length <= most) return;
  throw new ApiError(
    400,
    'EXCEEDED_ID_LIMIT',
    `record limit reached. cannot submit more than ${most} records in this operation`
  );
}

function collectionResult(result: DmlRowResult, withCreated: boolean): unknown {
  return {
    ...(result.id && result.success ? { id: result.id } : {}),
    success: result.success,
    // Of a row that failed it says what would have been done.
    ...(withCreated ? { created: result.success ? result.created : result.id === null } : {}),
    errors: result.errors.map(({ statusCode, message, fields }) => ({ statusCode, message, fields }))
  };
}

/** Rows by id, in the order asked for; null for one that is not there (api_rest, resources_composite_sobjects_collections_retrieve). */
export function retrieveCollection(tx: SlotTransaction, payload: RetrieveRequest): unknown[] {
  const object = objectOf(tx, payload.object);
  checkSize(payload.ids, MAX_RETRIEVED);
  if (payload.ids.length === 0 || payload.fields.length === 0) {
    throw new ApiError(400, 'REQUIRED_FIELD_MISSING', 'the request needs "ids" and "fields"');
  }
  const ids = payload.ids.map((id) => (/^[a-zA-Z0-9]{15}$/.test(id) ? toId18(id) : id));
  const names = [...new Set(['Id', ...payload.fields.map((name) => fieldPath(name))])];
  const soql = `SELECT ${names.join(', ')} FROM ${object.name} WHERE Id IN :ids`;
  const columns = selectedColumns(soql, tx.schema);
  const { records } = tx.apiQuery(soql, AS_USER, false, new Map([['ids', ids]]));
  const base = `/services/data/${payload.version}`;
  const rows = new Map(
    records.map((record) => [record.id, queryRowToJson(record, columns, tx.schema, base, payload.inlineBlobs)])
  );
  return ids.map((id) => rows.get(id) ?? null);
}

/** A field's name comes from the address: it must be nothing but a name. */
function fieldPath(name: string): string {
  const trimmed = name.trim();
  if (!/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)*$/.test(trimmed)) throw new ApiError(400, 'INVALID_FIELD', `no field: ${name}`);
  return trimmed;
}
