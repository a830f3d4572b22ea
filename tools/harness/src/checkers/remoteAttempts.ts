import { operationsOf, type Entry, type Operation } from '../history/entry.js';

/** Subject of the remarks that say what the remote knows about an attempt; the key is that of the attempt. */
export const REMOTE_ATTEMPT = 'remote-attempt';

/** One attempt as the remote saw it, with the entries of the history that tell of it. */
export interface RemoteAttempt {
  readonly key: string;
  /** Milliseconds since 1970, by the clock of the remote. */
  readonly at: number;
  readonly kind: string;
  readonly entity: string;
  readonly occurrence: number;
  readonly step: string;
  readonly payloadDigest: string;
  readonly correlationId: string | undefined;
  readonly status: number | undefined;
  /** What was made by it, or existed already. */
  readonly resourceId: string | undefined;
  readonly created: boolean;
  readonly operation: Operation;
}

/** What arrived at the remote, in the order of its log. */
export function remoteAttemptsOf(history: readonly Entry[]): RemoteAttempt[] {
  const operations = new Map(operationsOf(history).map((operation) => [operation.invocation.index, operation]));
  return history.flatMap((entry): RemoteAttempt[] => {
    if (entry.kind !== 'remark' || entry.subject !== REMOTE_ATTEMPT) return [];
    const { detail, key = '' } = entry;
    const text = (name: string): string | undefined => (detail[name] === undefined ? undefined : String(detail[name]));
    return [
      {
        key,
        at: Number(detail.at),
        kind: String(detail.kind),
        entity: String(detail.entity),
        occurrence: Number(detail.occurrence),
        step: String(detail.step),
        payloadDigest: String(detail.payloadDigest),
        correlationId: text('correlationId'),
        status: detail.status === undefined ? undefined : Number(detail.status),
        resourceId: text('resourceId'),
        created: detail.created === true,
        operation: operations.get(Number(detail.invoke))!
      }
    ];
  });
}

/** The history without what the remote told: the attempts of callers alone. */
export function withoutRemote(history: readonly Entry[]): Entry[] {
  const remote = new Set(remoteAttemptsOf(history).map(({ operation }) => operation.invocation.index));
  return history.filter((entry) =>
    entry.kind === 'invoke'
      ? !remote.has(entry.index)
      : entry.kind === 'remark'
        ? entry.subject !== REMOTE_ATTEMPT
        : !remote.has(entry.invoke)
  );
}

/** Attempts by key, keys in the order of their first attempt. */
export function groupByKey(attempts: readonly RemoteAttempt[]): Map<string, RemoteAttempt[]> {
  const groups = new Map<string, RemoteAttempt[]>();
  for (const attempt of attempts) {
    const group = groups.get(attempt.key);
    if (group === undefined) groups.set(attempt.key, [attempt]);
    else group.push(attempt);
  }
  return groups;
}
