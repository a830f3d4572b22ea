import { entriesOf, operationsByKey, type Entry, type Operation } from '../history/entry.js';
import type { Finding } from './finding.js';

/** A record that several events shaped. */
export interface EntityState {
  readonly entityId: string;
  /** The fields that the events decide; not ids and times that differ by nature. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Version that the record holds. */
  readonly version: number;
  /** Counts of the effects that transitions cause, such as receipts. */
  readonly effects: Readonly<Record<string, number>>;
}

/** What the inbox says about one event. */
export interface EventState {
  readonly key: string;
  readonly entityId: string;
  readonly version: number;
  readonly status: string;
}

/** What every entity must look like in the end. */
export interface ExpectedEntity {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly effects: Readonly<Record<string, number>>;
}

/**
 * Every order of the same events leads to the same record, and transitions had their effect as often as expected.
 * Nothing can be said about an entity whose events were not all acknowledged.
 *
 * @param keysOf keys of the events of each entity
 */
export function checkConvergence(
  history: readonly Entry[],
  states: readonly EntityState[],
  keysOf: ReadonlyMap<string, readonly string[]>,
  expected: ExpectedEntity
): Finding[] {
  const byEntity = new Map(states.map((state) => [state.entityId, state]));
  const operations = operationsByKey(history);
  const findings: Finding[] = [];
  for (const [entityId, keys] of keysOf) {
    const own = keys.map((key) => operations.get(key) ?? []);
    const missing = own.filter((attempts) => !attempts.some(({ completion }) => completion?.kind === 'ok')).length;
    const state = byEntity.get(entityId);
    const differences = state === undefined ? ['there is no record'] : differencesOf(state, expected);
    if (missing === 0 && differences.length === 0) continue;
    findings.push({
      checker: 'convergence',
      kind: missing > 0 ? 'inconclusive' : 'violation',
      key: entityId,
      message:
        missing > 0
          ? `${missing} of ${keys.length} events were never acknowledged (${lastAnswer(own.flat())}).`
          : `${differences.join('; ')}.`,
      evidence: entriesOf(own.flat())
    });
  }
  return findings;
}

function lastAnswer(operations: readonly Operation[]): string {
  const failed = operations.filter(({ completion }) => completion !== undefined && completion.kind !== 'ok').at(-1);
  if (failed === undefined) return 'they were not sent';
  return failed.completion?.error ?? `${failed.completion?.status} ${failed.completion?.code ?? ''}`.trim();
}

/**
 * An event that the org acknowledged is in the inbox, and was brought to a good end.
 *
 * @param settled states that are a good end
 * @param open states of events that are still waited for: nothing can be said about them yet
 */
export function checkAcknowledgedEventsSettled(
  history: readonly Entry[],
  events: readonly EventState[],
  settled: readonly string[],
  open: readonly string[]
): Finding[] {
  const byKey = new Map<string, EventState[]>();
  for (const event of events) byKey.set(event.key, [...(byKey.get(event.key) ?? []), event]);
  const findings: Finding[] = [];
  for (const [key, operations] of operationsByKey(history)) {
    const acknowledged = operations.find((operation) => operation.completion?.kind === 'ok');
    const own = byKey.get(key) ?? [];
    const message = acknowledged === undefined ? undefined : complaintAbout(own, settled);
    if (acknowledged === undefined || message === undefined) continue;
    findings.push({
      checker: 'acknowledged-events-settled',
      kind: own.length === 1 && open.includes(own[0]!.status) ? 'inconclusive' : 'violation',
      key,
      message,
      evidence: entriesOf([acknowledged])
    });
  }
  return findings;
}

function complaintAbout(events: readonly EventState[], settled: readonly string[]): string | undefined {
  const [event] = events;
  if (event === undefined) return 'The org acknowledged the event, but the inbox does not hold it.';
  if (events.length > 1) return `The inbox holds the event ${events.length} times.`;
  return settled.includes(event.status) ? undefined : `The event is ${event.status}, not ${settled.join(' or ')}.`;
}

/** Subject of the remarks that tell the version of an entity as a reader saw it; the key is the entity's id. */
export const VERSION_SEEN = 'version-seen';

/** The version of a record never goes back, as far as readers saw it. */
export function checkMonotonicVersions(history: readonly Entry[]): Finding[] {
  const last = new Map<string, { readonly entry: Entry; readonly version: number }>();
  const findings: Finding[] = [];
  for (const entry of history) {
    if (entry.kind !== 'remark' || entry.subject !== VERSION_SEEN || entry.key === undefined) continue;
    const version = Number(entry.detail.version);
    const before = last.get(entry.key);
    if (before !== undefined && version < before.version) {
      findings.push({
        checker: 'monotonic-versions',
        kind: 'violation',
        key: entry.key,
        message: `Version ${before.version} was followed by version ${version}.`,
        evidence: [before.entry, entry]
      });
    }
    last.set(entry.key, { entry, version });
  }
  return findings;
}

function differencesOf(state: EntityState, expected: ExpectedEntity): string[] {
  const differences = Object.entries(expected.fields)
    .filter(([name, value]) => JSON.stringify(state.fields[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${name} is ${JSON.stringify(state.fields[name])}, not ${JSON.stringify(value)}`);
  if (state.version !== expected.version) differences.push(`the version is ${state.version}, not ${expected.version}`);
  for (const [name, count] of Object.entries(expected.effects)) {
    if (state.effects[name] !== count) differences.push(`${state.effects[name] ?? 0} ${name}, not ${count}`);
  }
  return differences;
}
