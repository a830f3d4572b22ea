import type { HandlerTable } from '../../platform/handlers.js';
import { settledMemory, type ThreadMemory } from '../../platform/memory.js';
import type { SlotContext } from '../../platform/slot.js';

export const localOperations: HandlerTable = {
  'thread-memory': (context: SlotContext): ThreadMemory => settledMemory(`slot ${context.slot.number}`),
  'find-user': (context: SlotContext, { username }: { username: string }): string | null =>
    context.transaction({}, (tx) => {
      const row = tx.db.query('SELECT id FROM "user" WHERE lower(username) = lower($1) AND isactive', [username])
        .rows[0];
      return row ? String(row[0]) : null;
    })
};
