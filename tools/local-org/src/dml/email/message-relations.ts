import type { ObjectDefinition } from '../../schema/definitions.js';
import { ApexList } from '../../values/collections.js';
import { SObjectRecord } from '../../values/record.js';
import { DmlRow } from '../row.js';
import { good, type Chunk } from '../save/chunk.js';

const TYPES: readonly (readonly [field: string, type: string])[] = [
  ['toids', 'ToAddress'],
  ['ccids', 'CcAddress'],
  ['bccids', 'BccAddress']
];

/**
 * Messages name contacts, leads and users by lists of ids; each gets a row that relates it to the message.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_emailmessagerelation.htm
 *
 * @param insert saves rows through the save order.
 */
export function relateReceivers(chunk: Chunk, insert: (chunk: Chunk) => void): void {
  const { context, options } = chunk;
  const records = good(chunk).flatMap((row) =>
    TYPES.flatMap(([field, type]) => {
      const ids = row.work.fields.get(field);
      return ids instanceof ApexList ? ids.items.map((id) => relation(row.id, String(id), type)) : [];
    })
  );
  if (records.length === 0) return;
  const object = context.schema.object('EmailMessageRelation') as ObjectDefinition;
  const rows = records.map((record, index) => new DmlRow(index, record));
  insert({
    object,
    rows,
    context,
    options: { ...options, allOrNone: true, externalIdField: null },
    internal: true
  });
}

function relation(messageId: string | null, receiverId: string, type: string): SObjectRecord {
  const record = new SObjectRecord('EmailMessageRelation');
  record.fields.set('emailmessageid', messageId);
  record.fields.set('relationid', receiverId);
  record.fields.set('relationtype', type);
  return record;
}
