import type { SyncConnection } from '../database/connection.js';
import type { TriggerHost } from './context.js';

/** What DML remembers for the length of a transaction. */
export interface DmlState {
  /** Triggers on the stack. */
  depth: number;
  /** First object of each side that was changed, for MIXED_DML_OPERATION. */
  setupObject: string | null;
  dataObject: string | null;
  /** Rows that this transaction has inserted. */
  readonly own: OwnRows;
}

/** Ids of rows that the transaction has inserted and that are certainly still there: nobody else can see or change them. */
export class OwnRows {
  private readonly ids = new Set<string>();
  private rollbacks = 0;

  add(db: SyncConnection, ids: Iterable<string>): void {
    this.check(db);
    for (const id of ids) this.ids.add(id);
  }

  has(db: SyncConnection, id: string): boolean {
    this.check(db);
    return this.ids.has(id);
  }

  /** Rows were deleted. Which ones, cascades included, is not looked into. */
  clear(): void {
    this.ids.clear();
  }

  private check({ rollbacks }: SyncConnection): void {
    if (rollbacks !== this.rollbacks) this.clear();
    this.rollbacks = rollbacks;
  }
}

const states = new WeakMap<TriggerHost, DmlState>();

/** @param transaction the transaction's trigger host, which lives exactly as long. */
export function stateOf(transaction: TriggerHost): DmlState {
  let state = states.get(transaction);
  if (!state) states.set(transaction, (state = { depth: 0, setupObject: null, dataObject: null, own: new OwnRows() }));
  return state;
}

/**
 * Runs the body as System.runAs does: setup and other objects may be changed on either side of it.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_dml_non_mix_sobjects_test_methods.htm
 */
export function withFreshMixedDml<T>(transaction: TriggerHost, body: () => T): T {
  const state = stateOf(transaction);
  const { setupObject, dataObject } = state;
  state.setupObject = null;
  state.dataObject = null;
  try {
    return body();
  } finally {
    state.setupObject = setupObject;
    state.dataObject = dataObject;
  }
}
