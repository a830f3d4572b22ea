import { REMOTE_ATTEMPT } from '../../src/checkers/remoteAttempts.js';
import type { DispatchRow } from '../../src/checkers/dispatches.js';
import { digest } from '../../src/history/digest.js';
import type { Entry } from '../../src/history/entry.js';
import { RunHistory } from '../../src/history/recorder.js';

/** One attempt at the remote, as a test says it; what is left out is as it should be. */
export interface WrittenAttempt {
  readonly key?: string;
  readonly entity?: string;
  readonly at?: number;
  readonly step?: string;
  readonly content?: string;
  readonly correlationId?: string;
  /** null: the connection was cut. */
  readonly status?: number | null;
  readonly resourceId?: string;
  readonly created?: boolean;
}

/** Writes histories of a remote by hand. */
export class RemoteHistoryBuilder {
  readonly #recorder = new RunHistory().recorder('by-hand');
  readonly #occurrences = new Map<string, number>();

  get entries(): readonly Entry[] {
    return this.#recorder.entries();
  }

  attempt(written: WrittenAttempt = {}): this {
    const { key = 'fulfil:A', entity = 'A', at = 0, step = 'answer', content = 'body', correlationId = 'c' } = written;
    const { status = 201, resourceId, created = false } = written;
    const occurrence = (this.#occurrences.get(key) ?? 0) + 1;
    this.#occurrences.set(key, occurrence);
    const invoke = this.#recorder.invoke({
      client: 0,
      operation: 'fulfillments',
      key,
      attempt: occurrence,
      body: content
    });
    this.#recorder.complete(
      invoke,
      status === null ? { kind: 'unknown', error: 'cut' } : { kind: isDone(status, resourceId) ? 'ok' : 'fail', status }
    );
    this.#recorder.remark(
      REMOTE_ATTEMPT,
      {
        invoke,
        at,
        kind: 'fulfillments',
        entity,
        occurrence,
        step,
        payloadDigest: digest(content),
        correlationId,
        ...(status === null ? {} : { status }),
        ...(resourceId === undefined ? {} : { resourceId }),
        created
      },
      key
    );
    return this;
  }

  /** The attempt that does the work. */
  done(written: WrittenAttempt = {}): this {
    return this.attempt({ resourceId: 'F-1', created: true, ...written });
  }

  remark(subject: string, detail: Record<string, string | number | boolean>, key?: string): this {
    this.#recorder.remark(subject, detail, key);
    return this;
  }
}

/** As the harness reads the remote's log. */
function isDone(status: number, resourceId: string | undefined): boolean {
  return resourceId !== undefined && status !== 422;
}

/** A row of the outbox whose work is done. */
export function dispatchRow(change: Partial<DispatchRow> = {}): DispatchRow {
  return {
    id: 'a0A1',
    key: 'fulfil:A',
    entity: 'A',
    status: 'Succeeded',
    attempts: 1,
    lastCategory: 'Success',
    remoteId: 'F-1',
    correlationId: 'c',
    payloadDigest: digest('body'),
    ...change
  };
}
