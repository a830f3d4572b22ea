import { describeUncaught } from '../../apex/runtime/errors.js';
import { invokeSlot } from '../../apex/runtime/invoke.js';
import { deserializeValue, serializeValue } from '../../apex/runtime/serialize.js';
import { PublishResult } from '../../stdlib/support/publish-callbacks.js';
import { listOfStrings } from '../../stdlib/support/lists.js';
import type { SlotContext } from '../slot.js';
import type { DeliveryReply } from './deliver.js';
import { EventStore } from './event-store.js';
import type { PublishedEvent } from './publish.js';

/**
 * Stands for an object among the events that wait: whoever published with a callback waits there to be told. So callbacks
 * have the fate of their events, after commit or at once, over a restart, too.
 */
export const CALLBACKS = 'EventBus.publish callbacks';

interface StoredCallback {
  readonly callback: string;
  readonly uuids: readonly string[];
}

export const callbackEvent = (callback: object, uuids: readonly string[]): PublishedEvent => ({
  objectName: CALLBACKS,
  payload: JSON.stringify({ callback: serializeValue(callback), uuids } satisfies StoredCallback)
});

/**
 * Calls onSuccess for events that are stored, each callback in a transaction of its own, as Automated Process
 * (platform_events_publish_callbacks). Nothing here makes an accepted event fail later: onFailure is for tests.
 */
export function tellPublishers(context: SlotContext, userId: string): DeliveryReply {
  let delivered = 0;
  while (tellOne(context, userId)) delivered++;
  return { delivered, more: false, retry: false, error: null };
}

function tellOne(context: SlotContext, userId: string): boolean {
  const options = { userId, quiddity: 'EVENT_TRIGGER', operation: 'EventBus.publish callback' };
  let position: number | null = null;
  try {
    context.transaction(options, (tx) => {
      const store = new EventStore(tx.db);
      const [event] = store.next(CALLBACKS, 1);
      if (!event) return;
      position = event.position;
      store.forget(event);
      const { callback, uuids } = JSON.parse(event.payload) as StoredCallback;
      const target = deserializeValue(callback) as object;
      if (!('onsuccess$1' in target)) return;
      invokeSlot(target, 'onsuccess$1', [new PublishResult(listOfStrings(uuids), true)]);
    });
  } catch (error) {
    if (position === null) throw error;
    const failed = position;
    context.transaction({}, (tx) => new EventStore(tx.db).forget({ position: failed, payload: '' }));
    if (describeUncaught(error).isInternal) throw error;
  }
  return position !== null;
}
