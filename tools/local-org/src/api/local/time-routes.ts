import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import type { WaitingJob } from '../../platform/jobs/job-list.js';
import { sendJson, type RouteModule } from '../host.js';
import { jsonBody } from '../rest/json-body.js';
import { requireAdministrator } from './administrator.js';

const CLOCK = '/local-org/v1/clock';
const QUEUE = '/local-org/v1/queue';
const DEFAULT_DRAIN_MS = 30_000;
const MAX_DRAIN_MS = 600_000;
/** A century: beyond it, dates leave what the platform knows. */
const MAX_MOVE_MS = 100 * 366 * 86_400_000;

/** The org's clock and its queue of jobs. */
export const timeRoutes: RouteModule = (app, org) => {
  const { clock, control } = org;

  const sendClock = (reply: FastifyReply): FastifyReply =>
    sendJson(reply, 200, { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen });

  app.get(CLOCK, async (request, reply) => {
    requireAdministrator(request, org);
    return sendClock(reply);
  });

  /** `{"moveBy": 60000}` or `{"moveTo": "2027-01-01T00:00:00Z"}`, and `"frozen"`; what is due starts. */
  app.post(CLOCK, async (request, reply) => {
    requireAdministrator(request, org);
    const change = clockChange(jsonBody(request));
    if (change.frozen === true) clock.freeze();
    clock.move(change.moveBy ?? (change.moveTo === null ? 0 : change.moveTo - clock.now()));
    if (change.frozen === false) clock.resume();
    await control.clockChanged();
    return sendClock(reply);
  });

  const sendQueue = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const jobs = await org.run<WaitingJob[]>('list-jobs', {}, request.session.userId);
    return sendJson(reply, 200, { ...control.queueStatus(), jobs });
  };

  app.get(QUEUE, async (request, reply) => {
    requireAdministrator(request, org);
    return sendQueue(request, reply);
  });

  app.post(`${QUEUE}/pause`, async (request, reply) => {
    requireAdministrator(request, org);
    control.pauseQueue();
    return sendQueue(request, reply);
  });

  app.post(`${QUEUE}/resume`, async (request, reply) => {
    requireAdministrator(request, org);
    control.resumeQueue();
    return sendQueue(request, reply);
  });

  /** Runs what is due until nothing is: `{"timeoutMs": 30000}`. */
  app.post(`${QUEUE}/drain`, async (request, reply) => {
    requireAdministrator(request, org);
    if (control.queueStatus().paused) {
      throw new ApiError(
        409,
        'QUEUE_PAUSED',
        `the queue is paused and would never be idle; POST ${QUEUE}/resume first`
      );
    }
    const idle = await control.drainQueue(drainTime(request));
    return sendJson(reply, 200, { idle, ...control.queueStatus() });
  });

  /** Runs one job at once, whatever its time: `{"id": "707…"}`, or `{"name": "…"}` of a scheduled job. */
  app.post(`${QUEUE}/run`, async (request, reply) => {
    requireAdministrator(request, org);
    const { id, name } = jsonBody(request);
    if ((typeof id === 'string') === (typeof name === 'string')) {
      throw new ApiError(400, 'INVALID_REQUEST', 'the body must hold either "id" or "name"');
    }
    const jobs = await org.run<WaitingJob[]>('list-jobs', {}, request.session.userId);
    const job = jobs.find((candidate) => (name === undefined ? candidate.id === id : candidate.name === name));
    if (!job || !(await control.runJobNow(job.id))) {
      throw new ApiError(404, 'NOT_FOUND', `no job ${String(id ?? name)} waits`);
    }
    return sendQueue(request, reply);
  });
};

interface ClockChange {
  /** Milliseconds. */
  readonly moveBy: number | null;
  /** Milliseconds since 1970. */
  readonly moveTo: number | null;
  readonly frozen: boolean | null;
}

function clockChange(body: Record<string, unknown>): ClockChange {
  const { moveBy, moveTo, frozen } = body;
  const unknown = Object.keys(body).find((name) => !['moveBy', 'moveTo', 'frozen'].includes(name));
  const by = moveBy === undefined || (typeof moveBy === 'number' && Math.abs(moveBy) <= MAX_MOVE_MS);
  const target = typeof moveTo === 'string' ? Date.parse(moveTo) : null;
  const to = moveTo === undefined || (target !== null && Math.abs(target - Date.now()) <= MAX_MOVE_MS);
  const stands = frozen === undefined || typeof frozen === 'boolean';
  if (unknown !== undefined || !by || !to || !stands || (moveBy !== undefined && moveTo !== undefined)) {
    throw new ApiError(
      400,
      'INVALID_REQUEST',
      'the body may hold "moveBy" (milliseconds) or "moveTo" (a time such as 2027-01-01T00:00:00Z), and "frozen" (true or false)'
    );
  }
  return { moveBy: (moveBy as number | undefined) ?? null, moveTo: target, frozen: frozen ?? null };
}

function drainTime(request: FastifyRequest): number {
  const body = request.body as Buffer | undefined;
  const { timeoutMs = DEFAULT_DRAIN_MS } = body?.length ? jsonBody(request) : {};
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0 && timeoutMs <= MAX_DRAIN_MS)) {
    throw new ApiError(400, 'INVALID_REQUEST', `"timeoutMs" must be a number up to ${MAX_DRAIN_MS}`);
  }
  return timeoutMs;
}
