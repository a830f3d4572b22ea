import { runQuery } from '../../soql/run-query.js';
import type { SObjectRecord } from '../../values/record.js';
import type { Chunk } from './chunk.js';

/** Puts the values of the object's formula fields into records that triggers are about to see. */
export function addFormulaFields(chunk: Chunk, records: readonly (SObjectRecord | null)[]): void {
  const { object, context } = chunk;
  const names = Object.values(object.fields).flatMap((field) => (field.formula === null ? [] : [field.name]));
  const byId = new Map<string, SObjectRecord>();
  for (const record of records) if (record?.id) byId.set(record.id, record);
  if (names.length === 0 || byId.size === 0) return;
  const text = `SELECT ${names.join(', ')} FROM ${object.name} WHERE Id IN :ids ALL ROWS`;
  const { records: rows } = runQuery(
    context,
    text,
    [[...byId.keys()]],
    { mode: 'system', sharing: false },
    { unlimited: true }
  );
  for (const row of rows) {
    const record = byId.get(row.id as string);
    for (const name of names) {
      const key = name.toLowerCase();
      record?.fields.set(key, row.fields.get(key) ?? null);
    }
  }
}
