import type { NegativeControl } from './control.js';

/**
 * What most integrations do: look whether the key is there, then insert, without a unique field to meet at. Two
 * attempts may look at the same moment.
 */
export const queryThenInsert: NegativeControl = {
  name: 'query-then-insert',
  breaks: 'The ledger looks for the key before it inserts, and no field is unique.',
  caughtBy: 'concurrent-duplicates',
  edits: [
    {
      file: 'force-app/core/commands/classes/LedgerAdmission.cls',
      find: 'List<StatusCode> refusals = store.insertNew(rows);',
      replace: `if (!selector.findByKeys(keysOf(slots)).isEmpty()) {
      return slots;
    }
    List<StatusCode> refusals = store.insertNew(rows);`
    },
    ...notUnique('force-app/core/commands/objects/Integration_Request__c/fields/Request_Key__c.field-meta.xml'),
    ...notUnique('force-app/commerce/orders/objects/Order__c/fields/External_Order_Id__c.field-meta.xml')
  ]
};

/** Takes the uniqueness off a field. Only a unique field can tell upper from lower case, so both go. */
export function notUnique(file: string): NegativeControl['edits'] {
  return [
    { file, find: '<unique>true</unique>', replace: '<unique>false</unique>' },
    { file, find: '<caseSensitive>true</caseSensitive>', replace: '' }
  ];
}
