import { describeUncaught } from '../../apex/runtime/errors.js';
import { deserializeValue } from '../../apex/runtime/serialize.js';
import { TriggerContext } from '../../stdlib/EventBus/TriggerContext.js';
import type { SObjectRecord } from '../../values/record.js';
import type { SlotContext } from '../slot.js';
import type { SlotTransaction } from '../transaction.js';
import { TriggerFailure } from '../../dml/index.js';
import { EventStore, type StoredEvent } from './event-store.js';
import { CALLBACKS, tellPublishers } from './publish-callbacks.js';
import { SubscriberTable } from './subscribers.js';

/** Events a trigger gets at once (Platform Events Developer Guide, "Subscribe to Platform Event Notifications with Apex Triggers"). */
const MAX_BATCH = 2000;
/** Runs in all over the same events when a trigger asks for another by EventBus.RetryableException. */
const MAX_RUNS = 10;

export interface DeliveryRequest {
  readonly objectName: string;
  /** Earlier runs over the same events. */
  readonly retries: number;
  readonly lastError: string | null;
  /** Id of the user Automated Process. */
  readonly userId: string;
}

export interface DeliveryReply {
  readonly delivered: number;
  /** Others wait behind those that were delivered. */
  readonly more: boolean;
  /** The trigger wants the same events again. */
  readonly retry: boolean;
  readonly error: string | null;
}

/**
 * Delivers the waiting events of an object to its after-insert triggers, in a transaction of their own. What the trigger
 * throws rolls its work back: RetryableException brings the same events again, ten times in all, and then puts the
 * subscribers in error until one is saved; anything else gives up the events, or those up to the resume checkpoint.
 */
export function deliverEvents(context: SlotContext, request: DeliveryRequest): DeliveryReply {
  if (request.objectName === CALLBACKS) return tellPublishers(context, request.userId);
  const trigger = new TriggerContext(request.retries, request.lastError);
  let events: StoredEvent[] = [];
  let more = false;
  try {
    context.transaction(
      { userId: request.userId, quiddity: 'EVENT_TRIGGER', operation: `EventService: ${request.objectName}` },
      (tx) => {
        events = new EventStore(tx.db).next(request.objectName, MAX_BATCH);
        if (events.length === 0) return;
        const subscribers = new SubscriberTable(tx.db);
        // What comes while its subscribers are in error does not reach them.
        if (!subscribers.isInError(request.objectName)) {
          runTriggers(tx, request.objectName, events.map(recordOf), trigger);
        }
        const done = upToCheckpoint(events, trigger);
        new EventStore(tx.db).remove(done, tx.now());
        subscribers.processed(request.objectName, done.at(-1)?.position ?? null);
        more = events.length === MAX_BATCH || done.length < events.length;
      }
    );
    return { delivered: events.length, more, retry: false, error: null };
  } catch (error) {
    return afterFailure(context, request, events, trigger, error);
  }
}

function afterFailure(
  context: SlotContext,
  request: DeliveryRequest,
  events: readonly StoredEvent[],
  trigger: TriggerContext,
  error: unknown
): DeliveryReply {
  if (events.length === 0) throw error;
  const retryable = retryableOf(error);
  if (retryable !== null) {
    const over = request.retries + 1 >= MAX_RUNS;
    context.transaction({}, (tx) => {
      new SubscriberTable(tx.db).failed(request.objectName, request.retries + (over ? 0 : 1), retryable, over);
      if (over) new EventStore(tx.db).remove(events, tx.now());
    });
    return { delivered: over ? events.length : 0, more: true, retry: !over, error: retryable };
  }
  context.transaction({}, (tx) => {
    const done = upToCheckpoint(events, trigger);
    new EventStore(tx.db).remove(done, tx.now());
    new SubscriberTable(tx.db).processed(request.objectName, done.at(-1)?.position ?? null);
  });
  // A fault of the local org itself: the events are given up, but somebody must hear of it.
  if (describeUncaught(error).isInternal && !(error instanceof TriggerFailure)) throw error;
  return { delivered: events.length, more: true, retry: false, error: null };
}

/** Message of the RetryableException that ended a run; null when something else did. */
function retryableOf(error: unknown): string | null {
  const thrown = error instanceof TriggerFailure ? (error.cause ?? error) : error;
  const { typeName, message } = describeUncaught(thrown);
  return typeName === 'EventBus.RetryableException' ? message : null;
}

/** What is behind the checkpoint comes again. */
function upToCheckpoint(events: readonly StoredEvent[], { resumeCheckpoint }: TriggerContext): readonly StoredEvent[] {
  if (resumeCheckpoint === null) return events;
  return events.filter(({ position }) => position <= Number(resumeCheckpoint));
}

function recordOf({ position, payload }: StoredEvent): SObjectRecord {
  const record = deserializeValue(payload) as SObjectRecord;
  record.fields.set('replayid', String(position));
  return record;
}

/** Runs the triggers of an event object over events, in the running transaction. */
export function runTriggers(
  tx: SlotTransaction,
  objectName: string,
  records: readonly SObjectRecord[],
  trigger: TriggerContext
): void {
  trigger.replayIds = new Set(records.map((record) => String(record.fields.get('replayid'))));
  tx.state.set('eventTrigger', trigger);
  try {
    if (tx.triggers.has(objectName, 'after', 'insert')) tx.triggers.run(objectName, 'after', 'insert', records, null);
  } finally {
    tx.state.delete('eventTrigger');
  }
}
