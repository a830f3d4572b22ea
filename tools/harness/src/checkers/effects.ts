import { entriesOf, operationsByKey, type Entry, type Operation } from '../history/entry.js';
import type { Finding } from './finding.js';

/** A business record in the org that some command or event caused. */
export interface Effect {
  /** Key of the command or event that caused it, found through the record's external id. */
  readonly key: string;
  /** Salesforce id. */
  readonly id: string;
  /** The fields that the request decides. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The effects grouped by the key that caused them. */
export function effectsByKey(effects: readonly Effect[]): Map<string, Effect[]> {
  const groups = new Map<string, Effect[]>();
  for (const effect of effects) groups.set(effect.key, [...(groups.get(effect.key) ?? []), effect]);
  return groups;
}

/** How many effects there are beyond the first of each key. */
export function countDuplicateEffects(effects: readonly Effect[]): number {
  return effects.length - effectsByKey(effects).size;
}

/** At most one effect per key. */
export function checkOneEffectPerKey(history: readonly Entry[], effects: readonly Effect[]): Finding[] {
  const operations = operationsByKey(history);
  return [...effectsByKey(effects)]
    .filter(([, own]) => own.length > 1)
    .map(([key, own]) => ({
      checker: 'one-effect-per-key',
      kind: 'violation',
      key,
      message: `${own.length} effects for one key: ${own.map((effect) => effect.id).join(', ')}.`,
      // The attempts that claim to be the first are those that made the effects.
      evidence: entriesOf(firsts(operations.get(key) ?? []))
    }));
}

/** What was acknowledged is there: every attempt that ended with success has its effect in the org. */
export function checkAcknowledgedWorkIsThere(history: readonly Entry[], effects: readonly Effect[]): Finding[] {
  const present = effectsByKey(effects);
  const findings: Finding[] = [];
  for (const [key, operations] of operationsByKey(history)) {
    const acknowledged = operations.find((operation) => operation.completion?.kind === 'ok');
    if (acknowledged === undefined || present.has(key)) continue;
    findings.push({
      checker: 'acknowledged-work-is-there',
      kind: 'violation',
      key,
      message: 'The org acknowledged the work, but its effect is not in the org.',
      evidence: entriesOf([acknowledged])
    });
  }
  return findings;
}

/** What was refused is not there: no effect without an attempt that succeeded or whose end is not known. */
export function checkNoUnaskedEffects(history: readonly Entry[], effects: readonly Effect[]): Finding[] {
  const operations = operationsByKey(history);
  const findings: Finding[] = [];
  for (const [key, own] of effectsByKey(effects)) {
    const attempts = operations.get(key);
    if (attempts?.some((attempt) => attempt.completion?.kind !== 'fail')) continue;
    const ids = own.map((effect) => effect.id).join(', ');
    findings.push({
      checker: 'no-unasked-effects',
      kind: 'violation',
      key,
      message:
        attempts === undefined
          ? `The org holds an effect that nobody asked for: ${ids}.`
          : `Every attempt was refused, but the org holds an effect: ${ids}.`,
      evidence: entriesOf(attempts ?? [])
    });
  }
  return findings;
}

function firsts(operations: readonly Operation[]): Operation[] {
  const own = operations.filter(
    (operation) => operation.completion?.kind === 'ok' && operation.completion.replayed !== true
  );
  return own.length > 0 ? own : [...operations];
}
