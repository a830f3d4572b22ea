import { serializeValue } from '../../apex/runtime/serialize.js';
import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import { prepareEvents } from '../../dml/index.js';
import type { SObjectRecord } from '../../values/record.js';
import type { SlotTransaction } from '../transaction.js';
import { EventStore } from './event-store.js';

/** An event on its way: in the transaction's hands until it commits, or at once. */
export interface PublishedEvent {
  readonly objectName: string;
  /** Storable form of the record. */
  readonly payload: string;
}

/**
 * EventBus.publish (apex_class_System_eventbus): success means accepted for delivery. Events that are published after
 * commit vanish with a rollback; those published immediately survive it.
 */
export function publishEvents(tx: SlotTransaction, records: readonly SObjectRecord[]): readonly DmlRowResult[] {
  const access = { mode: 'system', sharing: false } as const;
  const { results, accepted } = prepareEvents(tx, records, { allOrNone: false, access, externalIdField: null });
  const events = accepted.values();
  return results.map((result) => {
    const event = result.success ? events.next().value : undefined;
    if (!event) return result;
    if (!tx.isTest && !tx.slot.usage.use('HourlyPublishedPlatformEvents')) return TOO_MANY;
    hand(tx, event);
    return result;
  });
}

const TOO_MANY: DmlRowResult = {
  id: null,
  success: false,
  created: false,
  errors: [
    { statusCode: 'LIMIT_EXCEEDED', message: 'The hourly limit of published platform events is exceeded.', fields: [] }
  ]
};

function hand(tx: SlotTransaction, event: SObjectRecord): void {
  const published: PublishedEvent = { objectName: event.objectName, payload: serializeValue(event) };
  if (tx.isTest) {
    // Delivered by Test.stopTest or by the test's broker.
    tx.pending.push({ event: published });
  } else if (tx.schema.object(event.objectName)?.publishBehavior === 'PublishImmediately') {
    tx.immediateEvents.push(published);
  } else {
    new EventStore(tx.db).add(published);
    tx.pending.push({ event: published });
  }
}
