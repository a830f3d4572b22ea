import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { sqlName } from '../../schema/ddl/names.js';
import type { Chunk } from '../save/chunk.js';
import { good } from '../save/chunk.js';
import type { DmlRow } from '../row.js';
import { stateOf } from '../state.js';

/** A reference in the columns to write. */
interface Reference {
  readonly row: DmlRow;
  readonly field: FieldDefinition;
  readonly id: string;
}

/** What describes say of records without a record type; it is no row, and is not kept. */
const MASTER_RECORD_TYPE = '012000000000000AAA';

/**
 * Refuses references to rows of other objects or to rows that are not there, and keeps those that are there from being
 * deleted meanwhile. Masters of details are locked for the transaction, as on the platform.
 */
export function checkReferences(chunk: Chunk): void {
  const wanted = new Map<ObjectDefinition, Reference[]>();
  for (const row of good(chunk)) {
    for (const [key, id] of row.columns) {
      const field = chunk.object.fields[key];
      if (id === MASTER_RECORD_TYPE && field?.name === 'RecordTypeId') {
        row.columns.set(key, null);
        continue;
      }
      if (id === null || field?.type !== 'reference' || field.referenceTo.length === 0) continue;
      const target = targetOf(chunk, field, id);
      if (target === 'wrong') {
        row.fail('FIELD_INTEGRITY_EXCEPTION', `${field.label}: id value of incorrect type: ${id}`, [field.name]);
      } else if (target) {
        const list = wanted.get(target) ?? [];
        list.push({ row, field, id });
        wanted.set(target, list);
      }
    }
  }
  if (wanted.size > 0) checkRows(chunk, wanted);
}

/** @returns null when the reference needs no look-up. */
function targetOf(chunk: Chunk, field: FieldDefinition, id: string): ObjectDefinition | 'wrong' | null {
  const { db, schema, triggers, user } = chunk.context;
  const prefix = id.slice(0, 3);
  const targets = field.referenceTo.map((name) => schema.object(name)).filter((object) => object !== null);
  const target = targets.find((object) => object.keyPrefix === prefix);
  if (!target) return targets.length === 0 ? null : 'wrong';
  if (id === user.id) return null;
  // It is there, and locked by having been written.
  if (stateOf(triggers).own.has(db, id)) return null;
  if (chunk.object.recordTypes.some((type) => type.id === id)) return null;
  return target;
}

function checkRows(chunk: Chunk, wanted: ReadonlyMap<ObjectDefinition, readonly Reference[]>): void {
  const parameters: string[][] = [];
  const parts: string[] = [];
  for (const [object, references] of wanted) {
    parameters.push([...new Set(references.map((reference) => reference.id))]);
    const lock = references.some((reference) => reference.field.masterDetail) ? 'NO KEY UPDATE' : 'KEY SHARE';
    const ids = `$${parameters.length}::text[]`;
    parts.push(
      `SELECT id FROM (SELECT id FROM ${sqlName(object.name)} WHERE id = ANY(${ids}) AND NOT isdeleted ORDER BY id FOR ${lock}) found`
    );
  }
  const found = new Set(chunk.context.db.query(parts.join(' UNION ALL '), parameters).rows.map((row) => row[0]));
  for (const references of wanted.values()) {
    for (const { row, field, id } of references) {
      if (!found.has(id)) row.fail('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id', [field.name]);
    }
  }
}
