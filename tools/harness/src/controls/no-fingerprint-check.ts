import type { NegativeControl } from './control.js';

/** Whoever uses a key a second time gets the outcome of the first, whatever they asked for. */
export const noFingerprintCheck: NegativeControl = {
  name: 'no-fingerprint-check',
  breaks: 'The content of a duplicate is not compared with the content of the first.',
  caughtBy: 'same-key-other-payload',
  edits: [
    {
      file: 'force-app/core/commands/classes/LedgerSlot.cls',
      find: 'return command.fingerprint.equals(row.Fingerprint__c);',
      replace: 'return true;'
    }
  ]
};
