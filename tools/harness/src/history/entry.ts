/**
 * The record of what clients did and saw, in the order in which it happened. An operation is one attempt: it starts
 * with an `invoke` entry and ends with exactly one completion, whose kind says what the client may conclude.
 */

/** A client sent a request. */
export interface Invocation {
  readonly kind: 'invoke';
  /** Number of the entry in the history, from 0. */
  readonly index: number;
  /** Milliseconds since the run began, monotonic. */
  readonly at: number;
  readonly scenario: string;
  /** Which of the concurrent clients this is. */
  readonly client: number;
  /** What was asked, such as `create-order`. */
  readonly operation: string;
  /** Idempotency key of a command, event key of an event. */
  readonly key: string;
  /** The how-manieth attempt of this client with this key, from 1. */
  readonly attempt: number;
  /** `sha256:` and the hex digest of the request body. */
  readonly payloadDigest: string;
}

/** What an attempt tells: the effect is there, it is not there, or nothing is known. */
export type CompletionKind = 'ok' | 'fail' | 'unknown';

/** A client got an answer, or gave up waiting for one. */
export interface Completion {
  readonly kind: CompletionKind;
  readonly index: number;
  readonly at: number;
  /** Index of the invocation that ends here. */
  readonly invoke: number;
  /** HTTP status; absent when no answer arrived. */
  readonly status?: number;
  /** Code of the contract's table; absent for an answer outside the table. */
  readonly code?: string;
  /** True when the answer says that it was stored by an earlier attempt. */
  readonly replayed?: boolean;
  /** `sha256:` and the hex digest of the body bytes. */
  readonly bodyDigest?: string;
  /** The body as text, cut at {@link MAX_KEPT_BODY} characters. */
  readonly body?: string;
  /** Why no answer arrived. */
  readonly error?: string;
}

/** Something beside the clients happened: a fault was injected, locks were seen. */
export interface Remark {
  readonly kind: 'remark';
  readonly index: number;
  readonly at: number;
  readonly scenario: string;
  /** Such as `fault` or `lock-waits`. */
  readonly subject: string;
  readonly key?: string;
  readonly detail: Readonly<Record<string, string | number | boolean>>;
}

export type Entry = Invocation | Completion | Remark;

/** Longest body text that an entry keeps; the digest always covers the whole body. */
export const MAX_KEPT_BODY = 2048;

/** One attempt: the invocation with its completion, which is missing when the run ended first. */
export interface Operation {
  readonly invocation: Invocation;
  readonly completion: Completion | undefined;
}

export function isCompletion(entry: Entry): entry is Completion {
  return entry.kind === 'ok' || entry.kind === 'fail' || entry.kind === 'unknown';
}

/**
 * The attempts of a history, in the order of their invocations.
 *
 * @throws Error when a completion names no open invocation: such a history was not written by a recorder
 */
export function operationsOf(history: readonly Entry[]): Operation[] {
  const open = new Map<number, { invocation: Invocation; completion: Completion | undefined }>();
  for (const entry of history) {
    if (entry.kind === 'invoke') open.set(entry.index, { invocation: entry, completion: undefined });
    else if (isCompletion(entry)) {
      const operation = open.get(entry.invoke);
      if (operation === undefined || operation.completion !== undefined) {
        throw new Error(`The history is broken: entry ${entry.index} completes no open invocation (${entry.invoke}).`);
      }
      operation.completion = entry;
    }
  }
  return [...open.values()];
}

/** The attempts grouped by key, keys in the order of their first invocation. */
export function operationsByKey(history: readonly Entry[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operationsOf(history)) {
    const group = groups.get(operation.invocation.key);
    if (group === undefined) groups.set(operation.invocation.key, [operation]);
    else group.push(operation);
  }
  return groups;
}

/** The entries of some attempts, in history order: what a finding shows as its evidence. */
export function entriesOf(operations: readonly Operation[]): Entry[] {
  return operations
    .flatMap((operation): Entry[] =>
      operation.completion === undefined ? [operation.invocation] : [operation.invocation, operation.completion]
    )
    .sort((left, right) => left.index - right.index);
}
