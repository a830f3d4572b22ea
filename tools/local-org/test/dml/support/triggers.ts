import type { SObjectRecord } from '../../../src/values/record.js';
import type { TriggerHost, TriggerOperation, TriggerPhase } from '../../../src/dml/index.js';

export interface TriggerRun {
  readonly object: string;
  readonly phase: TriggerPhase;
  readonly operation: TriggerOperation;
  readonly newRecords: readonly SObjectRecord[] | null;
  readonly oldRecords: readonly SObjectRecord[] | null;
}

/** Triggers written in TypeScript; keeps what ran. */
export class TestTriggers implements TriggerHost {
  readonly runs: TriggerRun[] = [];
  private readonly bodies = new Map<string, (run: TriggerRun) => void>();

  on(object: string, phase: TriggerPhase, operation: TriggerOperation, body: (run: TriggerRun) => void): this {
    this.bodies.set(`${object} ${phase} ${operation}`, body);
    return this;
  }

  has(object: string, phase: TriggerPhase, operation: TriggerOperation): boolean {
    return this.bodies.has(`${object} ${phase} ${operation}`);
  }

  run(
    object: string,
    phase: TriggerPhase,
    operation: TriggerOperation,
    newRecords: readonly SObjectRecord[] | null,
    oldRecords: readonly SObjectRecord[] | null
  ): void {
    const run = { object, phase, operation, newRecords, oldRecords };
    this.runs.push(run);
    this.bodies.get(`${object} ${phase} ${operation}`)?.(run);
  }
}
