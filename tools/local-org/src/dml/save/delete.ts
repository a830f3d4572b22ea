import { checkSharing } from '../checks/sharing.js';
import { Deletion } from '../write/deletion.js';
import { good, type Chunk } from './chunk.js';
import { rollUp } from './roll-up.js';
import { runTriggers } from './run-triggers.js';
import { loadOld } from './update.js';

/** The save order of deleted rows: children first, as their relationships say. Errors are left in the rows. */
export function deleteChunk(chunk: Chunk): void {
  for (const row of chunk.rows) {
    if (row.id === null) row.fail('MISSING_ARGUMENT', 'Id not specified in a delete call', []);
  }
  loadOld(chunk, 'delete');
  checkSharing(chunk);
  for (const row of good(chunk)) row.work = row.old ?? row.work;
  runTriggers(chunk, 'before', 'delete');
  if (chunk.options.allOrNone && good(chunk).length < chunk.rows.length) return;
  const rows = good(chunk);
  if (rows.length > 0) new Deletion(chunk.context, chunk.object, rows).run();
  if (chunk.options.allOrNone && good(chunk).length < chunk.rows.length) return;
  runTriggers(chunk, 'after', 'delete');
  rollUp(chunk);
}
