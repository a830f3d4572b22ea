import { performance } from 'node:perf_hooks';
import { MAX_KEPT_BODY, type Completion, type CompletionKind, type Entry, type Invocation } from './entry.js';
import { digest } from './digest.js';

/** What a client says when it starts an attempt; the body is kept only as its digest. */
export type Start = {
  client: number;
  operation: string;
  key: string;
  attempt: number;
} & ({ body: string } | { payloadDigest: string });

/** What a client says when an attempt ends. */
export interface End {
  kind: CompletionKind;
  status?: number;
  code?: string;
  replayed?: boolean;
  body?: Buffer;
  error?: string;
}

/** Writes the history of one scenario into the history of the run. */
export interface Recorder {
  readonly scenario: string;
  /** @returns the index to pass to {@link Recorder.complete} */
  invoke(start: Start): number;
  complete(invoke: number, end: End): Completion;
  remark(subject: string, detail: Record<string, string | number | boolean>, key?: string): void;
  /** The entries of this scenario so far. */
  entries(): readonly Entry[];
}

/** The history of a run. Entries get their number and time here, so that their order is the order of events. */
export class RunHistory {
  readonly #entries: Entry[] = [];
  readonly #start = performance.now();

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Milliseconds since the run began, with microseconds. */
  now(): number {
    return Math.round((performance.now() - this.#start) * 1000) / 1000;
  }

  recorder(scenario: string): Recorder {
    const own: Entry[] = [];
    const add = <T extends Entry>(entry: T): T => {
      this.#entries.push(entry);
      own.push(entry);
      return entry;
    };
    return {
      scenario,
      invoke: ({ client, operation, key, attempt, ...content }) =>
        add<Invocation>({
          kind: 'invoke',
          index: this.#entries.length,
          at: this.now(),
          scenario,
          client,
          operation,
          key,
          attempt,
          payloadDigest: 'body' in content ? digest(content.body) : content.payloadDigest
        }).index,
      complete: (invoke, { kind, status, code, replayed, body, error }) =>
        add<Completion>({
          kind,
          index: this.#entries.length,
          at: this.now(),
          invoke,
          ...(status === undefined ? {} : { status }),
          ...(code === undefined ? {} : { code }),
          ...(replayed === undefined ? {} : { replayed }),
          ...(body === undefined
            ? {}
            : { bodyDigest: digest(body), body: body.toString('utf8').slice(0, MAX_KEPT_BODY) }),
          ...(error === undefined ? {} : { error })
        }),
      remark: (subject, detail, key) => {
        add<Entry>({
          kind: 'remark',
          index: this.#entries.length,
          at: this.now(),
          scenario,
          subject,
          ...(key === undefined ? {} : { key }),
          detail
        });
      },
      entries: () => own
    };
  }
}
