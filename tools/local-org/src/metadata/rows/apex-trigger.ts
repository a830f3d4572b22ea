import type { RowHandler } from './handler.js';
import { codeValues } from './apex-class.js';
import { subscribeTrigger, unsubscribeTrigger } from './event-subscriber.js';

const HEAD = /^\s*trigger\s+\w+\s+on\s+(?<object>\w+)\s*\((?<events>[^)]*)\)/i;

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_triggers.htm */
export const apexTrigger: RowHandler = {
  type: 'ApexTrigger',
  elements: {
    type: 'ApexTrigger',
    used: ['apiVersion', 'status', 'fullName'],
    // What `status` was called in the first versions.
    cosmetic: ['packageVersions', 'active']
  },
  apply: (entry, rows) => {
    const values = codeValues(entry);
    const source = String(values.Body).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
    const head = HEAD.exec(source)?.groups;
    const events = (head?.events ?? '').toLowerCase().replace(/\s+/g, ' ');
    const on = (event: string): boolean => events.includes(event);
    const object = rows.schema.object(head?.object ?? '');
    const id = rows.put('ApexTrigger', entry.stored?.id ?? null, {
      ...values,
      TableEnumOrId: object?.name ?? head?.object ?? '',
      UsageBeforeInsert: on('before insert'),
      UsageAfterInsert: on('after insert'),
      UsageBeforeUpdate: on('before update'),
      UsageAfterUpdate: on('after update'),
      UsageBeforeDelete: on('before delete'),
      UsageAfterDelete: on('after delete'),
      UsageAfterUndelete: on('after undelete')
    });
    subscribeTrigger(rows, { id, name: entry.component.fullName, isActive: values.Status === 'Active' }, object);
    return id;
  },
  remove: (stored, rows) => {
    rows.delete('ApexTrigger', 'Id', stored.id);
    unsubscribeTrigger(rows, stored.id);
  }
};
