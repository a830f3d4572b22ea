import { fieldDefault, formulaContext, type FormulaContext } from '../../formula/index.js';
import type { FieldDefinition } from '../../schema/definitions.js';
import { DatetimeValue } from '../../values/datetime.js';
import { SObjectRecord } from '../../values/record.js';
import type { DmlRow } from '../row.js';
import { fieldOf, type Chunk } from './chunk.js';

/** The record of a new row as before triggers see it: defaults, then what the caller set. */
export function newRecord(chunk: Chunk, row: DmlRow): SObjectRecord {
  const { object, context } = chunk;
  const record = new SObjectRecord(object.name);
  for (const [key, field] of Object.entries(object.fields)) {
    const value = fieldDefault(field, object, context.schema, () => contextOf(chunk));
    if (value !== null) record.fields.set(key, value);
  }
  if (object.fields['ownerid']) record.fields.set('ownerid', context.user.id);
  for (const [name, value] of row.record.fields) {
    const field = fieldOf(object, name);
    if (field && isWritable(field, 'create')) record.fields.set(name, value);
  }
  if (object.kind === 'hierarchy-setting' && (record.fields.get('setupownerid') ?? null) === null) {
    record.fields.set('setupownerid', context.orgId);
  }
  return record;
}

/** Values of read-only fields are left out: a queried record carries them, and none can be assigned. */
export function isWritable(field: FieldDefinition, operation: 'create' | 'update'): boolean {
  if (field.type === 'id') return false;
  return operation === 'create' ? field.createable : field.updateable;
}

const contexts = new WeakMap<Chunk, FormulaContext>();

/** Global variables are read once a chunk. */
function contextOf(chunk: Chunk): FormulaContext {
  let known = contexts.get(chunk);
  if (!known) contexts.set(chunk, (known = formulaContext(chunk.context)));
  return known;
}

/** Who made or changed the row, and when; whole seconds. */
export function stamp(chunk: Chunk, record: SObjectRecord, created: boolean): void {
  const { object, context } = chunk;
  const at = new DatetimeValue(Math.floor(context.now() / 1000) * 1000);
  const values: [string, unknown][] = [
    ['lastmodifieddate', at],
    ['lastmodifiedbyid', context.user.id],
    ['systemmodstamp', at]
  ];
  if (created) values.push(['createddate', at], ['createdbyid', context.user.id], ['isdeleted', false]);
  for (const [key, value] of values) if (object.fields[key]) record.fields.set(key, value);
}
