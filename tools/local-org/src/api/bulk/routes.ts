import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, type RouteModule } from '../host.js';
import { jsonBody } from '../rest/json-body.js';
import { BulkRunner } from './bulk-runner.js';
import { csvForm, ingestSpec, jobInfo, oneOf, type BulkJob, type JobKind } from './job.js';
import type { QueryPage, ResultList } from './operations.js';

/** Largest upload: the platform's 150 MB count after base64 (api_asynch, "Bulk API 2.0 Limits"). */
const MAX_UPLOAD = 100 * 1024 * 1024;
/** Rows of a page of results when none is asked for. */
const PAGE = 50_000;

interface Params {
  readonly version: string;
  readonly id: string;
}

const RESULT_LISTS: Readonly<Record<string, ResultList>> = {
  successfulresults: 'successful',
  failedresults: 'failed',
  unprocessedrecords: 'unprocessed'
};

/** Bulk API 2.0: ingest and query jobs (api_asynch). */
export const bulkRoutes: RouteModule = (app, org) => {
  const runner = new BulkRunner(org);
  app.addHook('onReady', () => runner.resume());
  const jobs = '/services/data/:version/jobs';
  const run = <T>(request: FastifyRequest, kind: string, payload: unknown): Promise<T> =>
    org.run<T>(kind, payload, request.session.userId);
  const params = (request: FastifyRequest): Params => request.params as Params;
  const info = (request: FastifyRequest, job: BulkJob): unknown =>
    jobInfo(job, params(request).version.replace(/^v/, ''));

  app.post(`${jobs}/ingest`, async (request, reply) => {
    if (/^multipart\//i.test(request.headers['content-type'] ?? '')) {
      throw new ApiError(
        400,
        'NOT_SUPPORTED',
        'not supported by the local org: content in the request that makes a bulk job; upload it to the contentUrl'
      );
    }
    const job = await run<BulkJob>(request, 'bulk-ingest-create', ingestSpec(jsonBody(request)));
    return sendJson(reply, 200, info(request, job));
  });

  app.put(`${jobs}/ingest/:id/batches`, { bodyLimit: MAX_UPLOAD }, async (request, reply) => {
    const content = textOf(request.body as Buffer | undefined);
    await run(request, 'bulk-upload', { id: params(request).id, content });
    return reply.code(201).send();
  });

  app.post(`${jobs}/query`, async (request, reply) => {
    const body = jsonBody(request);
    const operation = oneOf('operation', body.operation, ['query', 'queryAll']);
    if (typeof body.query !== 'string') throw new ApiError(400, 'INVALIDJOB', 'InvalidJob : the job has no "query"');
    const payload = { operation, query: body.query, form: csvForm(body) };
    const job = await run<BulkJob>(request, 'bulk-query-create', payload);
    runner.start(job);
    return sendJson(reply, 200, info(request, job));
  });

  for (const kind of ['ingest', 'query'] as const) {
    app.get(`${jobs}/${kind}`, async (request, reply) => {
      const list = await run<BulkJob[]>(request, 'bulk-jobs', { kind });
      return sendJson(reply, 200, { done: true, nextRecordsUrl: null, records: list.map((job) => info(request, job)) });
    });

    app.get(`${jobs}/${kind}/:id`, async (request, reply) => {
      await runner.wait(params(request).id);
      return sendJob(request, reply, kind);
    });

    app.patch(`${jobs}/${kind}/:id`, async (request, reply) => {
      const allowed = kind === 'ingest' ? (['UploadComplete', 'Aborted'] as const) : (['Aborted'] as const);
      const state = oneOf('state', jsonBody(request).state, allowed);
      const job = await run<BulkJob>(request, 'bulk-state', { kind, id: params(request).id, state });
      if (state === 'UploadComplete') runner.start(job);
      return sendJson(reply, 200, info(request, job));
    });

    app.delete(`${jobs}/${kind}/:id`, async (request, reply) => {
      await run(request, 'bulk-delete', { kind, id: params(request).id });
      return reply.code(204).send();
    });
  }

  const sendJob = async (request: FastifyRequest, reply: FastifyReply, kind: JobKind): Promise<FastifyReply> =>
    sendJson(reply, 200, info(request, await run<BulkJob>(request, 'bulk-job', { kind, id: params(request).id })));

  app.get<{ Params: Params & { list: string } }>(`${jobs}/ingest/:id/:list`, async (request, reply) => {
    const list = RESULT_LISTS[request.params.list.toLowerCase()];
    if (!list) throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
    return sendCsv(reply, await run<string>(request, 'bulk-results', { id: request.params.id, list }));
  });

  app.get<{ Params: Params; Querystring: { locator?: string; maxRecords?: string } }>(
    `${jobs}/query/:id/results`,
    async (request, reply) => {
      const first = request.query.locator === undefined ? 0 : rowOf(request.query.locator);
      const count = request.query.maxRecords === undefined ? PAGE : positive(request.query.maxRecords);
      const page = await run<QueryPage>(request, 'bulk-query-page', { id: request.params.id, first, count });
      reply.header(
        'sforce-locator',
        page.next === null ? 'null' : Buffer.from(String(page.next)).toString('base64url')
      );
      reply.header('sforce-numberofrecords', String(page.rows));
      return sendCsv(reply, page.csv);
    }
  );
};

const sendCsv = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', 'text/csv').send(text);

function textOf(body: Buffer | undefined): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body ?? new Uint8Array());
    if (!text.includes('\0')) return text;
  } catch {
    // Said below.
  }
  throw new ApiError(400, 'INVALIDJOB', 'InvalidJob : the content is not text in UTF-8');
}

function rowOf(locator: string): number {
  const text = Buffer.from(locator, 'base64url').toString();
  if (!/^\d+$/.test(text)) throw new ApiError(400, 'INVALID_QUERY_LOCATOR', `no such locator: ${locator}`);
  return Number(text);
}

function positive(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new ApiError(400, 'INVALIDJOB', `InvalidJob : maxRecords is no number: ${text}`);
  return Number(text);
}
