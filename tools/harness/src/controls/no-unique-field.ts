import type { NegativeControl } from './control.js';
import { notUnique } from './query-then-insert.js';

/** The ledger as it is, over a field that is not unique: nothing ever tells it that a key is taken. */
export const noUniqueField: NegativeControl = {
  name: 'no-unique-field',
  breaks: 'The key of the ledger is not a unique field.',
  caughtBy: 'same-command-again',
  edits: notUnique('force-app/core/commands/objects/Integration_Request__c/fields/Request_Key__c.field-meta.xml')
};
