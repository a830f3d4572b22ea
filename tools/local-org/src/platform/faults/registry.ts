import { ApiError } from '../api-error.js';
import { FaultPlan, type ArmedFault, type FaultState } from './plan.js';
import type { FaultRule } from './rule.js';

const MAX_FAULTS = 256;

/** An armed fault with its counts. */
export interface FaultReport {
  readonly id: string;
  readonly rule: FaultRule;
  readonly matches: number;
  readonly strikes: number;
}

/** The faults of an org, kept by the main thread. */
export class FaultRegistry {
  private faults: readonly ArmedFault[] = [];
  private readonly counters = new SharedArrayBuffer(8 * MAX_FAULTS);
  private readonly cells = new Int32Array(this.counters);
  private version = 0;
  private nextId = 1;
  private current: FaultPlan | null = null;

  /** @param mayCrash false when the org runs inside another program, which would end with it. */
  constructor(private readonly mayCrash: boolean) {}

  get plan(): FaultPlan | null {
    return this.current;
  }

  get state(): FaultState | null {
    return this.current?.state ?? null;
  }

  /** @throws ApiError for a crash that is not allowed here, or one fault too many. */
  add(rule: FaultRule): FaultReport {
    if (rule.do === 'crash' && !this.mayCrash) {
      throw new ApiError(
        400,
        'INVALID_FAULT',
        'this local org runs inside another program, which would crash with it; start it with `local-org start` instead'
      );
    }
    const cell = Array.from({ length: MAX_FAULTS }, (_, index) => index).find(
      (index) => !this.faults.some((fault) => fault.cell === index)
    );
    if (cell === undefined) throw new ApiError(400, 'INVALID_FAULT', `there can be ${MAX_FAULTS} faults at most`);
    this.cells.fill(0, 2 * cell, 2 * cell + 2);
    const fault: ArmedFault = { id: String(this.nextId++), rule, cell };
    this.change([...this.faults, fault]);
    return this.report(fault);
  }

  list(): FaultReport[] {
    return this.faults.map((fault) => this.report(fault));
  }

  /** @returns the last counts; null when there is no such fault. */
  remove(id: string): FaultReport | null {
    const fault = this.faults.find((candidate) => candidate.id === id);
    if (!fault) return null;
    this.change(this.faults.filter((candidate) => candidate !== fault));
    return this.report(fault);
  }

  clear(): FaultReport[] {
    const reports = this.list();
    this.change([]);
    return reports;
  }

  private change(faults: readonly ArmedFault[]): void {
    this.faults = faults;
    const state = { version: ++this.version, faults, counters: this.counters };
    this.current = faults.length === 0 ? null : new FaultPlan(state);
  }

  private report({ id, rule, cell }: ArmedFault): FaultReport {
    return { id, rule, matches: this.cells[2 * cell] ?? 0, strikes: this.cells[2 * cell + 1] ?? 0 };
  }
}
