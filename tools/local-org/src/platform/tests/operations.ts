import type { HandlerTable } from '../handlers.js';
import type { SlotContext } from '../slot.js';
import { planTestClass } from './test-plan.js';
import { runTestClass, type TestClassResult } from './test-runner.js';

export interface TestClassRequest {
  readonly className: string;
  /** null: all. */
  readonly methods: readonly string[] | null;
  readonly coverage: boolean;
  readonly setupEpoch: number;
}

export const testOperations: HandlerTable = {
  'run-test-class': (context: SlotContext, request: TestClassRequest): TestClassResult =>
    runTestClass(context, request),
  /** Classes that hold tests, with the names of their methods. */
  'list-tests': (context: SlotContext): { className: string; methods: string[] }[] =>
    context.transaction({}, (tx) => {
      const found: { className: string; methods: string[] }[] = [];
      for (const type of tx.code.classes()) {
        const plan = planTestClass(type);
        if (plan) found.push({ className: plan.className, methods: plan.methods.map(({ name }) => name) });
      }
      return found;
    })
};
