import { REMOTE_ATTEMPT } from '../checkers/remoteAttempts.js';
import type { DownstreamProcess } from '../downstream/process.js';
import type { Attempt } from '../downstream/store.js';
import type { Recorder } from '../history/recorder.js';
import { LocalHooks } from '../org/localHooks.js';
import { HarnessError } from '../run/errors.js';
import type { Stage } from '../scenarios/scenario.js';

/**
 * Named credentials that lead to the remote: all of the sample, because receipts and refunds are sent on the way and must not
 * wait for a remote that is not there.
 */
export const CREDENTIALS: readonly string[] = ['Fulfillment_Service', 'Payment_Provider', 'Receipt_Service'];

/** Work that scenarios ask for and judge. */
const KIND = 'fulfillments';

/** The remote as one scenario uses it: a service in a process of its own, which the org calls over HTTP. */
export class Remote {
  /** @param recorder gets what arrives at the service */
  constructor(
    readonly service: DownstreamProcess,
    /** Time and jobs of the org that calls it. */
    readonly org: LocalHooks,
    private readonly recorder: Recorder,
    /** Begins the order numbers of its scenario. */
    private readonly prefix: string
  ) {}

  /**
   * Runs a task with the remote, which keeps its promises until the task changes that. Only an org on this machine can call it,
   * so a scenario that comes here needs `remote`.
   */
  static async during(stage: Stage, prefix: string, task: (remote: Remote) => Promise<void>): Promise<void> {
    if (!stage.org.isLocal) throw new HarnessError('This org cannot call a service on this machine.');
    const service = await stage.helpers.remote();
    const hooks = new LocalHooks(stage.admin);
    await service.reset();
    await hooks.mapCredentials(CREDENTIALS, service.url);
    const remote = new Remote(service, hooks, stage.recorder, prefix);
    await remote.alignClock();
    await task(remote);
    await remote.transcribe();
    // What it is still asked for must not fail by the plans of this scenario.
    await service.reset();
    await remote.alignClock();
  }

  /** Lets time pass in the org and at the remote. */
  async pass(milliseconds: number): Promise<void> {
    await this.org.pass(milliseconds);
    await this.alignClock();
  }

  /** Sets the clock of the remote to that of the org, whose time may have been moved on: dates must mean the same. */
  async alignClock(): Promise<void> {
    await this.service.change({ clockAheadMs: (await this.org.now()) - Date.now() });
  }

  /** Writes into the history what has arrived at the remote since the last time. */
  async transcribe(): Promise<void> {
    const attempts = await this.service.newAttempts();
    // Earlier scenarios may have left work that comes here now.
    const own = attempts.filter(({ kind, entity }) => kind === KIND && entity.startsWith(this.prefix));
    for (const attempt of own) transcribe(attempt, this.recorder);
  }
}

/** An attempt as an entry of the org as client, with what only the remote knows beside it. */
function transcribe(attempt: Attempt, recorder: Recorder): void {
  const { kind, key = '', occurrence, payloadDigest, status, step } = attempt;
  const invoke = recorder.invoke({ client: 0, operation: kind, key, attempt: occurrence, payloadDigest });
  const isKnown = status !== undefined && step !== 'commit-then-fail' && step !== 'late';
  recorder.complete(invoke, {
    kind: !isKnown ? 'unknown' : attempt.resourceId !== undefined && status !== 422 ? 'ok' : 'fail',
    ...(status === undefined ? { error: 'the remote cut the connection' } : { status })
  });
  recorder.remark(
    REMOTE_ATTEMPT,
    {
      invoke,
      at: attempt.at,
      kind,
      entity: attempt.entity,
      occurrence,
      step,
      payloadDigest,
      ...(attempt.correlationId === undefined ? {} : { correlationId: attempt.correlationId }),
      ...(status === undefined ? {} : { status }),
      ...(attempt.resourceId === undefined ? {} : { resourceId: attempt.resourceId }),
      created: attempt.created === true
    },
    key
  );
}
