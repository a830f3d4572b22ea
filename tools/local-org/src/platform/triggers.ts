import { isUncatchable, toApexException } from '../apex/runtime/exception.js';
import { runTrigger, type TriggerInvocation } from '../apex/runtime/triggers.js';
import { TriggerFailure, type TriggerHost, type TriggerOperation, type TriggerPhase } from '../dml/index.js';
import { PlatformError } from '../values/platform-error.js';
import type { SObjectRecord } from '../values/record.js';
import type { SlotTransaction } from './transaction.js';

/** Trigger recursion is cut here (apex_gov_limits). */
const MAX_DEPTH = 16;

/** Runs the triggers of the org's code, in the order of their names: the platform promises none. */
export class CodeTriggers implements TriggerHost {
  private depth = 0;

  constructor(private readonly tx: SlotTransaction) {}

  has(objectName: string, phase: TriggerPhase, operation: TriggerOperation): boolean {
    return this.code.triggersOf(objectName).some((trigger) => trigger.events.includes(`${phase} ${operation}`));
  }

  run(
    objectName: string,
    phase: TriggerPhase,
    operation: TriggerOperation,
    newRecords: readonly SObjectRecord[] | null,
    oldRecords: readonly SObjectRecord[] | null
  ): void {
    if (this.depth >= MAX_DEPTH) {
      throw new PlatformError('System.DmlException', 'Maximum trigger depth exceeded');
    }
    this.depth++;
    try {
      // One invocation for all: the triggers of a chunk see the same lists.
      const invocation: TriggerInvocation = { objectName, when: phase, action: operation, newRecords, oldRecords };
      for (const trigger of this.code.triggersOf(objectName)) {
        if (trigger.events.includes(`${phase} ${operation}`)) this.runOne(trigger.name, invocation);
      }
    } finally {
      this.depth--;
    }
  }

  private get code(): SlotTransaction['code'] {
    return this.tx.code;
  }

  private runOne(name: string, invocation: TriggerInvocation): void {
    try {
      runTrigger(this.code.trigger(name), invocation);
    } catch (error) {
      const exception = toApexException(error);
      if (!exception || isUncatchable(exception)) throw error;
      const event = capitalised(invocation.when) + capitalised(invocation.action);
      const text = `${name}: execution of ${event}\n\ncaused by: ${exception.typeName()}: ${exception.getMessage()}\n\n${exception.stackText()}`;
      throw new TriggerFailure(text, error);
    }
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
