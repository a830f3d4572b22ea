import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import { failureOf } from '../../platform/failure.js';
import { ApiError } from '../../platform/api-error.js';
import { API_OPERATION } from '../../platform/logs/log-writer.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction, TransactionOptions } from '../../platform/transaction.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { SObjectRecord } from '../../values/record.js';
import { recordFromJson, type JsonRow } from '../rest/json-codec.js';
import { AS_USER } from '../rest/query-operation.js';
import { unwritable } from '../rest/writable.js';
import { CsvProblem, readCsv, type Table } from './csv.js';
import type { BulkJob, IngestOperation, IngestSpec } from './job.js';
import { JobRows, type RowOutcome } from './job-rows.js';

/** Triggers see at most so many rows at once; each such part is a transaction (api_asynch, "General Guidelines for Data Loads"). */
const CHUNK = 200;
/** Stands for an empty value; an empty cell leaves the field alone on update. */
const NOTHING = '#N/A';

/** Works an uploaded job off. A restart goes on behind the last part that was committed. */
export function runIngest(context: SlotContext, id: string): void {
  const started = context.transaction({}, (tx) => begin(tx, id));
  if (!started) return;
  const { job, table } = started;
  const options: TransactionOptions = {
    userId: job.createdBy,
    limits: 'asynchronous',
    quiddity: 'BULK_API',
    operation: API_OPERATION
  };
  for (let first = job.processed; first < table.rows.length; first += CHUNK) {
    if (!runChunk(context, options, job, table, first)) return;
  }
  context.transaction({}, (tx) => {
    const rows = new JobRows(tx.db);
    if (rows.find('ingest', id).state === 'InProgress') rows.setState(id, 'JobComplete');
  });
}

/** @returns null when there is nothing to do: the job was aborted, or its content cannot be used. */
function begin(tx: SlotTransaction, id: string): { readonly job: BulkJob; readonly table: Table } | null {
  const rows = new JobRows(tx.db);
  const job = rows.find('ingest', id);
  if (job.state !== 'UploadComplete' && job.state !== 'InProgress') return null;
  const spec = job.spec as IngestSpec;
  try {
    const table = readCsv(rows.content(id) ?? '', spec);
    checkHeader(tx, spec, table.header);
    rows.setState(id, 'InProgress');
    return { job, table };
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    rows.setState(id, 'Failed', error.message);
    return null;
  }
}

function checkHeader(tx: SlotTransaction, spec: IngestSpec, header: readonly string[]): void {
  const object = tx.schema.object(spec.object);
  if (!object) throw new CsvProblem(`InvalidBatch : no such object: ${spec.object}`);
  const seen = new Set<string>();
  for (const name of header) {
    const key = name.toLowerCase();
    if (seen.has(key)) throw new CsvProblem(`InvalidBatch : Field name stands twice : ${name}`);
    seen.add(key);
    if (!isField(tx, object, name)) throw new CsvProblem(`InvalidBatch : Field name not found : ${name}`);
  }
  // An upload of nothing is a job with nothing to do; rows without ids are new to an upsert by Id.
  const isNew =
    spec.operation === 'insert' || (spec.operation === 'upsert' && sameName(spec.externalIdFieldName, 'Id'));
  if (header.length === 0 || isNew) return;
  const needed = spec.operation === 'upsert' ? spec.externalIdFieldName : 'Id';
  if (needed !== null && !header.some((name) => sameName(name, needed))) {
    throw new CsvProblem(`InvalidBatch : Field name not found : ${needed}`);
  }
}

/** `Name`, or `Account.External_Id__c`: a look-up of the parent. */
function isField(tx: SlotTransaction, object: ObjectDefinition, name: string): boolean {
  const [first = '', second, ...rest] = name.split('.');
  if (second === undefined) return tx.schema.field(object.name, first) !== null;
  const reference = Object.values(object.fields).find((field) => sameName(field.relationshipName, first));
  return rest.length === 0 && (reference?.referenceTo.some((target) => tx.schema.field(target, second)) ?? false);
}

const sameName = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** @returns false when the job was aborted meanwhile. */
function runChunk(
  context: SlotContext,
  options: TransactionOptions,
  job: BulkJob,
  table: Table,
  first: number
): boolean {
  const started = performance.now();
  const numbers = table.rows.slice(first, first + CHUNK).map((_row, index) => first + index);
  const isGoing = (tx: SlotTransaction): boolean => new JobRows(tx.db).find('ingest', job.id).state === 'InProgress';
  const record = (tx: SlotTransaction, outcomes: readonly RowOutcome[]): void =>
    new JobRows(tx.db).record(job.id, outcomes, performance.now() - started);
  try {
    return context.transaction(options, (tx) => {
      if (!isGoing(tx)) return false;
      record(tx, save(tx, job.spec as IngestSpec, table, numbers));
      return true;
    });
  } catch (error) {
    const { kind, errorCode, message } = failureOf(error);
    if (kind === 'internal') throw error;
    const text = `${errorCode}:${message}:--`;
    context.transaction({}, (tx) => {
      record(
        tx,
        numbers.map((number) => ({ number, recordId: null, created: false, error: text }))
      );
    });
    return true;
  }
}

function save(tx: SlotTransaction, spec: IngestSpec, table: Table, numbers: readonly number[]): RowOutcome[] {
  const object = tx.schema.object(spec.object);
  if (!object) throw new ApiError(400, 'INVALID_TYPE', `sObject type '${spec.object}' is not supported.`);
  const outcomes = new Map<number, RowOutcome>();
  const records: { readonly number: number; readonly record: SObjectRecord }[] = [];
  for (const number of numbers) {
    const record = recordOf(tx, object, spec, table, table.rows[number] as readonly string[]);
    if (typeof record !== 'string') records.push({ number, record });
    else outcomes.set(number, { number, recordId: null, created: false, error: record });
  }
  const results = write(
    tx,
    spec,
    records.map(({ record }) => record)
  );
  results.forEach((result, index) => {
    const { number } = records[index] as { number: number };
    const created = result.success && result.created;
    outcomes.set(number, { number, recordId: result.id, created, error: errorText(result) });
  });
  return numbers.map((number) => outcomes.get(number) as RowOutcome);
}

/** @returns the text of the refusal for a row whose values do not fit. */
function recordOf(
  tx: SlotTransaction,
  object: ObjectDefinition,
  { operation }: IngestSpec,
  { header }: Table,
  row: readonly string[]
): SObjectRecord | string {
  const body: JsonRow = {};
  header.forEach((name, index) => {
    const text = row[index] ?? '';
    if (text === '') return;
    const value = text === NOTHING ? null : text;
    const [first = '', second] = name.split('.');
    body[first] = second === undefined ? value : { [second]: value };
  });
  try {
    if (operation !== 'delete' && operation !== 'hardDelete') {
      const made = recordFromJson(body, object, tx.schema);
      const error = unwritable(tx, made, object, operation === 'insert' ? 'create' : operation);
      return error ? errorsText([error]) : made;
    }
    const record = new SObjectRecord(object.name);
    record.fields.set('id', idOf(body));
    return record;
  } catch (error) {
    if (error instanceof ApiError) return `${error.errorCode}:${error.message}:${error.fields.join(',')} --`;
    throw error;
  }
}

const idOf = (body: JsonRow): unknown =>
  Object.entries(body).find(([name]) => name.toLowerCase() === 'id')?.[1] ?? null;

const DML: Readonly<Record<IngestOperation, 'insert' | 'update' | 'upsert' | 'delete'>> = {
  insert: 'insert',
  update: 'update',
  upsert: 'upsert',
  delete: 'delete',
  hardDelete: 'delete'
};

function write(tx: SlotTransaction, spec: IngestSpec, records: readonly SObjectRecord[]): readonly DmlRowResult[] {
  if (records.length === 0) return [];
  const external = sameName(spec.externalIdFieldName, 'Id') ? null : spec.externalIdFieldName;
  const options = { allOrNone: false, access: AS_USER, externalIdField: external };
  const results = tx.dml(DML[spec.operation], records, options);
  if (spec.operation === 'hardDelete') {
    tx.emptyRecycleBin(records.filter((_record, index) => results[index]?.success));
  }
  return results;
}

function errorText({ success, errors }: DmlRowResult): string | null {
  return success ? null : errorsText(errors);
}

const errorsText = (errors: DmlRowResult['errors']): string =>
  errors.map(({ statusCode, message, fields }) => `${statusCode}:${message}:${fields.join(',')} --`).join('; ');
