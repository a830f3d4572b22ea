import { sqlName } from '../../schema/ddl/names.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { sqlType } from '../../schema/ddl/sql-types.js';
import { isRowError, saveValue } from '../checks/values.js';
import type { DmlRow } from '../row.js';
import type { SObjectRecord } from '../../values/record.js';
import { fieldOf, good, type Chunk } from './chunk.js';

interface Wanted {
  readonly row: DmlRow;
  readonly via: FieldDefinition;
  readonly value: string;
}

/**
 * References by external id: `new Line__c(Order__r = new Order__c(Number__c = 'A1'))` points to the order of that number.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/langCon_apex_dml_nested_object.htm
 */
export function resolveParents(chunk: Chunk): void {
  const byKey = new Map<string, { object: ObjectDefinition; field: FieldDefinition; wanted: Wanted[] }>();
  for (const row of good(chunk)) {
    for (const [name, parent] of row.record.parents ?? []) {
      const via = parent && foreignKey(chunk, row, name, parent);
      if (!parent || !via) continue;
      const object = chunk.context.schema.object(parent.objectName) as ObjectDefinition;
      const [key] = parent.fields.keys();
      const field = key === undefined ? null : fieldOf(object, key);
      if (!field || parent.fields.size !== 1 || !(field.externalId || field.idLookup)) continue;
      const saved = saveValue(field, parent.fields.get(key as string));
      if (isRowError(saved) || saved.text === null) continue;
      const id = `${object.name}.${field.name}`;
      const group = byKey.get(id) ?? { object, field, wanted: [] };
      byKey.set(id, group);
      group.wanted.push({ row, via, value: saved.text });
    }
  }
  for (const { object, field, wanted } of byKey.values()) lookUp(chunk, object, field, wanted);
}

/** Only for parents that were set in memory, beside an empty reference. */
function foreignKey(chunk: Chunk, row: DmlRow, name: string, parent: SObjectRecord): FieldDefinition | null {
  if (parent.queried !== null || parent.id !== null) return null;
  const via = Object.values(chunk.object.fields).find((field) => field.relationshipName?.toLowerCase() === name);
  if (!via || (row.record.fields.get(via.name.toLowerCase()) ?? null) !== null) return null;
  return via;
}

function lookUp(chunk: Chunk, object: ObjectDefinition, field: FieldDefinition, wanted: readonly Wanted[]): void {
  const { rows } = chunk.context.db.query(
    `SELECT v.n::integer, t.id FROM unnest($1::text[]) WITH ORDINALITY AS v(value, n) ` +
      `JOIN ${sqlName(object.name)} t ON t.${sqlName(field.name)} = v.value::${sqlType(field.type)} AND NOT t.isdeleted`,
    [wanted.map((item) => item.value)]
  );
  const found = new Map<number, string[]>();
  for (const [position, id] of rows) {
    const ids = found.get(position as number) ?? [];
    ids.push(id as string);
    found.set(position as number, ids);
  }
  wanted.forEach(({ row, via, value }, index) => {
    const ids = found.get(index + 1) ?? [];
    if (ids.length === 1) row.work.fields.set(via.name.toLowerCase(), ids[0]);
    else {
      const problem = ids.length === 0 ? 'not found' : 'matches more than one record';
      row.fail(
        'INVALID_FIELD',
        `Foreign key external ID: ${value} ${problem} for field ${field.name} in entity ${object.name}`
      );
    }
  });
}
