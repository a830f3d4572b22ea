import { serializeValue } from '../../apex/runtime/serialize.js';
import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import { prepareEvents } from '../../dml/index.js';
import type { SObjectRecord } from '../../values/record.js';
import type { SlotTransaction } from '../transaction.js';
import type { AccessOptions } from '../../schema/execution.js';
import { EventStore } from './event-store.js';
import { callbackEvent } from './publish-callbacks.js';

/** An event on its way: in the transaction's hands until it commits, or at once. */
export interface PublishedEvent {
  readonly objectName: string;
  /** Storable form of the record. */
  readonly payload: string;
}

/**
 * EventBus.publish (apex_class_System_eventbus): success means accepted for delivery; the one error of a success,
 * OPERATION_ENQUEUED, holds the event's UUID. Events that are published after commit vanish with a rollback; those
 * published immediately survive it.
 *
 * @param callback is told, in a transaction of its own, when the events are stored.
 */
export function publishEvents(
  tx: SlotTransaction,
  records: readonly SObjectRecord[],
  access: AccessOptions,
  callback: object | null
): readonly DmlRowResult[] {
  const { results, accepted } = prepareEvents(tx, records, { allOrNone: false, access, externalIdField: null });
  const events = accepted.values();
  const told: { readonly objectName: string; readonly uuid: string }[] = [];
  const rows = results.map((result) => {
    const event = result.success ? events.next().value : undefined;
    if (!event) return result;
    if (!tx.isTest && !tx.slot.usage.use('HourlyPublishedPlatformEvents')) return TOO_MANY;
    hand(tx, { objectName: event.objectName, payload: serializeValue(event) }, event.objectName);
    told.push({ objectName: event.objectName, uuid: String(event.fields.get('eventuuid')) });
    return result;
  });
  for (const name of callback && !tx.isTest ? new Set(told.map(({ objectName }) => objectName)) : []) {
    const uuids = told.filter(({ objectName }) => objectName === name).map(({ uuid }) => uuid);
    hand(tx, callbackEvent(callback as object, uuids), name);
  }
  return rows;
}

const TOO_MANY: DmlRowResult = {
  id: null,
  success: false,
  created: false,
  errors: [
    { statusCode: 'LIMIT_EXCEEDED', message: 'The hourly limit of published platform events is exceeded.', fields: [] }
  ]
};

/** @param objectName of the events: what becomes of them is said there. */
function hand(tx: SlotTransaction, published: PublishedEvent, objectName: string): void {
  if (tx.isTest) {
    // Delivered by Test.stopTest or by the test's broker.
    tx.pending.push({ event: published });
  } else if (tx.schema.object(objectName)?.publishBehavior === 'PublishImmediately') {
    tx.immediateEvents.push(published);
  } else {
    new EventStore(tx.db).add(published);
    tx.pending.push({ event: published });
  }
}
