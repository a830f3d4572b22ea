import { ApexList, ApexMap } from '../../values/collections.js';
import type { SObjectRecord } from '../../values/record.js';
import { ID, platformType, sobjectType } from '../../values/type.js';
import { platformEnumValue } from './enums.js';

/** One run of the triggers of an object over a chunk of rows; the same object for all triggers of the run. */
export interface TriggerInvocation {
  readonly objectName: string;
  readonly when: 'before' | 'after';
  readonly action: 'insert' | 'update' | 'delete' | 'undelete';
  /** Rows as they will be or are; null for delete. */
  readonly newRecords: readonly SObjectRecord[] | null;
  /** Rows as they were; null for insert and undelete. */
  readonly oldRecords: readonly SObjectRecord[] | null;
}

interface TriggerState {
  readonly invocation: TriggerInvocation;
  /** Context variables by lower-case name, made on first use. */
  readonly variables: Map<string, unknown>;
}

let current: TriggerState | null = null;

/**
 * Runs a trigger's body with its context variables set; triggers may run inside triggers.
 */
export function runTrigger(body: () => void, invocation: TriggerInvocation): void {
  const outer = current;
  // The variables belong to the invocation: triggers of one object see the same lists.
  current = { invocation, variables: variablesOf(invocation) };
  try {
    body();
  } finally {
    current = outer;
  }
}

/** Runs code that is no part of the running trigger (a job run by Test.stopTest, say) without its context variables. */
export function outsideTriggers<T>(body: () => T): T {
  const outer = current;
  current = null;
  try {
    return body();
  } finally {
    current = outer;
  }
}

const known = new WeakMap<TriggerInvocation, Map<string, unknown>>();

function variablesOf(invocation: TriggerInvocation): Map<string, unknown> {
  let variables = known.get(invocation);
  if (!variables) known.set(invocation, (variables = new Map()));
  return variables;
}

/** `Trigger.new` and the like. @param name in lower case. */
export function trigger(name: string): unknown {
  if (!current) return name.startsWith('is') ? false : null;
  const { variables } = current;
  if (!variables.has(name)) variables.set(name, contextVariable(current, name));
  return variables.get(name);
}

/** Source: Apex Developer Guide, "Trigger Context Variables". */
function contextVariable({ invocation }: TriggerState, name: string): unknown {
  const { objectName, when, action, newRecords, oldRecords } = invocation;
  switch (name) {
    case 'isexecuting':
      return true;
    case 'isbefore':
    case 'isafter':
      return when === name.slice(2);
    case 'isinsert':
    case 'isupdate':
    case 'isdelete':
    case 'isundelete':
      return action === name.slice(2);
    case 'new':
      return list(objectName, newRecords);
    case 'old':
      return list(objectName, oldRecords);
    case 'newmap':
      // Before an insert the rows have no ids yet.
      return when === 'before' && action === 'insert' ? null : map(objectName, newRecords);
    case 'oldmap':
      return map(objectName, oldRecords);
    case 'size':
      return (newRecords ?? oldRecords ?? []).length;
    case 'operationtype':
      return platformEnumValue(platformType('System', 'TriggerOperation'), `${when}_${action}`.toUpperCase());
    default:
      throw new Error(`compiled Apex names an unknown trigger variable: ${name}`);
  }
}

const list = (objectName: string, records: readonly SObjectRecord[] | null): ApexList | null =>
  records && new ApexList(sobjectType(objectName), [...records]);

const map = (objectName: string, records: readonly SObjectRecord[] | null): ApexMap | null =>
  records &&
  new ApexMap(
    ID,
    sobjectType(objectName),
    records.map((record) => [record.id, record] as const)
  );
