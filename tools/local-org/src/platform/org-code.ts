import { LinkedCode } from '../apex/runtime/link.js';
import { onTick } from '../apex/runtime/interrupts.js';
import type { CompiledUnit } from '../apex/runtime/compiled.js';
import type { RuntimeClass } from '../apex/runtime/transaction.js';
import type { Coverage } from './tests/test-runner.js';

interface TriggerEntry {
  readonly name: string;
  /** `before insert`, `after update` … */
  readonly events: readonly string[];
}

/** The org's code as the platform layer uses it: triggers by object, classes to look through, coverage. */
export class OrgCode extends LinkedCode {
  private byObject: Map<string, TriggerEntry[]> | null = null;
  private readonly inactiveTriggers: () => ReadonlySet<string>;
  private readonly counters: Map<string, Uint32Array> | null;

  constructor(
    private readonly source: readonly CompiledUnit[],
    options: {
      readonly coverage: boolean;
      readonly labels: ReadonlyMap<string, string>;
      /** Names, in lower case, of triggers that do not run. */
      readonly inactiveTriggers: () => ReadonlySet<string>;
    }
  ) {
    const counters = options.coverage ? new Map<string, Uint32Array>() : null;
    super(source, { coverage: counters, labels: options.labels });
    this.counters = counters;
    this.inactiveTriggers = options.inactiveTriggers;
  }

  /** A transaction starts in this thread: statics anew. @param check throws when the transaction must end. */
  beginTransaction(check: () => void): void {
    this.enter();
    onTick(check);
  }

  /** Triggers of an object in the order of their names: the platform promises none. */
  triggersOf(objectName: string): readonly TriggerEntry[] {
    this.byObject ??= this.indexTriggers();
    return this.byObject.get(objectName.toLowerCase()) ?? [];
  }

  /** All top-level classes. */
  *classes(): Generator<RuntimeClass> {
    for (const name of this.names().classes) {
      const type = this.type(name);
      if (type) yield type;
    }
  }

  resetCoverage(): void {
    for (const lines of this.counters?.values() ?? []) lines.fill(0);
  }

  /** Lines that ran since the last reset; test classes are left out (apex_code_coverage). */
  coverage(): Coverage {
    const result: Record<string, { covered: number[]; uncovered: number[] }> = {};
    for (const unit of this.source) {
      const counters = this.counters?.get(unit.name.toLowerCase());
      if (!counters || unit.meta.types.some((type) => type.isTest)) continue;
      const lines = unit.meta.executableLines;
      result[unit.name] = {
        covered: lines.filter((line) => (counters[line] ?? 0) > 0),
        uncovered: lines.filter((line) => !counters[line])
      };
    }
    return result;
  }

  /** Lines of a class or trigger that tests can run. */
  executableLines(unitName: string): readonly number[] {
    const name = unitName.toLowerCase();
    return this.source.find((unit) => unit.name.toLowerCase() === name)?.meta.executableLines ?? [];
  }

  /** Units of which a line ran since the last reset, and a reset; null when nobody counts. */
  takeCoverage(): Coverage | null {
    if (!this.counters) return null;
    const touched = Object.entries(this.coverage()).filter(([, { covered }]) => covered.length > 0);
    this.resetCoverage();
    return Object.fromEntries(touched);
  }

  private indexTriggers(): Map<string, TriggerEntry[]> {
    const index = new Map<string, TriggerEntry[]>();
    const inactive = this.inactiveTriggers();
    for (const name of [...this.names().triggers].sort()) {
      if (inactive.has(name.toLowerCase())) continue;
      const trigger = this.unit('trigger', name)?.meta.trigger;
      if (!trigger) continue;
      const key = trigger.object.toLowerCase();
      const entries = index.get(key) ?? [];
      entries.push({ name, events: trigger.events });
      index.set(key, entries);
    }
    return index;
  }
}
