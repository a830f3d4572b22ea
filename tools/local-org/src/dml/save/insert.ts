import { explainConflicts, failDuplicate } from '../write/conflicts.js';
import { insertRows } from '../write/insert-rows.js';
import { checkRules } from '../checks/validation-rules.js';
import { checkReferences } from '../checks/references.js';
import { relateReceivers } from '../email/message-relations.js';
import { finishVersions, prepareDeliveries, prepareVersions } from '../files/content-version.js';
import { resolveParents } from './resolve-parents.js';
import type { DmlRow } from '../row.js';
import { good, type Chunk } from './chunk.js';
import { checkRequired, isStored, takeColumns } from './columns.js';
import { newRecord, stamp } from './defaults.js';
import { rollUp } from './roll-up.js';
import { runTriggers } from './run-triggers.js';
import { stateOf } from '../state.js';

/** An opponent on a unique key that vanishes each time we look; more often than this is no coincidence. */
const MAX_TRIES = 3;

/** The save order of new rows. Errors are left in the rows. */
export function insertChunk(chunk: Chunk): void {
  const { object } = chunk;
  for (const row of chunk.rows) {
    if (row.record.id !== null) {
      row.fail('INVALID_FIELD_FOR_INSERT_UPDATE', 'cannot specify Id in an insert call', ['Id']);
    } else row.work = newRecord(chunk, row);
  }
  resolveParents(chunk);
  runTriggers(chunk, 'before', 'insert');
  const stored = Object.values(object.fields).filter((field) => isStored(chunk, field) && field.type !== 'id');
  const keys = stored.map((field) => field.name.toLowerCase());
  for (const row of good(chunk)) {
    identify(chunk, row);
    stamp(chunk, row.work, true);
  }
  BESIDE[object.name]?.prepare(chunk);
  for (const row of good(chunk)) {
    takeColumns(chunk, row, keys);
    checkRequired(row, stored);
  }
  checkRules(chunk);
  checkReferences(chunk);
  if (chunk.options.allOrNone && good(chunk).length < chunk.rows.length) return;
  write(chunk);
  BESIDE[object.name]?.finish(chunk);
  runTriggers(chunk, 'after', 'insert');
  rollUp(chunk);
}

/** Objects whose new rows bring rows of other objects. */
const BESIDE: Readonly<Record<string, { prepare(chunk: Chunk): void; finish(chunk: Chunk): void }>> = {
  ContentVersion: {
    prepare: (chunk) => prepareVersions(chunk, insertChunk),
    finish: (chunk) => finishVersions(chunk, insertChunk)
  },
  ContentDistribution: { prepare: prepareDeliveries, finish: () => undefined },
  EmailMessage: { prepare: () => undefined, finish: (chunk) => relateReceivers(chunk, insertChunk) }
};

function write(chunk: Chunk): void {
  const { context, object } = chunk;
  let waiting: readonly DmlRow[] = good(chunk);
  const written = new Set<string>();
  for (let tries = 0; waiting.length > 0; tries++) {
    const refused = insertRows(context, object, waiting, written);
    for (const row of waiting) if (!refused.includes(row)) written.add(row.id as string);
    stateOf(context.triggers).own.add(context.db, written);
    const unexplained = refused.filter((row) => !row.failed);
    if (unexplained.length === 0) return;
    waiting = explainConflicts(context, object, unexplained, written);
    if (tries < MAX_TRIES) continue;
    for (const row of waiting) failDuplicate(row);
    return;
  }
}

/** Gives the row its id. A custom object's record without name is called by its id, as records made by the API are. */
function identify({ context, object }: Chunk, row: DmlRow): void {
  row.id = context.newId(object.keyPrefix);
  row.created = true;
  row.work.fields.set('id', row.id);
  row.columns.set('id', row.id);
  const name = object.fields['name'];
  const named = object.kind === 'custom' || object.kind === 'hierarchy-setting';
  if (!named || name?.type !== 'string' || name.autoNumberFormat !== null || !name.createable) return;
  if (String(row.work.fields.get('name') ?? '').trim() === '') row.work.fields.set('name', row.id.slice(0, 15));
}
