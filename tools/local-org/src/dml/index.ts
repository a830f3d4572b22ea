/** DML: the platform's save order over PostgreSQL. */
export { executeDml } from './execute-dml.js';
export { emptyRecycleBin, removePurged } from './empty-recycle-bin.js';
export { prepareEvents, type PreparedEvents } from './publish-events.js';
export { convertLeads, type ConvertedLead, type LeadConversion } from './convert-leads.js';
export { executeMerge } from './execute-merge.js';
export {
  TriggerFailure,
  type DmlContext,
  type DmlOperation,
  type DmlOptions,
  type DmlRowResult,
  type TriggerHost,
  type TriggerOperation,
  type TriggerPhase
} from './context.js';
export { withFreshMixedDml } from './state.js';
