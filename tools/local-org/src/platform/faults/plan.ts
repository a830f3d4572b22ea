import { matchesFacts, type FaultFacts, type FaultPoint, type FaultRule } from './rule.js';

export interface ArmedFault {
  readonly id: string;
  readonly rule: FaultRule;
  /** Where its counters are. */
  readonly cell: number;
}

/** What threads share of the armed faults; absent (null) when there are none. */
export interface FaultState {
  readonly version: number;
  readonly faults: readonly ArmedFault[];
  /** Matches and strikes, two counters a fault, for all threads together. */
  readonly counters: SharedArrayBuffer;
}

/** Decides at a point whether a fault strikes. Counts are shared, so that "the third commit" is the org's third. */
export class FaultPlan {
  private readonly counters: Int32Array;

  constructor(readonly state: FaultState) {
    this.counters = new Int32Array(state.counters);
  }

  hasPoint(point: FaultPoint): boolean {
    return this.state.faults.some(({ rule }) => rule.at === point);
  }

  /** The first fault that strikes here; all that match are counted. */
  strike(point: FaultPoint, facts: FaultFacts): FaultRule | null {
    let struck: FaultRule | null = null;
    for (const fault of this.state.faults) {
      if (fault.rule.at !== point || !matchesFacts(fault.rule.when, facts)) continue;
      const match = Atomics.add(this.counters, 2 * fault.cell, 1) + 1;
      if (struck === null && isChosen(fault.rule, match) && this.take(fault)) struck = fault.rule;
    }
    return struck;
  }

  private take({ cell, rule }: ArmedFault): boolean {
    const before = Atomics.add(this.counters, 2 * cell + 1, 1);
    if (rule.times === null || before < rule.times) return true;
    Atomics.sub(this.counters, 2 * cell + 1, 1);
    return false;
  }
}

/** @param match its number among the rule's matches, from 1. */
export function isChosen(rule: FaultRule, match: number): boolean {
  const after = match - rule.skip;
  if (after < 1 || (after - 1) % rule.every !== 0) return false;
  return rule.probability >= 1 || draw(rule.seed, match) < rule.probability;
}

/** A number from 0 to 1 that depends on seed and match only, so that a run can be had again (mulberry32's mixing). */
function draw(seed: number, match: number): number {
  let mixed = (seed + Math.imul(match, 0x6d2b79f5)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
}
