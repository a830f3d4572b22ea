import type { SlotTransaction } from '../../platform/transaction.js';
import { sqlName } from '../../schema/ddl/names.js';
import { objectOf } from './row-action.js';

/** Rows by object (api_rest, resources_record_count). @param names null: all that have rows. */
export function recordCounts(tx: SlotTransaction, names: readonly string[] | null): unknown {
  const objects = names
    ? names.map((name) => objectOf(tx, name))
    : [...tx.schema.objects()].filter((object) => object.queryable && tx.rights.object(object.name).read);
  const counts = objects.map((object) => {
    const live = Object.hasOwn(object.fields, 'isdeleted') ? ' WHERE NOT isdeleted' : '';
    const row = tx.db.query(`SELECT count(*) FROM ${sqlName(object.name)}${live}`).rows[0];
    return { count: Number(row?.[0] ?? 0), name: object.name };
  });
  return { sObjects: names ? counts : counts.filter(({ count }) => count > 0) };
}
