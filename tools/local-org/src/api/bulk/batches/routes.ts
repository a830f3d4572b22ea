import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/api-error.js';
import type { RouteModule } from '../../host.js';
import { refusalOf } from '../../soap/refusal.js';
import { BulkRunner } from '../bulk-runner.js';
import { oneOf, type BulkJob } from '../job.js';
import {
  batchedSpec,
  batchInfo,
  infoListXml,
  infoXml,
  jobInfo,
  readJobInfo,
  resultListXml,
  type BatchedJob,
  type Info
} from './batched-job.js';

/** Largest batch (api_asynch, "Bulk API Limits"). */
const MAX_BATCH = 10 * 1024 * 1024;

interface Params {
  readonly version: string;
  readonly jobId: string;
  readonly id: string;
  readonly result: string;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Error codes as Bulk API 1.0 spells them (api_asynch, "Errors"). */
const CODES: Readonly<Record<string, string>> = {
  INVALID_SESSION_ID: 'InvalidSessionId',
  INVALIDJOB: 'InvalidJob',
  INVALIDJOBSTATE: 'InvalidJobState',
  INVALIDBATCH: 'InvalidBatch',
  CLIENTINPUTERROR: 'ClientInputError',
  EXCEEDEDQUOTA: 'ExceededQuota',
  NOT_FOUND: 'InvalidUrl'
};

/** Bulk API 1.0: jobs of CSV batches (api_asynch, "Bulk API"). Its token comes in a header of its own. */
export const batchRoutes: RouteModule = (app, org) => {
  const runner = new BulkRunner(org);
  const jobs = '/services/async/:version/job';
  const params = (request: FastifyRequest): Params => request.params as Params;
  const run = <T>(request: FastifyRequest, kind: string, payload: unknown): Promise<T> =>
    org.run<T>(kind, payload, request.session.userId);

  const guarded =
    (handler: Handler): Handler =>
    async (request, reply) => {
      try {
        const session = org.findSession(String(request.headers['x-sfdc-session'] ?? ''));
        if (!session) throw new ApiError(400, 'INVALID_SESSION_ID', 'Invalid session id');
        request.session = session;
        return await handler(request, reply);
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        const exceptionCode = CODES[refusal.errorCode] ?? refusal.errorCode;
        const exceptionMessage = refusal.message.replace(`${exceptionCode} : `, '');
        return sendInfo(request, reply.code(400), 'error', { exceptionCode, exceptionMessage });
      }
    };
  const route = (method: 'GET' | 'POST', path: string, handler: Handler, bodyLimit?: number): void => {
    const config = { ownAuthentication: true };
    app.route({
      method,
      url: `${jobs}${path}`,
      config,
      ...(bodyLimit ? { bodyLimit } : {}),
      handler: guarded(handler)
    });
  };
  const sendJob = (request: FastifyRequest, reply: FastifyReply, job: BatchedJob): FastifyReply =>
    sendInfo(request, reply, 'jobInfo', jobInfo(job, params(request).version));
  const sendBatch = (request: FastifyRequest, reply: FastifyReply, batch: BulkJob): FastifyReply =>
    sendInfo(request, reply, 'batchInfo', batchInfo(batch, params(request).jobId));
  const sent = (request: FastifyRequest): Readonly<Record<string, unknown>> =>
    readJobInfo(request.body as Buffer | undefined, isJson(request.headers['content-type']));

  route('POST', '', async (request, reply) => {
    const job = await run<BatchedJob>(request, 'batched-create', batchedSpec(sent(request)));
    return sendJob(request, reply.code(201), job);
  });

  route('GET', '/:jobId', async (request, reply) =>
    sendJob(request, reply, await run<BatchedJob>(request, 'batched-job', { id: params(request).jobId }))
  );

  route('POST', '/:jobId', async (request, reply) => {
    const state = oneOf('state', sent(request).state, ['Closed', 'Aborted']);
    return sendJob(
      request,
      reply,
      await run<BatchedJob>(request, 'batched-state', { id: params(request).jobId, state })
    );
  });

  route(
    'POST',
    '/:jobId/batch',
    async (request, reply) => {
      const content = (request.body as Buffer | undefined)?.toString('utf8') ?? '';
      const batch = await run<BulkJob>(request, 'batch-add', { jobId: params(request).jobId, content });
      if (batch.state === 'UploadComplete') runner.start(batch);
      return sendBatch(request, reply.code(201), batch);
    },
    MAX_BATCH
  );

  route('GET', '/:jobId/batch', async (request, reply) => {
    const { jobId } = params(request);
    const { job, batches } = await run<BatchedJob>(request, 'batched-job', { id: jobId });
    const list = batches.map((batch) => batchInfo(batch, job.id));
    if (isJson(request.headers.accept)) return reply.type('application/json').send({ batchInfo: list });
    return reply.type(XML).send(infoListXml('batchInfoList', 'batchInfo', list));
  });

  route('GET', '/:jobId/batch/:id', async (request, reply) => {
    await runner.wait(params(request).id);
    return sendBatch(request, reply, await run<BulkJob>(request, 'batch-info', params(request)));
  });

  route('GET', '/:jobId/batch/:id/request', async (request, reply) =>
    reply.type('text/csv').send(await run<string>(request, 'batch-request', params(request)))
  );

  route('GET', '/:jobId/batch/:id/result', async (request, reply) => {
    const result = await run<string | readonly string[]>(request, 'batch-result', params(request));
    if (typeof result === 'string') return reply.type('text/csv').send(result);
    return reply.type(XML).send(resultListXml(result));
  });

  route('GET', '/:jobId/batch/:id/result/:result', async (request, reply) =>
    reply.type('text/csv').send(await run<string>(request, 'batch-lines', params(request)))
  );
};

const XML = 'application/xml; charset=utf-8';

const isJson = (type: string | undefined): boolean => /^application\/json\b/i.test(type ?? '');

/** As JSON for clients that speak it. */
function sendInfo(request: FastifyRequest, reply: FastifyReply, root: string, info: Info): FastifyReply {
  if (isJson(request.headers.accept) || isJson(request.headers['content-type'])) {
    return reply.type('application/json').send(info);
  }
  return reply.type(XML).send(infoXml(root, info));
}
