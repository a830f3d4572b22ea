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

/** The version of one entity as a reader saw it while work was going on. */
export interface VersionSighting {
  readonly entityId: string;
  /** Milliseconds since the run began. */
  readonly at: number;
  readonly version: number;
}

/** What every entity must look like in the end. */
export interface ExpectedEntity {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly effects: Readonly<Record<string, number>>;
}

/** Every order of the same events leads to the same record, and transitions had their effect as often as expected. */
export function checkConvergence(
  history: readonly Entry[],
  states: readonly EntityState[],
  entityIds: readonly string[],
  expected: ExpectedEntity,
  keysOf: (entityId: string) => readonly string[]
): Finding[] {
  const byEntity = new Map(states.map((state) => [state.entityId, state]));
  const operations = operationsByKey(history);
  const findings: Finding[] = [];
  for (const entityId of entityIds) {
    const state = byEntity.get(entityId);
    const differences = state === undefined ? ['there is no record'] : differencesOf(state, expected);
    if (differences.length === 0) continue;
    const own = keysOf(entityId).flatMap((key): Operation[] => operations.get(key) ?? []);
    findings.push({
      checker: 'convergence',
      kind: 'violation',
      key: entityId,
      message: `${entityId}: ${differences.join('; ')}.`,
      evidence: entriesOf(own)
    });
  }
  return findings;
}

/** An event that the org acknowledged is in the inbox, and was brought to an end. */
export function checkAcknowledgedEventsSettled(
  history: readonly Entry[],
  events: readonly EventState[],
  settledStates: readonly string[]
): Finding[] {
  const byKey = new Map<string, EventState[]>();
  for (const event of events) byKey.set(event.key, [...(byKey.get(event.key) ?? []), event]);
  const findings: Finding[] = [];
  for (const [key, operations] of operationsByKey(history)) {
    const acknowledged = operations.find((operation) => operation.completion?.kind === 'ok');
    if (acknowledged === undefined) continue;
    const own = byKey.get(key) ?? [];
    const message =
      own.length === 0
        ? 'The org acknowledged the event, but the inbox does not hold it.'
        : own.length > 1
          ? `The inbox holds the event ${own.length} times.`
          : settledStates.includes(own[0]!.status)
            ? undefined
            : `The event ended as ${own[0]!.status}, not as ${settledStates.join(' or ')}.`;
    if (message === undefined) continue;
    findings.push({
      checker: 'acknowledged-events-settled',
      kind: 'violation',
      key,
      message,
      evidence: entriesOf([acknowledged])
    });
  }
  return findings;
}

/** The version of a record never goes back. */
export function checkMonotonicVersions(sightings: readonly VersionSighting[]): Finding[] {
  const last = new Map<string, VersionSighting>();
  const findings: Finding[] = [];
  for (const sighting of [...sightings].sort((left, right) => left.at - right.at)) {
    const before = last.get(sighting.entityId);
    if (before !== undefined && sighting.version < before.version) {
      findings.push({
        checker: 'monotonic-versions',
        kind: 'violation',
        key: sighting.entityId,
        message: `Version ${before.version} at ${before.at} ms was followed by version ${sighting.version} at ${sighting.at} ms.`,
        evidence: []
      });
    }
    last.set(sighting.entityId, sighting);
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
