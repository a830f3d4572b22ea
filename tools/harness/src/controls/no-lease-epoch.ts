import type { NegativeControl } from './control.js';

/** A worker that wakes up late takes the claim of its successor for its own. */
export const noLeaseEpoch: NegativeControl = {
  name: 'no-lease-epoch',
  breaks: 'A worker does not look whether the claim it holds is still the current one.',
  caughtBy: 'late-worker',
  edits: [
    {
      file: 'force-app/core/commands/classes/CommandProcessor.cls',
      find: 'if (row.Status__c == CommandState.PROCESSING && row.Epoch__c == epochs.get(row.Id)) {',
      replace: 'if (row.Status__c == CommandState.PROCESSING) {'
    }
  ]
};
