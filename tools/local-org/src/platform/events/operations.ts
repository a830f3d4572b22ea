import type { HandlerTable } from '../handlers.js';
import type { SlotContext } from '../slot.js';
import { deliverEvents, type DeliveryReply, type DeliveryRequest } from './deliver.js';
import { EventStore } from './event-store.js';

export const eventOperations: HandlerTable = {
  'deliver-events': (context: SlotContext, request: DeliveryRequest): DeliveryReply => deliverEvents(context, request),
  'waiting-events': (context: SlotContext): { objectNames: string[]; userId: string } =>
    context.transaction({}, (tx) => ({
      objectNames: new EventStore(tx.db).waiting(),
      userId: String(
        tx.db.query(`SELECT id FROM "user" WHERE usertype = 'AutomatedProcess' LIMIT 1`).rows[0]?.[0] ?? ''
      )
    }))
};
