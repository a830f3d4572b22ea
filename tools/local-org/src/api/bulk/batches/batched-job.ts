import { XMLParser } from 'fast-xml-parser';
import { ApiError } from '../../../platform/api-error.js';
import { declaresType, element, escapeXml } from '../../soap/envelope.js';
import { invalid, oneOf, OPERATIONS, type BatchedSpec, type BulkJob, type JobState } from '../job.js';

/** Jobs of Bulk API 1.0 and their batches (api_asynch, "Bulk API"). */
export interface BatchedJob {
  readonly job: BulkJob;
  readonly batches: readonly BulkJob[];
}

const NAMESPACE = 'http://www.force.com/2009/06/asyncapi/dataload';

export type Info = Readonly<Record<string, string | number | null>>;

/** `<jobInfo …>`; what has no value is left out. */
export function infoXml(root: string, info: Info): string {
  return `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="${NAMESPACE}">${members(info)}</${root}>`;
}

export function infoListXml(root: string, member: string, list: readonly Info[]): string {
  const items = list.map((info) => `<${member}>${members(info)}</${member}>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="${NAMESPACE}">${items}</${root}>`;
}

export const resultListXml = (ids: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><result-list xmlns="${NAMESPACE}">${ids
    .map((id) => `<result>${escapeXml(id)}</result>`)
    .join('')}</result-list>`;

const members = (info: Info): string =>
  Object.entries(info)
    .map(([name, value]) => (value === null ? '' : element(name, value)))
    .join('');

const parser = new XMLParser({ ignoreAttributes: true, removeNSPrefix: true, parseTagValue: false });

/** A `jobInfo` that a client sent, as XML or JSON. @throws ApiError InvalidJob. */
export function readJobInfo(body: Buffer | undefined, isJson: boolean): Readonly<Record<string, unknown>> {
  const text = body?.toString('utf8') ?? '';
  try {
    if (!isJson && declaresType(text)) throw invalid('document types are not accepted');
    const parsed = (isJson ? JSON.parse(text) : (parser.parse(text) as { jobInfo?: unknown }).jobInfo) as unknown;
    if (typeof parsed === 'object' && parsed !== null) return parsed as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw invalid(`the request is not ${isJson ? 'JSON' : 'XML'}: ${(error as Error).message}`);
  }
  throw invalid('the request holds no jobInfo');
}

/** The job as its creator wants it. @throws ApiError InvalidJob that names the member. */
export function batchedSpec(info: Readonly<Record<string, unknown>>): BatchedSpec {
  const wanted = info.operation === 'queryall' ? 'queryAll' : info.operation;
  const operation = oneOf('operation', wanted, [...OPERATIONS, 'query', 'queryAll']);
  if (typeof info.object !== 'string') throw invalid('the job has no "object"');
  if (info.contentType !== undefined && info.contentType !== 'CSV') {
    throw invalid('not supported by the local org: batches of Bulk API 1.0 that are not CSV; set contentType to CSV');
  }
  if (info.assignmentRuleId) throw invalid('not supported by the local org: assignmentRuleId');
  const external = operation === 'upsert' ? info.externalIdFieldName : null;
  if (operation === 'upsert' && typeof external !== 'string') throw invalid('an upsert needs "externalIdFieldName"');
  const concurrencyMode = oneOf('concurrencyMode', info.concurrencyMode ?? 'Parallel', ['Parallel', 'Serial']);
  return { operation, object: info.object, externalIdFieldName: external as string | null, concurrencyMode };
}

const BATCH_STATES: Readonly<Record<JobState, string>> = {
  Open: 'Queued',
  Closed: 'Queued',
  UploadComplete: 'Queued',
  InProgress: 'InProgress',
  JobComplete: 'Completed',
  Failed: 'Failed',
  Aborted: 'NotProcessed'
};

export function batchInfo(batch: BulkJob, jobId: string): Info {
  return {
    id: batch.id,
    jobId,
    state: BATCH_STATES[batch.state],
    stateMessage: batch.error,
    createdDate: batch.createdDate,
    systemModstamp: batch.createdDate,
    numberRecordsProcessed: batch.processed,
    numberRecordsFailed: batch.failed,
    totalProcessingTime: batch.durationMs,
    apiActiveProcessingTime: batch.durationMs,
    apexProcessingTime: 0
  };
}

/** @param version `68.0`. */
export function jobInfo({ job, batches }: BatchedJob, version: string): Info {
  const spec = job.spec as BatchedSpec;
  const inState = (state: string): number => batches.filter((batch) => BATCH_STATES[batch.state] === state).length;
  const sum = (of: (batch: BulkJob) => number): number => batches.reduce((total, batch) => total + of(batch), 0);
  return {
    id: job.id,
    operation: spec.operation,
    object: spec.object,
    createdById: job.createdBy,
    createdDate: job.createdDate,
    systemModstamp: job.createdDate,
    state: job.state,
    externalIdFieldName: spec.externalIdFieldName,
    concurrencyMode: spec.concurrencyMode,
    contentType: 'CSV',
    numberBatchesQueued: inState('Queued'),
    numberBatchesInProgress: inState('InProgress'),
    numberBatchesCompleted: inState('Completed'),
    numberBatchesFailed: inState('Failed'),
    numberBatchesTotal: batches.length,
    numberRecordsProcessed: sum(({ processed }) => processed),
    numberRetries: 0,
    apiVersion: version,
    numberRecordsFailed: sum(({ failed }) => failed),
    totalProcessingTime: sum(({ durationMs }) => durationMs),
    apiActiveProcessingTime: sum(({ durationMs }) => durationMs),
    apexProcessingTime: 0
  };
}
