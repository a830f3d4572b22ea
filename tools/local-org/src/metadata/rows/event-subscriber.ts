import type { ObjectDefinition } from '../../schema/definitions.js';
import type { RowWriter } from './row-writer.js';

/**
 * The row of EventBusSubscriber that stands for a trigger on platform events. Saving a trigger that is in the state of
 * error has it run again (sforce_api_objects_eventbussubscriber).
 *
 * @param on object of the trigger; null when it is none that the org has.
 */
export function subscribeTrigger(
  rows: RowWriter,
  trigger: { readonly id: string; readonly name: string; readonly isActive: boolean },
  on: ObjectDefinition | null
): void {
  if (on?.kind !== 'platform-event' || !trigger.isActive) return unsubscribeTrigger(rows, trigger.id);
  const { db } = rows.context.environment;
  const known = db.query('SELECT 1 FROM eventbussubscriber WHERE id = $1', [trigger.id]).rowCount > 0;
  // Tip: not available for events of high volume.
  rows.put('EventBusSubscriber', known ? trigger.id : null, {
    ...(known ? {} : { Id: trigger.id, Tip: -1 }),
    ExternalId: trigger.id,
    Name: trigger.name,
    Type: 'ApexTrigger',
    Topic: on.name,
    Status: 'Running',
    Retries: 0,
    LastError: null
  });
}

export function unsubscribeTrigger(rows: RowWriter, triggerId: string): void {
  rows.delete('EventBusSubscriber', 'Id', triggerId);
}
