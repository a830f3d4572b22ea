import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from './httpClient.js';
import type { Session } from './session.js';

/** How many transactions an org had at one time: the most of each number while it was asked. */
interface Activity {
  readonly running: number;
  readonly waitingOnLock: number;
}

/** What a watch saw between its start and its end. */
export interface LockSightings {
  /** Most transactions that waited for a lock at one time. */
  readonly mostWaiting: number;
  /** Most transactions that ran at one time. */
  readonly mostRunning: number;
}

/** Watches whether transactions of an org really overlap. */
export interface LockWatch {
  /** Runs a task and tells what was seen meanwhile. */
  during(task: () => Promise<unknown>): Promise<LockSightings>;
}

/** The most of two sightings. */
export function mostOf(one: LockSightings, other: LockSightings): LockSightings {
  return {
    mostWaiting: Math.max(one.mostWaiting, other.mostWaiting),
    mostRunning: Math.max(one.mostRunning, other.mostRunning)
  };
}

/** Where a local org tells how many of its transactions run and wait. */
export const ACTIVITY_PATH = '/local-org/v1/activity';
/** How long the org looks for one answer; it looks about every millisecond. */
const WATCH_MS = 50;

/** Asks a local org, which counts the lock waits of its database. Only a local org can tell. */
export class LocalLockWatch implements LockWatch {
  constructor(private readonly session: Session) {}

  async during(task: () => Promise<unknown>): Promise<LockSightings> {
    const http = new HttpClient(this.session.instanceUrl, 1);
    const finished = new AbortController();
    let mostWaiting = 0;
    let mostRunning = 0;
    const look = async (): Promise<void> => {
      while (!finished.signal.aborted) {
        try {
          const seen = await this.#activity(http);
          mostWaiting = Math.max(mostWaiting, seen.waitingOnLock);
          mostRunning = Math.max(mostRunning, seen.running);
        } catch {
          // A look that fails sees nothing; an org that is gone is the task's to tell.
          await sleep(WATCH_MS);
        }
      }
    };
    const looking = look();
    try {
      await task();
    } finally {
      finished.abort();
      await looking;
      await http.close();
    }
    return { mostWaiting, mostRunning };
  }

  async #activity(http: HttpClient): Promise<Activity> {
    const answer = await http.send({
      method: 'GET',
      path: `${ACTIVITY_PATH}?watchMs=${WATCH_MS}`,
      headers: { authorization: `Bearer ${this.session.accessToken}` },
      timeoutMs: 5000
    });
    return JSON.parse(answer.body.toString('utf8')) as Activity;
  }
}
