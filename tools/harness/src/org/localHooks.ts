import { DEFAULT_TIMEOUT_MS } from './httpClient.js';
import type { RestClient } from './restClient.js';

const BASE = '/local-org/v1';

/** A fault of the local org: where, what, at which of the places. See its documentation for all members. */
export interface OrgFault {
  readonly at: string;
  readonly do: 'crash' | 'delay' | 'drop' | 'fail';
  readonly when?: Readonly<Record<string, string>>;
  readonly error?: 'lock' | 'deadlock' | 'limit';
  readonly skip?: number;
  readonly every?: number;
  /** null: no end. */
  readonly times?: number | null;
  readonly probability?: number;
  readonly seed?: number;
  readonly milliseconds?: number;
}

/** What only a local org lets a test do: let time pass, wait for its jobs, build bad luck in. */
export class LocalHooks {
  constructor(private readonly admin: RestClient) {}

  /** The org's time; milliseconds since 1970. */
  async now(): Promise<number> {
    const { now } = await this.admin.call<{ now: string }>('GET', `${BASE}/clock`);
    return Date.parse(now);
  }

  /** Lets time pass; jobs that are due then start. */
  async pass(milliseconds: number): Promise<void> {
    await this.admin.call('POST', `${BASE}/clock`, { moveBy: Math.ceil(milliseconds) });
  }

  /** Waits until no job runs and none is due. @returns false when that took too long */
  async drain(timeoutMs = 60_000): Promise<boolean> {
    const path = `${BASE}/queue/drain`;
    const { idle } = await this.admin.call<{ idle: boolean }>(
      'POST',
      path,
      { timeoutMs },
      timeoutMs + DEFAULT_TIMEOUT_MS
    );
    return idle;
  }

  /** When the first job that waits is to run, by the org's clock; undefined when none waits. */
  async nextJobAt(): Promise<number | undefined> {
    const { jobs } = await this.admin.call<{ jobs: readonly { runAt: string }[] }>('GET', `${BASE}/queue`);
    return jobs.length === 0 ? undefined : Math.min(...jobs.map(({ runAt }) => Date.parse(runAt)));
  }

  /** Arms a fault that stays. */
  async arm(fault: OrgFault): Promise<void> {
    await this.admin.call('POST', `${BASE}/faults`, fault);
  }

  /** Runs a task while faults are armed. @returns how often they struck, in the order of the faults */
  async during(faults: readonly OrgFault[], task: () => Promise<void>): Promise<number[]> {
    const armed: string[] = [];
    const strikes: number[] = [];
    try {
      for (const fault of faults) {
        armed.push((await this.admin.call<{ id: string }>('POST', `${BASE}/faults`, fault)).id);
      }
      await task();
    } finally {
      for (const id of armed) {
        strikes.push((await this.admin.call<{ strikes: number }>('DELETE', `${BASE}/faults/${id}`)).strikes);
      }
    }
    return strikes;
  }

  /** Leads named credentials of the org to an address of this machine. */
  async mapCredentials(names: readonly string[], url: string): Promise<void> {
    const targets = Object.fromEntries(names.map((name) => [name, { url }]));
    await this.admin.call('POST', `${BASE}/named-credentials`, targets);
  }
}
