import { ApiError } from '../../platform/api-error.js';
import { failureOf } from '../../platform/failure.js';
import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { UsageName } from '../../platform/usage.js';
import { objectOf } from '../rest/row-action.js';
import { readCsv, writeCsv } from './csv.js';
import type { BulkJob, CsvForm, IngestSpec, JobKind, OfBatch } from './job.js';
import { JobRows } from './job-rows.js';
import { runIngest } from './run-ingest.js';
import { checkBulkQuery, runBulkQuery } from './run-query.js';

export interface JobKey {
  readonly kind: JobKind;
  readonly id: string;
}

export type ResultList = 'successful' | 'failed' | 'unprocessed';

export interface QueryPage {
  readonly csv: string;
  readonly rows: number;
  /** Row at which the next page starts; null: this is the last. */
  readonly next: number | null;
}

export const bulkOperations: HandlerTable = {
  'bulk-ingest-create': (context: SlotContext, spec: IngestSpec): BulkJob =>
    context.transaction({}, (tx) => {
      const object = objectOf(tx, spec.object);
      return addJob(tx, 'ingest', { ...spec, object: object.name });
    }),

  'bulk-query-create': (
    context: SlotContext,
    { form, ...wanted }: { operation: 'query' | 'queryAll'; query: string; form: CsvForm }
  ): BulkJob =>
    context.transaction({}, (tx) => {
      const object = checkBulkQuery(tx, wanted.query);
      takeAllowance(tx, 'DailyBulkV2QueryJobs', 1);
      return addJob(tx, 'query', { ...wanted, ...form, object });
    }),

  'bulk-upload': (context: SlotContext, { id, content }: { id: string; content: string }): void =>
    context.transaction({}, (tx) => {
      const job = ownJob(tx, { kind: 'ingest', id });
      const rows = new JobRows(tx.db);
      if (job.state !== 'Open' || rows.content(job.id) !== null) {
        throw new ApiError(400, 'INVALIDJOBSTATE', `InvalidJobState : the job ${job.id} takes no content any more`);
      }
      rows.setContent(job.id, content);
    }),

  'bulk-state': (context: SlotContext, { state, ...key }: JobKey & { state: 'UploadComplete' | 'Aborted' }): BulkJob =>
    context.transaction({}, (tx) => {
      const job = ownJob(tx, key);
      const allowed = state === 'Aborted' ? ['Open', 'UploadComplete', 'InProgress'] : ['Open'];
      if (!allowed.includes(job.state)) {
        throw new ApiError(
          400,
          'INVALIDJOBSTATE',
          `InvalidJobState : a job that is ${job.state} cannot become ${state}`
        );
      }
      const rows = new JobRows(tx.db);
      if (state === 'UploadComplete') takeAllowance(tx, 'DailyBulkApiBatches', batches(rows.content(job.id) ?? ''));
      rows.setState(job.id, state);
      return { ...job, state };
    }),

  'bulk-job': (context: SlotContext, key: JobKey): BulkJob => context.transaction({}, (tx) => ownJob(tx, key)),

  'bulk-jobs': (context: SlotContext, { kind }: { kind: JobKind }): BulkJob[] =>
    context.transaction({}, (tx) => new JobRows(tx.db).list(kind).filter((job) => mayUse(tx, job))),

  'bulk-delete': (context: SlotContext, key: JobKey): void =>
    context.transaction({}, (tx) => {
      const job = ownJob(tx, key);
      if (job.state === 'UploadComplete' || job.state === 'InProgress') {
        throw new ApiError(400, 'INVALIDJOBSTATE', `InvalidJobState : the job ${job.id} runs; abort it first`);
      }
      new JobRows(tx.db).remove(job.id);
    }),

  'bulk-results': (context: SlotContext, { id, list }: { id: string; list: ResultList }): string =>
    context.transaction({}, (tx) => results(tx, ownJob(tx, { kind: 'ingest', id }), list)),

  'bulk-query-page': (
    context: SlotContext,
    { id, first, count }: { id: string; first: number; count: number }
  ): QueryPage =>
    context.transaction({}, (tx) => {
      const job = ownJob(tx, { kind: 'query', id });
      if (job.state !== 'JobComplete') {
        throw new ApiError(
          400,
          'INVALIDJOBSTATE',
          `InvalidJobState : the job ${id} is ${job.state}; it has no results`
        );
      }
      const rows = new JobRows(tx.db);
      const lines = rows.lines(job.id, first + 1, count);
      const next = first + lines.length < job.processed ? first + lines.length : null;
      return { csv: [...rows.lines(job.id, 0, 1), ...lines].join(''), rows: lines.length, next };
    }),

  'bulk-unfinished': (context: SlotContext): ReturnType<JobRows['unfinished']> =>
    context.transaction({}, (tx) => new JobRows(tx.db).unfinished()),

  'bulk-run': (context: SlotContext, { kind, id }: JobKey): void => {
    try {
      if (kind === 'ingest') runIngest(context, id);
      else runBulkQuery(context, id);
    } catch (error) {
      // Nobody waits for it: the job is where it is seen.
      context.transaction({}, (tx) => new JobRows(tx.db).setState(id, 'Failed', failureOf(error).message));
    }
  }
};

/** The platform works on an upload in batches of so many rows (api_asynch, "Limits"). */
const BATCH_ROWS = 10_000;

/** By lines: a value of several counts as several rows, as an estimate may. */
const batches = (content: string): number => Math.max(1, Math.ceil((content.split('\n').length - 2) / BATCH_ROWS));

/** Source of the text: https://developer.salesforce.com/docs/atlas.en-us.api_asynch.meta/api_asynch/asynch_api_reference_errors.htm */
export function takeAllowance(tx: SlotTransaction, name: UsageName, amount: number): void {
  if (tx.slot.usage.use(name, amount)) return;
  throw new ApiError(400, 'EXCEEDEDQUOTA', `ExceededQuota : ${name} limit exceeded.`);
}

function addJob(tx: SlotTransaction, kind: JobKind, spec: BulkJob['spec']): BulkJob {
  const job = { id: tx.newId('750'), kind, createdBy: tx.user.id, spec } as const;
  const state = kind === 'ingest' ? 'Open' : 'UploadComplete';
  new JobRows(tx.db).add({ ...job, state }, tx.now());
  const createdDate = new Date(tx.now()).toISOString();
  return { ...job, state, createdDate, processed: 0, failed: 0, error: null, durationMs: 0 };
}

/**
 * A job is its creator's; who may read everything may look at all.
 *
 * @param batchOf id of the Bulk API 1.0 job that it is a batch of.
 */
export function ownJob(tx: SlotTransaction, { kind, id }: JobKey, batchOf?: string): BulkJob {
  const job = new JobRows(tx.db).find(kind, id);
  if (!mayUse(tx, job) || (job.spec as OfBatch).batchOf !== batchOf)
    throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return job;
}

const mayUse = (tx: SlotTransaction, job: BulkJob): boolean =>
  job.createdBy === tx.user.id || tx.rights.systemPermission('ViewAllData');

function results(tx: SlotTransaction, job: BulkJob, list: ResultList): string {
  const rows = new JobRows(tx.db);
  const spec = job.spec as IngestSpec;
  // Content that could not be used comes back as it is: no row of it was worked on.
  if (job.state === 'Failed' && job.error !== null) return list === 'unprocessed' ? (rows.content(job.id) ?? '') : '';
  const table = readCsv(rows.content(job.id) ?? '', spec);
  const row = (number: number): readonly string[] => table.rows[number] ?? [];
  if (list === 'unprocessed') return writeCsv([table.header, ...table.rows.slice(job.processed)], spec);
  const wanted = rows.outcomes(job.id).filter(({ error }) => (error === null) === (list === 'successful'));
  const second = list === 'successful' ? 'sf__Created' : 'sf__Error';
  return writeCsv(
    [
      ['sf__Id', second, ...table.header],
      ...wanted.map(({ number, recordId, created, error }) => [
        recordId ?? '',
        error ?? String(created),
        ...row(number)
      ])
    ],
    spec
  );
}
