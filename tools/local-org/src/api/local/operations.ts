import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';

export const localOperations: HandlerTable = {
  'find-user': (context: SlotContext, { username }: { username: string }): string | null =>
    context.transaction({}, (tx) => {
      const row = tx.db.query('SELECT id FROM "user" WHERE lower(username) = lower($1) AND isactive', [username])
        .rows[0];
      return row ? String(row[0]) : null;
    })
};
