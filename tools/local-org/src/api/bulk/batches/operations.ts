import { ApiError } from '../../../platform/api-error.js';
import { failureOf } from '../../../platform/failure.js';
import type { HandlerTable } from '../../../platform/handlers.js';
import type { SlotContext } from '../../../platform/slot.js';
import type { SlotTransaction } from '../../../platform/transaction.js';
import { objectOf } from '../../rest/row-action.js';
import { CsvProblem, readCsv, writeCsv } from '../csv.js';
import type { BatchedSpec, BulkJob, CsvForm, IngestSpec, QuerySpec } from '../job.js';
import { JobRows } from '../job-rows.js';
import { ownJob, takeAllowance } from '../operations.js';
import { checkBulkQuery } from '../run-query.js';
import type { BatchedJob } from './batched-job.js';

export interface BatchKey {
  readonly jobId: string;
  readonly id: string;
}

/** Rows of a batch at most (api_asynch, "Bulk API Limits"). */
const MOST_ROWS = 10_000;

/** Jobs of Bulk API 1.0: each of their batches is worked off as a job of Bulk API 2.0 is. */
export const batchOperations: HandlerTable = {
  'batched-create': (context: SlotContext, spec: BatchedSpec): BatchedJob =>
    context.transaction({}, (tx) => {
      const object = objectOf(tx, spec.object).name;
      const added = { id: tx.newId('750'), kind: 'batched', createdBy: tx.user.id, state: 'Open' } as const;
      new JobRows(tx.db).add({ ...added, spec: { ...spec, object } }, tx.now());
      return report(tx, added.id);
    }),

  'batched-job': (context: SlotContext, { id }: { id: string }): BatchedJob =>
    context.transaction({}, (tx) => report(tx, id)),

  'batched-state': (context: SlotContext, { id, state }: { id: string; state: 'Closed' | 'Aborted' }): BatchedJob =>
    context.transaction({}, (tx) => {
      const { job, batches } = report(tx, id);
      if (job.state === 'Aborted' || (job.state === 'Closed' && state === 'Closed')) {
        throw wrongState(`a job that is ${job.state} cannot become ${state}`);
      }
      const rows = new JobRows(tx.db);
      rows.setState(job.id, state);
      const waiting = batches.filter((batch) => batch.state === 'UploadComplete' || batch.state === 'InProgress');
      if (state === 'Aborted') for (const batch of waiting) rows.setState(batch.id, 'Aborted');
      return report(tx, id);
    }),

  'batch-add': (context: SlotContext, { jobId, content }: { jobId: string; content: string }): BulkJob =>
    context.transaction({}, (tx) => addBatch(tx, ownJob(tx, { kind: 'batched', id: jobId }), content)),

  'batch-info': (context: SlotContext, key: BatchKey): BulkJob => context.transaction({}, (tx) => batchOf(tx, key)),

  'batch-request': (context: SlotContext, key: BatchKey): string =>
    context.transaction({}, (tx) => new JobRows(tx.db).content(batchOf(tx, key).id) ?? ''),

  /** The outcome of each row as CSV; of a query the ids of its results. */
  'batch-result': (context: SlotContext, key: BatchKey): string | readonly string[] =>
    context.transaction({}, (tx) => {
      const batch = finished(batchOf(tx, key));
      return batch.kind === 'query' ? [resultId(batch)] : outcomes(tx, batch);
    }),

  'batch-lines': (context: SlotContext, { result, ...key }: BatchKey & { result: string }): string =>
    context.transaction({}, (tx) => {
      const batch = finished(batchOf(tx, key));
      if (batch.kind !== 'query' || resultId(batch).slice(0, 15) !== result.slice(0, 15)) {
        throw new ApiError(400, 'INVALIDBATCH', `InvalidBatch : the batch ${batch.id} has no result ${result}`);
      }
      return new JobRows(tx.db).lines(batch.id, 0, batch.processed + 1).join('');
    })
};

function report(tx: SlotTransaction, id: string): BatchedJob {
  const job = ownJob(tx, { kind: 'batched', id });
  return { job, batches: new JobRows(tx.db).batchesOf(job.id) };
}

function batchOf(tx: SlotTransaction, { jobId, id }: BatchKey): BulkJob {
  const job = ownJob(tx, { kind: 'batched', id: jobId });
  return ownJob(tx, { kind: kindOf(job.spec as BatchedSpec), id }, job.id);
}

const kindOf = ({ operation }: BatchedSpec): 'ingest' | 'query' =>
  operation === 'query' || operation === 'queryAll' ? 'query' : 'ingest';

function addBatch(tx: SlotTransaction, job: BulkJob, content: string): BulkJob {
  if (job.state !== 'Open') throw wrongState(`a job that is ${job.state} takes no batches`);
  if (content.trim() === '') {
    throw new ApiError(400, 'CLIENTINPUTERROR', 'ClientInputError : the batch has no content');
  }
  takeAllowance(tx, 'DailyBulkApiBatches', 1);
  const spec = job.spec as BatchedSpec;
  const kind = kindOf(spec);
  const form: CsvForm = {
    columnDelimiter: 'COMMA',
    lineEnding: /^[^\n]*\r\n/.test(content) ? 'CRLF' : 'LF'
  };
  const error = kind === 'query' ? queryProblem(tx, spec, content) : rowsProblem(content, form);
  const { object, externalIdFieldName } = spec;
  const batch: IngestSpec | QuerySpec =
    kind === 'query'
      ? { ...form, operation: spec.operation as QuerySpec['operation'], object, query: content, batchOf: job.id }
      : { ...form, operation: spec.operation as IngestSpec['operation'], object, externalIdFieldName, batchOf: job.id };
  const id = tx.newId('751');
  const rows = new JobRows(tx.db);
  rows.add({ id, kind, createdBy: tx.user.id, state: 'UploadComplete', spec: batch }, tx.now());
  rows.setContent(id, content);
  if (error !== null) rows.setState(id, 'Failed', error);
  return ownJob(tx, { kind, id }, job.id);
}

/** A query that cannot be run is found out as its batch is worked on. */
function queryProblem(tx: SlotTransaction, { object }: BatchedSpec, soql: string): string | null {
  try {
    const found = checkBulkQuery(tx, soql);
    return found === object ? null : `InvalidBatch : Failed to process query: it is not of ${object}, but of ${found}`;
  } catch (error) {
    const { errorCode, message } = failureOf(error);
    return `InvalidBatch : Failed to process query: ${errorCode}: ${message}`;
  }
}

/** Content that is no CSV at all is refused as the batch is worked on. */
function rowsProblem(content: string, form: CsvForm): string | null {
  try {
    const { length } = readCsv(content, form).rows;
    return length > MOST_ROWS ? `InvalidBatch : a batch holds ${MOST_ROWS} rows at most, this one has ${length}` : null;
  } catch (error) {
    if (error instanceof CsvProblem) return error.message;
    throw error;
  }
}

function finished(batch: BulkJob): BulkJob {
  if (batch.state === 'JobComplete' || (batch.state === 'Failed' && batch.processed > 0)) return batch;
  throw new ApiError(400, 'INVALIDBATCH', `InvalidBatch : the batch ${batch.id} has no results: it is ${batch.state}`);
}

const resultId = (batch: BulkJob): string => `752${batch.id.slice(3)}`;

function outcomes(tx: SlotTransaction, batch: BulkJob): string {
  const rows = new JobRows(tx.db)
    .outcomes(batch.id)
    .map(({ recordId, created, error }) => [recordId ?? '', String(error === null), String(created), error ?? '']);
  return writeCsv([['Id', 'Success', 'Created', 'Error'], ...rows], { columnDelimiter: 'COMMA', lineEnding: 'LF' });
}

const wrongState = (message: string): ApiError => new ApiError(400, 'INVALIDJOBSTATE', `InvalidJobState : ${message}`);
