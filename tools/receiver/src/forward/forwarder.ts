import type { ForwardingSettings } from '../config/schema.js';
import type { Logger } from '../observe/logger.js';
import type { Metrics } from '../observe/metrics.js';
import type { ApiUsage, CallOutcome, Inbox } from '../salesforce/collections.js';
import type { Claim, ClaimedEvent, Claims, Outcome } from '../store/claims.js';
import { backoffMs, type Backoff } from './backoff.js';
import { classify } from './classify.js';
import { lingerFor } from './linger.js';
import { Signal } from './signal.js';

export interface ForwarderOptions {
  readonly claims: Claims;
  readonly inbox: Pick<Inbox, 'create'>;
  readonly settings: ForwardingSettings;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Why forwarding rests. */
type Rest = 'request-limit' | 'reserved-calls' | 'unavailable' | 'refused' | 'store';

interface RestPlan {
  readonly reason: Rest;
  readonly milliseconds: number;
}

/** The database is near, and senders wait for it as well: it is asked again soon. */
const STORE_BACKOFF: Backoff = { firstMs: 100, mostMs: 5_000 };

/** Events that another process stored are found by looking. Milliseconds. */
const LOOK_MS = 1_000;
const AGAIN_MS = 100;

/**
 * Takes events from the queue to the inbox, one call at a time. A crash at any point leaves events claimed; the lease ends,
 * and they are sent again: the inbox knows those that had arrived.
 */
export class Forwarder {
  private readonly stopping = new AbortController();
  /** Ends a call that is running: only when the process cannot wait for it. */
  private readonly aborting = new AbortController();
  private readonly signal = new Signal();
  private readonly backoff: Backoff;
  private failures = 0;
  private storeFailures = 0;
  private rest: Rest | undefined;
  /** As the last answer told it. */
  private usage: ApiUsage | null = null;
  private running: Promise<void> | undefined;

  constructor(private readonly options: ForwarderOptions) {
    const { first, most } = options.settings.backoffSeconds;
    this.backoff = { firstMs: first * 1000, mostMs: most * 1000 };
  }

  start(): void {
    this.running ??= this.run();
  }

  /** So many events were stored just now. */
  notify(events: number): void {
    this.signal.add(events);
  }

  /** `running`, or why it rests. */
  get state(): string {
    return this.rest === undefined ? 'running' : `rests: ${this.rest}`;
  }

  /** Claims nothing more and lets the running call finish; cut short after the deadline, its events are sent again. */
  async stop(deadlineMs: number): Promise<void> {
    this.stopping.abort();
    this.signal.end();
    const timer = setTimeout(() => this.aborting.abort(), deadlineMs);
    await this.running;
    clearTimeout(timer);
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.step();
      } catch (error) {
        // The database is away, or its answer was lost: claims run out by themselves.
        this.options.logger.error({ error }, 'the queue cannot be read or written; forwarding tries again');
        this.storeFailures += 1;
        await this.restFor({ reason: 'store', milliseconds: backoffMs(STORE_BACKOFF, this.storeFailures) });
      }
    }
  }

  /** Forwards one batch, or waits for events to come, or for others to share a call with. */
  private async step(): Promise<void> {
    const { claims, settings } = this.options;
    const { count: since } = this.signal;
    const waiting = await claims.waiting(settings.batchSize);
    this.storeFailures = 0;
    if (waiting.count === 0) return this.signal.wait(LOOK_MS, since, 1);
    const lingerMs = lingerFor(waiting, this.usage, settings);
    if (lingerMs > 0) return this.signal.wait(lingerMs, since, settings.batchSize - waiting.count);
    const claim = await claims.take(settings.batchSize, settings.batchBytes);
    // What waits then belongs to entities whose earlier events are on their way.
    return claim.events.length === 0 ? this.signal.wait(AGAIN_MS) : this.forward(claim);
  }

  private async forward(claim: Claim): Promise<void> {
    const { claims, settings, logger } = this.options;
    const renewal = setInterval(
      () => void claims.renew(claim).catch((error: unknown) => logger.warn({ error }, 'a lease could not be renewed')),
      (settings.leaseSeconds * 1000) / 3
    );
    let rest: RestPlan | undefined;
    try {
      rest = await this.send(claim.lease, claim.events);
    } finally {
      clearInterval(renewal);
    }
    if (rest) await this.restFor(rest);
  }

  /**
   * Sends events in one call, or in halves as long as the call as a whole is not understood.
   *
   * @returns whether forwarding has to rest
   */
  private async send(lease: string, events: readonly ClaimedEvent[]): Promise<RestPlan | undefined> {
    const { claims, inbox, metrics, logger } = this.options;
    const end = metrics.callSeconds.startTimer();
    const call = await inbox.create(events, this.aborting.signal);
    end();
    metrics.calls.inc({ outcome: call.kind });
    metrics.batchSize.observe(events.length);
    if (call.kind === 'unreadable' && events.length > 1) {
      const middle = Math.ceil(events.length / 2);
      const rest = await this.send(lease, events.slice(0, middle));
      const others = events.slice(middle);
      if (rest === undefined && !this.stopping.signal.aborted) return this.send(lease, others);
      await claims.finish(lease, others.map(giveBack));
      return rest;
    }
    const outcomes = call.kind === 'answered' ? this.judge(events, call) : judgeWhole(events, call);
    await claims.finish(lease, outcomes);
    for (const { kind } of outcomes) metrics.forwarded.inc({ outcome: kind });
    logger.debug({ events: events.length, call: call.kind }, 'a call to Salesforce ended');
    return this.planRest(call, outcomes);
  }

  private judge(events: readonly ClaimedEvent[], call: Extract<CallOutcome, { kind: 'answered' }>): Outcome[] {
    const { settings, logger } = this.options;
    return events.map((event, index): Outcome => {
      const result = call.results[index]!;
      const verdict = classify(result);
      const { id, eventKey, source } = event;
      switch (verdict.kind) {
        case 'delivered':
          return { kind: 'delivered', id, recordId: result.id };
        case 'permanent':
          logger.warn(
            { source, eventKey, code: verdict.code, fields: verdict.fields },
            'an event became a dead letter'
          );
          return { kind: 'dead', id, code: verdict.code, fields: verdict.fields };
        case 'hold':
          return { kind: 'again', id, afterMs: backoffMs(this.backoff, this.failures + 1), counts: false };
        case 'transient': {
          const attempts = event.attempts + 1;
          if (attempts < settings.attempts) {
            return { kind: 'again', id, afterMs: backoffMs(this.backoff, attempts), counts: true };
          }
          logger.warn(
            { source, eventKey, code: verdict.code, attempts },
            'an event became a dead letter: attempts used up'
          );
          return { kind: 'dead', id, code: verdict.code, fields: [] };
        }
      }
    });
  }

  /** Decides from a call whether the next one has to wait. */
  private planRest(call: CallOutcome, outcomes: readonly Outcome[]): RestPlan | undefined {
    const { settings, logger } = this.options;
    const pauseMs = settings.pauseSeconds * 1000;
    switch (call.kind) {
      case 'limit':
        logger.warn(
          { code: call.code, seconds: settings.pauseSeconds },
          "the org's limit is reached; forwarding pauses"
        );
        return { reason: 'request-limit', milliseconds: pauseMs };
      case 'unavailable':
        this.failures += 1;
        logger.warn(
          { reason: call.reason, failures: this.failures },
          'Salesforce is not available; forwarding backs off'
        );
        return { reason: 'unavailable', milliseconds: backoffMs(this.backoff, this.failures) };
      case 'refused':
        this.failures += 1;
        logger.error(
          { code: call.code, advice: call.advice },
          'Salesforce refuses the calls; events stay until this is mended'
        );
        return { reason: 'refused', milliseconds: backoffMs(this.backoff, this.failures) };
      case 'unreadable':
        return undefined;
      case 'answered': {
        const code = call.results.map(classify).find((verdict) => verdict.kind === 'hold')?.code;
        if (code !== undefined && outcomes.every((outcome) => outcome.kind !== 'delivered')) {
          this.failures += 1;
          logger.error(
            { code },
            'Salesforce refuses every event: check the permission set of the integration user, the triggers of the inbox and the storage of the org; events stay'
          );
          return { reason: 'refused', milliseconds: backoffMs(this.backoff, this.failures) };
        }
        this.failures = 0;
        return this.heed(call.usage);
      }
    }
  }

  /** Leaves the last calls of the day to others. */
  private heed(usage: ApiUsage | null): RestPlan | undefined {
    const { settings, metrics, logger } = this.options;
    this.usage = usage;
    if (usage === null) return undefined;
    metrics.apiUsage.set({ kind: 'used' }, usage.used);
    metrics.apiUsage.set({ kind: 'limit' }, usage.limit);
    if (usage.used < usage.limit * (1 - settings.reservedShare)) return undefined;
    logger.warn(
      { ...usage, seconds: settings.pauseSeconds },
      "few of the org's daily calls are left; forwarding pauses"
    );
    return { reason: 'reserved-calls', milliseconds: settings.pauseSeconds * 1000 };
  }

  private async restFor({ reason, milliseconds }: RestPlan): Promise<void> {
    const { metrics } = this.options;
    this.rest = reason;
    metrics.paused.set({ reason }, 1);
    await this.signal.wait(milliseconds);
    this.rest = undefined;
    metrics.paused.set({ reason }, 0);
  }
}

/** For a call that was not answered row by row. */
function judgeWhole(events: readonly ClaimedEvent[], call: Exclude<CallOutcome, { kind: 'answered' }>): Outcome[] {
  if (call.kind === 'unreadable') {
    return events.map(({ id }) => ({ kind: 'dead', id, code: call.code, fields: [] }));
  }
  // The forwarder as a whole waits; the events are ready when it goes on.
  return events.map(giveBack);
}

const giveBack = ({ id }: ClaimedEvent): Outcome => ({ kind: 'again', id, afterMs: 0, counts: false });
