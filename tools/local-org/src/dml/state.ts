import type { TriggerHost } from './context.js';

/** What DML remembers for the length of a transaction. */
export interface DmlState {
  /** Triggers on the stack. */
  depth: number;
  /** First object of each side that was changed, for MIXED_DML_OPERATION. */
  setupObject: string | null;
  dataObject: string | null;
}

const states = new WeakMap<TriggerHost, DmlState>();

/** @param transaction the transaction's trigger host, which lives exactly as long. */
export function stateOf(transaction: TriggerHost): DmlState {
  let state = states.get(transaction);
  if (!state) states.set(transaction, (state = { depth: 0, setupObject: null, dataObject: null }));
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
