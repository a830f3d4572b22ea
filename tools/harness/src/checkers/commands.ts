import type { Entry } from '../history/entry.js';
import { checkBodiesInContract } from './bodies.js';
import { checkAcknowledgedWorkIsThere, checkNoUnaskedEffects, checkOneEffectPerKey, type Effect } from './effects.js';
import type { Finding } from './finding.js';
import { checkLedger, type LedgerRow } from './ledger.js';
import { checkAnswersInContract, checkEveryKeySucceeds, checkOneOutcomePerKey } from './outcomes.js';

/**
 * What holds for commands that are to be done, whatever befalls them: each has one effect and one outcome, nothing that was
 * acknowledged is lost and nothing is made up, every answer is one of the contract, and in the end each has succeeded.
 *
 * @param ledger rows of the ledger, where a scenario reads them
 */
export function checkCommandsDone(
  history: readonly Entry[],
  effects: readonly Effect[],
  ledger?: readonly LedgerRow[]
): Finding[] {
  return [
    ...checkOneEffectPerKey(history, effects),
    ...checkOneOutcomePerKey(history),
    ...checkAcknowledgedWorkIsThere(history, effects),
    ...checkNoUnaskedEffects(history, effects),
    ...(ledger === undefined ? [] : checkLedger(history, ledger)),
    ...checkAnswersInContract(history),
    ...checkEveryKeySucceeds(history),
    ...checkBodiesInContract(history)
  ];
}
