import { SqlError } from '../../database/connection.js';
import { PlatformError } from '../../values/platform-error.js';
import type { OperationRequest } from '../operation.js';
import type { FaultPlan } from './plan.js';
import type { FaultFacts, FaultPoint, FaultRule } from './rule.js';

/** The armed faults as one operation in a slot meets them. */
export class SlotFaults {
  private facts: FaultFacts;

  /** @param sleep waits in the slot's thread, in milliseconds. */
  constructor(
    private readonly plan: FaultPlan,
    request: OperationRequest,
    private readonly sleep: (milliseconds: number) => void
  ) {
    this.facts = factsOf(request);
  }

  get watchesStatements(): boolean {
    return this.plan.hasPoint('statement');
  }

  /** The job that the operation runs. */
  enterJob(className: string): void {
    this.facts = { ...this.facts, className };
  }

  commit(point: 'before-commit' | 'after-commit'): void {
    this.meet(point, {});
  }

  /** @throws PlatformError System.LimitException, or SqlError where the rule says so. */
  job(): void {
    const rule = this.meet('job', {});
    if (rule) throw failure(rule, 'limit');
  }

  /** @throws SqlError as PostgreSQL would. */
  statement(sql: string): void {
    const rule = this.meet('statement', statementFacts(sql));
    if (rule) throw failure(rule, 'lock');
  }

  /** @returns the text of the exception when the callout is to fail. */
  callout(point: 'callout' | 'callout-answer', endpoint: string): string | null {
    const rule = this.meet(point, { endpoint });
    return rule && (rule.message ?? 'Read timed out');
  }

  /** Crashes or waits here; a failure is the caller's to make. */
  private meet(point: FaultPoint, more: FaultFacts): FaultRule | null {
    const rule = this.plan.strike(point, { ...this.facts, ...more });
    if (rule?.do === 'crash') crash();
    if (rule?.do === 'delay') this.sleep(rule.milliseconds);
    return rule?.do === 'fail' ? rule : null;
  }
}

/** Ends the process as a power cut would: nothing is cleaned up. */
export function crash(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way; nothing more may happen in this thread.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function failure(rule: FaultRule, usual: 'lock' | 'limit'): Error {
  const sql = (message: string, code: string): Error =>
    new SqlError(rule.message ?? message, code, null, null, null, null);
  switch (rule.error ?? usual) {
    case 'lock':
      return sql('canceling statement due to lock timeout', '55P03');
    case 'deadlock':
      return sql('deadlock detected', '40P01');
    case 'limit':
      return new PlatformError('System.LimitException', rule.message ?? 'Apex CPU time limit exceeded');
  }
}

/** What the payload says of the request it came from; its shape is its owner's, so each member is looked at. */
function factsOf({ kind, payload }: OperationRequest): FaultFacts {
  const { method, path, object, objectName } = (payload ?? {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    kind,
    method: text(method),
    path: kind === 'apex-rest' ? `/services/apexrest${text(path) ?? ''}` : text(path),
    object: text(object) ?? text(objectName)
  };
}

const VERBS: readonly (readonly [verb: string, pattern: RegExp])[] = [
  ['insert', /\binsert\s+into\s+(?:\w+\.)?"?(\w+)/i],
  ['delete', /\bdelete\s+from\s+(?:\w+\.)?"?(\w+)/i],
  ['update', /\bupdate\s+(?:\w+\.)?"?(\w+)"?(?:\s+\w+)?\s+set\b/i],
  ['lock', /\bfrom\s+(?:\w+\.)?"?(\w+)[\s\S]*\bfor\s+(?:no\s+key\s+)?update\b/i],
  ['select', /\bfrom\s+(?:\w+\.)?"?(\w+)/i]
];

/** Verb and table of a statement; a write that locks its rows first is a write. */
export function statementFacts(sql: string): FaultFacts {
  for (const [statement, pattern] of VERBS) {
    const table = pattern.exec(sql)?.[1];
    if (table !== undefined) return { statement, object: table };
  }
  return {};
}
