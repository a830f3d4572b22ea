import { sqlName } from '../../schema/ddl/names.js';
import type { FieldDefinition, ObjectDefinition, OrgSchema, RollupDefinition } from '../../schema/definitions.js';
import { runQuery } from '../../soql/run-query.js';
import { Decimal } from '../../values/decimal.js';
import { SObjectRecord } from '../../values/record.js';
import { DmlRow } from '../row.js';
import { CHUNK_SIZE, good, type Chunk } from './chunk.js';
import { rollUpCondition } from './roll-up-filter.js';
import { updateChunk } from './update.js';

interface RollUp {
  readonly parent: ObjectDefinition;
  readonly field: FieldDefinition;
  readonly definition: RollupDefinition;
}

const cache = new WeakMap<OrgSchema, Map<string, RollUp[]>>();

/** Roll-up fields that sum up rows of the object. */
function rollUpsOf(schema: OrgSchema, child: ObjectDefinition): readonly RollUp[] {
  let byChild = cache.get(schema);
  if (!byChild) {
    cache.set(schema, (byChild = new Map()));
    for (const parent of schema.objects()) {
      for (const field of Object.values(parent.fields)) {
        if (!field.rollup) continue;
        const key = field.rollup.childObject.toLowerCase();
        const list = byChild.get(key) ?? [];
        list.push({ parent, field, definition: field.rollup });
        byChild.set(key, list);
      }
    }
  }
  return byChild.get(child.name.toLowerCase()) ?? [];
}

export const hasRollUps = (chunk: Chunk): boolean => rollUpsOf(chunk.context.schema, chunk.object).length > 0;

/**
 * Brings the roll-up fields of the rows' masters up to date, each changed master through its own save, triggers included.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_triggers_order_of_execution.htm
 */
export function rollUp(chunk: Chunk): void {
  const rows = good(chunk);
  const all = rollUpsOf(chunk.context.schema, chunk.object);
  if (rows.length === 0 || all.length === 0) return;
  for (const group of byMaster(all)) {
    const { parent, definition } = group[0] as RollUp;
    const key = definition.childLookup.toLowerCase();
    const ids = new Set<string>();
    for (const row of rows) {
      for (const record of [row.work, row.old]) {
        const id = record?.fields.get(key);
        if (typeof id === 'string') ids.add(id);
      }
    }
    if (ids.size > 0) updateMasters(chunk, parent, group, [...ids].sort());
  }
}

/** Roll-ups of one master object over one reference are taken together. */
function byMaster(all: readonly RollUp[]): RollUp[][] {
  const groups = new Map<string, RollUp[]>();
  for (const item of all) {
    const key = `${item.parent.name}.${item.definition.childLookup}`.toLowerCase();
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

function updateMasters(
  chunk: Chunk,
  parent: ObjectDefinition,
  rollUps: readonly RollUp[],
  ids: readonly string[]
): void {
  const { context } = chunk;
  // Locked before the sums are taken: what another transaction adds meanwhile would be lost otherwise.
  const columns = rollUps.map(({ field }) => sqlName(field.name));
  const locked = context.db.query(
    `SELECT id, ${columns.join(', ')} FROM ${sqlName(parent.name)} WHERE id = ANY($1::text[]) AND NOT isdeleted ORDER BY id FOR NO KEY UPDATE`,
    [ids]
  );
  const masters = new Map(locked.rows.map((row) => [row[0] as string, new SObjectRecord(parent.name)]));
  rollUps.forEach((item, index) => {
    const sums = sumsOf(chunk, item, [...masters.keys()]);
    for (const row of locked.rows) {
      const value = sums.get(row[0] as string) ?? emptyValue(item);
      const before = row[index + 1] ?? null;
      if (!sameValue(before, value)) masters.get(row[0] as string)?.fields.set(item.field.name.toLowerCase(), value);
    }
  });
  const changed = [...masters].filter(([, record]) => record.fields.size > 0);
  for (let from = 0; from < changed.length; from += CHUNK_SIZE) {
    const rows = changed.slice(from, from + CHUNK_SIZE).map(([id, record], index) => {
      record.fields.set('id', id);
      return new DmlRow(index, record);
    });
    const options = { ...chunk.options, allOrNone: true, externalIdField: null };
    updateChunk({ object: parent, rows, context, options, internal: true });
    spreadErrors(chunk, rollUps[0] as RollUp, rows);
  }
}

/** A master that cannot be saved fails the rows that changed it. */
function spreadErrors(chunk: Chunk, rollUp: RollUp, masters: readonly DmlRow[]): void {
  const key = rollUp.definition.childLookup.toLowerCase();
  for (const master of masters) {
    for (const row of chunk.rows) {
      if (!master.failed || row.failed || row.work.fields.get(key) !== master.id) continue;
      for (const error of master.errors) row.fail(error.statusCode, error.message, error.fields);
    }
  }
}

function sumsOf(chunk: Chunk, { definition }: RollUp, ids: readonly string[]): Map<string, unknown> {
  const value =
    definition.operation === 'count'
      ? 'COUNT(Id)'
      : `${definition.operation.toUpperCase()}(${definition.childField as string})`;
  const filter = definition.filters
    .map((item) => ` AND ${rollUpCondition(chunk.context.schema, definition, item)}`)
    .join('');
  const text =
    `SELECT ${definition.childLookup} parent, ${value} result FROM ${definition.childObject} ` +
    `WHERE ${definition.childLookup} IN :ids${filter} GROUP BY ${definition.childLookup}`;
  const { records } = runQuery(chunk.context, text, [ids], { mode: 'system', sharing: false }, { unlimited: true });
  return new Map(records.map(({ fields }) => [fields.get('parent') as string, numberField(fields.get('result'))]));
}

/** COUNT answers an Integer; the field of the master is a Decimal to its triggers. */
const numberField = (value: unknown): unknown => (typeof value === 'number' ? Decimal.fromInteger(value) : value);

/** COUNT and SUM of nothing are 0, MIN and MAX are empty. */
const emptyValue = (item: RollUp): unknown =>
  item.definition.operation === 'count' || item.definition.operation === 'sum' ? Decimal.ZERO : null;

function sameValue(before: unknown, after: unknown): boolean {
  if (before === null || after === null) return before === after;
  if (after instanceof Decimal || typeof after === 'number') {
    return Decimal.parse(String(before)).compareTo(Decimal.parse(String(after))) === 0;
  }
  return String(before) === String(after);
}
