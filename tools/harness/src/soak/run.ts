import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_STATES } from '@retrysafe/contracts';
import { prepareCallers } from '../org/callers.js';
import { LocalHooks } from '../org/localHooks.js';
import { permissionSetsOf } from '../org/permissionSets.js';
import { RestClient } from '../org/restClient.js';
import type { Session } from '../org/session.js';
import { OrgProcess } from '../proof/orgProcess.js';
import type { Progress } from '../run/progress.js';
import type { SfdxProject } from '../run/project.js';
import { randomFor } from '../run/random.js';
import { loginWithAccessToken } from '../sf/commands.js';
import type { SfOptions } from '../sf/cli.js';
import { pause, runLoad } from './load.js';
import { canJudgeMemory, judgeMemory, type MemorySample, type MemoryVerdict } from './memory.js';
import { Redeploy } from './redeploy.js';
import { listen } from './subscriber.js';
import { Tally } from './tally.js';

export interface SoakOptions {
  readonly project: SfdxProject;
  readonly durationMs: number;
  readonly redeployEveryMs: number;
  readonly seed: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface SoakOutcome {
  /** How much of what was done. */
  readonly done: Readonly<Record<string, number>>;
  /** What should not have happened, and how often. */
  readonly errors: ReadonlyMap<string, number>;
  readonly memory: MemoryVerdict | undefined;
  readonly samples: readonly MemorySample[];
}

const API_VERSION = '68.0';
const ALIAS = 'retrysafe-soak';
/** Looks at the memory in a run; each collects garbage, which costs. */
const SAMPLES = 90;
const LEAST_BETWEEN_SAMPLES_MS = 3000;
/** For whatever waits until others have ended: jobs, transactions in the way of a look at the memory. */
const SETTLE_MS = 120_000;

const WARM_UP_MS = 60_000;
/** So long that the org starts another thread for who waits. Milliseconds. */
const STAY_MS = 300;

/** Works an org of its own with everything at once for a time, and watches what becomes of it. */
export async function runSoak(options: SoakOptions): Promise<SoakOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'retrysafe-soak-'));
  // Started by root, the database server runs as another user, who has to get through here.
  await chmod(folder, 0o755);
  const org = new OrgProcess(join(folder, 'org'));
  try {
    options.progress.step('starting the org');
    await org.start();
    return await new Soak(options, folder, org).run();
  } finally {
    await org.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

class Soak {
  readonly #tally: Tally;
  readonly #samples: MemorySample[] = [];
  readonly #admin: RestClient;
  readonly #sf: SfOptions;

  constructor(
    private readonly options: SoakOptions,
    private readonly folder: string,
    private readonly org: OrgProcess
  ) {
    this.#tally = new Tally((kind) => options.progress.done(`✖ ${kind}`));
    this.#admin = new RestClient(this.#session(), API_VERSION);
    this.#sf = { cwd: options.project.root, home: join(folder, 'home'), signal: options.signal };
  }

  async run(): Promise<SoakOutcome> {
    const { durationMs, progress, signal } = this.options;
    try {
      const redeploy = await Redeploy.of(this.options.project, join(this.folder, 'project'));
      const caller = await this.#prepare(redeploy);
      if (canJudgeMemory(durationMs)) await this.#warmUp(caller);
      const start = performance.now();
      const random = randomFor(this.options.seed, 'soak');
      const prefix = `soak${Date.now().toString(36)}`;
      await within(durationMs, signal, async (ends) => {
        await Promise.all([
          runLoad({ caller, admin: this.#admin, prefix, random, tally: this.#tally, ends }),
          listen(this.#admin, this.#tally, ends),
          this.#redeployOften(redeploy, ends),
          this.#watchMemory(start, ends)
        ]);
      });
      signal.throwIfAborted();
      await this.#comeToRest();
      progress.done(this.#line(durationMs));
    } finally {
      await this.#admin.close();
    }
    const memory = judgeMemory(this.#samples, durationMs);
    return { done: this.#tally.done, errors: this.#tally.errors, memory, samples: this.#samples };
  }

  async #prepare(redeploy: Redeploy): Promise<Session> {
    const { url, accessToken, orgId } = this.org.access;
    this.options.progress.step('deploying the project');
    await loginWithAccessToken({ instanceUrl: url, accessToken, alias: ALIAS }, this.#sf);
    await redeploy.run(ALIAS, this.#sf);
    const org = {
      kind: 'local' as const,
      isLocal: true,
      label: 'local org',
      orgId,
      apiVersion: API_VERSION,
      admin: this.#session(),
      close: () => Promise.resolve()
    };
    const target = { org, alias: ALIAS, sf: this.#sf, startedInMs: null };
    return (await prepareCallers(target, this.#admin, permissionSetsOf(this.options.project))).integration;
  }

  /**
   * Brings all threads of the org to work: it starts them as they are needed, and each holds its compiled code. On an idle
   * machine the last would come only after many minutes, and look like a leak. Twice the load, while each transaction stays
   * a moment, needs them all.
   */
  async #warmUp(caller: Session): Promise<void> {
    const { progress, seed, signal } = this.options;
    progress.step('warming up');
    const tally = new Tally();
    const load = (name: string, ends: AbortSignal): Promise<void> =>
      runLoad({
        caller,
        admin: this.#admin,
        prefix: `${name}${Date.now().toString(36)}`,
        random: randomFor(seed, name),
        tally,
        ends
      });
    const hooks = new LocalHooks(this.#admin);
    await hooks.during([{ at: 'before-commit', do: 'delay', milliseconds: STAY_MS, times: null }], async () => {
      await within(WARM_UP_MS, signal, async (ends) => {
        await Promise.all([load('warm', ends), load('warmer', ends)]);
      });
      await hooks.drain(SETTLE_MS);
    });
    for (const [kind, count] of tally.errors) this.#tally.error('warming up', `${kind} (${count})`);
  }

  /** On time, however long a deploy takes beside the load; one that is late begins at once. */
  async #redeployOften(redeploy: Redeploy, ends: AbortSignal): Promise<void> {
    const { redeployEveryMs } = this.options;
    for (let due = performance.now() + redeployEveryMs; ; due = Math.max(due + redeployEveryMs, performance.now())) {
      await pause(Math.max(0, due - performance.now()), ends);
      if (ends.aborted) return;
      try {
        await redeploy.run(ALIAS, this.#sf);
        this.#tally.count('deploys');
      } catch (error) {
        if (this.options.signal.aborted) return;
        this.#tally.error('deploy', (error as Error).message);
      }
    }
  }

  async #watchMemory(start: number, ends: AbortSignal): Promise<void> {
    const { durationMs, progress } = this.options;
    const between = Math.max(LEAST_BETWEEN_SAMPLES_MS, durationMs / SAMPLES);
    while (!ends.aborted) {
      await pause(between, ends);
      if (ends.aborted) return;
      try {
        const at = performance.now() - start;
        this.#samples.push({ at, ...(await this.#memory()) });
        progress.step(this.#line(at), at / durationMs);
      } catch (error) {
        if (!ends.aborted) this.#tally.error('memory', (error as Error).message);
      }
    }
  }

  async #memory(): Promise<Omit<MemorySample, 'at'>> {
    const { rssBytes, threads } = await this.#admin.call<{
      rssBytes: number;
      threads: readonly { heapBytes: number; externalBytes: number }[];
    }>('GET', '/local-org/v1/memory', undefined, SETTLE_MS);
    const used = threads.reduce((sum, thread) => sum + thread.heapBytes + thread.externalBytes, 0);
    return { rss: rssBytes, used };
  }

  /** What was accepted must come to its end, too. */
  async #comeToRest(): Promise<void> {
    this.options.progress.step('waiting for the jobs');
    if (!(await new LocalHooks(this.#admin).drain(SETTLE_MS))) {
      this.#tally.error('jobs', `the queue was not empty ${SETTLE_MS / 1000} s after the last request`);
    }
    const failed = await this.#admin.query(
      "SELECT ExtendedStatus, ApexClass.Name FROM AsyncApexJob WHERE Status = 'Failed' LIMIT 200"
    );
    for (const row of failed) {
      const { Name } = (row.ApexClass ?? {}) as { Name?: string };
      this.#tally.error('job', `${Name ?? ''} ${String(row.ExtendedStatus)}`);
    }
    const open = EVENT_STATES.filter((state) => !state.terminal).map((state) => `'${state.name}'`);
    const left = await this.#admin.query(`SELECT Id FROM Inbound_Event__c WHERE Status__c IN (${open.join(', ')})`);
    if (left.length > 0) this.#tally.error('events', `${left.length} are not processed`);
  }

  #line(at: number): string {
    const { durationMs } = this.options;
    const last = this.#samples.at(-1);
    const memory = last === undefined ? '' : ` · ${toMegabytes(last.rss)} MB, ${toMegabytes(last.used)} MB in use`;
    const tally = this.#tally;
    const commands = tally.of('commands') + tally.of('repeated commands');
    return `${clock(at)} of ${clock(durationMs)} · ${commands} commands, ${tally.of('events')} events, ${tally.of('queries')} queries, ${tally.of('deploys')} deploys · ${tally.errorCount} errors${memory}`;
  }

  #session(): Session {
    const { url, accessToken, username } = this.org.access;
    return { instanceUrl: url, accessToken, username };
  }
}

/**
 * Runs a task whose signal comes after a time, or when the caller's does. Not AbortSignal.any of a timeout: Node's garbage
 * collector may take the timeout, and the task would never end.
 */
async function within(ms: number, signal: AbortSignal, task: (ends: AbortSignal) => Promise<void>): Promise<void> {
  const end = new AbortController();
  const stop = (): void => end.abort();
  const timer = setTimeout(stop, ms);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await task(end.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

export const toMegabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
