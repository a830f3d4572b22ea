import { editableIds } from '../../security/sharing.js';
import { good, type Chunk } from '../save/chunk.js';

/** Refuses rows that sharing keeps the user from changing. */
export function checkSharing(chunk: Chunk): void {
  if (chunk.internal) return;
  const rows = good(chunk);
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id as string);
  const editable = editableIds(chunk.context, chunk.object, ids, chunk.options.access);
  if (editable === 'all') return;
  for (const row of rows) {
    if (editable.has(row.id as string)) continue;
    row.fail('INSUFFICIENT_ACCESS_OR_READONLY', 'insufficient access rights on object id');
  }
}
