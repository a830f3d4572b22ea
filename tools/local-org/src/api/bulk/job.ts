import { ApiError } from '../../platform/api-error.js';

/** Jobs of Bulk API 2.0 (api_asynch, "Bulk API 2.0"); the batches of Bulk API 1.0 are worked off as such jobs. */

export type JobState = 'Open' | 'Closed' | 'UploadComplete' | 'InProgress' | 'JobComplete' | 'Failed' | 'Aborted';

export const OPERATIONS = ['insert', 'update', 'upsert', 'delete', 'hardDelete'] as const;
export type IngestOperation = (typeof OPERATIONS)[number];

export const DELIMITERS = {
  BACKQUOTE: '`',
  CARET: '^',
  COMMA: ',',
  PIPE: '|',
  SEMICOLON: ';',
  TAB: '\t'
} as const;

export const LINE_ENDINGS = { LF: '\n', CRLF: '\r\n' } as const;

/** How the CSV of a job is written. */
export interface CsvForm {
  readonly columnDelimiter: keyof typeof DELIMITERS;
  readonly lineEnding: keyof typeof LINE_ENDINGS;
}

/** What a batch of Bulk API 1.0 has besides. */
export interface OfBatch {
  /** Id of the job that it is a batch of; absent: a job of Bulk API 2.0. */
  readonly batchOf?: string;
}

export interface IngestSpec extends CsvForm, OfBatch {
  readonly operation: IngestOperation;
  readonly object: string;
  readonly externalIdFieldName: string | null;
}

export interface QuerySpec extends CsvForm, OfBatch {
  readonly operation: 'query' | 'queryAll';
  readonly object: string;
  readonly query: string;
}

/** A job of Bulk API 1.0, which holds no rows itself. */
export interface BatchedSpec {
  readonly operation: IngestOperation | QuerySpec['operation'];
  readonly object: string;
  readonly externalIdFieldName: string | null;
  readonly concurrencyMode: 'Parallel' | 'Serial';
}

export type JobKind = 'ingest' | 'query' | 'batched';

/** A job as its row holds it, without its content. */
export interface BulkJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly createdBy: string;
  /** ISO 8601. */
  readonly createdDate: string;
  readonly state: JobState;
  readonly spec: IngestSpec | QuerySpec | BatchedSpec;
  readonly processed: number;
  readonly failed: number;
  readonly error: string | null;
  readonly durationMs: number;
}

/** The job as its creator wants it. @throws ApiError INVALIDJOB that names the member. */
export function ingestSpec(body: Readonly<Record<string, unknown>>): IngestSpec {
  const { object, externalIdFieldName } = body;
  const operation = oneOf('operation', body.operation, OPERATIONS);
  if (typeof object !== 'string') throw invalid('the job has no "object"');
  if (operation === 'upsert' && typeof externalIdFieldName !== 'string') {
    throw invalid('an upsert needs "externalIdFieldName"');
  }
  const external = operation === 'upsert' ? String(externalIdFieldName) : null;
  return { operation, object, externalIdFieldName: external, ...csvForm(body) };
}

export function csvForm(body: Readonly<Record<string, unknown>>): CsvForm {
  oneOf('contentType', body.contentType ?? 'CSV', ['CSV']);
  return {
    columnDelimiter: oneOf('columnDelimiter', body.columnDelimiter ?? 'COMMA', keysOf(DELIMITERS)),
    lineEnding: oneOf('lineEnding', body.lineEnding ?? 'LF', keysOf(LINE_ENDINGS))
  };
}

const keysOf = <T extends object>(value: T): (keyof T & string)[] => Object.keys(value) as (keyof T & string)[];

export function oneOf<T extends string>(name: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((item) => item === value);
  if (found === undefined) throw invalid(`"${name}" must be one of ${allowed.join(', ')}`);
  return found;
}

export const invalid = (message: string): ApiError => new ApiError(400, 'INVALIDJOB', `InvalidJob : ${message}`);

/** @param version `68.0`. */
export function jobInfo(job: BulkJob, version: string): Record<string, unknown> {
  const spec = job.spec as IngestSpec | QuerySpec;
  const common = {
    id: job.id,
    operation: spec.operation,
    object: spec.object,
    createdById: job.createdBy,
    createdDate: job.createdDate.replace(/Z$/, '+0000'),
    systemModstamp: job.createdDate.replace(/Z$/, '+0000'),
    state: job.state,
    concurrencyMode: 'Parallel',
    contentType: 'CSV',
    apiVersion: Number(version),
    jobType: job.kind === 'ingest' ? 'V2Ingest' : 'V2Query',
    lineEnding: spec.lineEnding,
    columnDelimiter: spec.columnDelimiter,
    ...(job.error === null ? {} : { errorMessage: job.error })
  };
  const totals = { numberRecordsProcessed: job.processed, retries: 0, totalProcessingTime: job.durationMs };
  if (job.kind === 'query') return job.state === 'UploadComplete' ? common : { ...common, ...totals };
  const { externalIdFieldName } = spec as IngestSpec;
  return {
    ...common,
    ...(externalIdFieldName === null ? {} : { externalIdFieldName }),
    ...(job.state === 'Open' ? { contentUrl: `services/data/v${version}/jobs/ingest/${job.id}/batches` } : {}),
    ...(job.state === 'Open'
      ? {}
      : {
          ...totals,
          numberRecordsFailed: job.failed,
          apiActiveProcessingTime: job.durationMs,
          apexProcessingTime: 0
        })
  };
}
