import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { looksLikeId } from '../../schema/ids.js';
import type { SObjectRecord } from '../../values/record.js';

export type WriteAction = 'create' | 'update' | 'upsert';
type RowError = DmlRowResult['errors'][number];

/** Setup objects have rules of their own, field by field. */
const CHECKED: ReadonlySet<string> = new Set(['standard', 'custom', 'list-setting', 'hierarchy-setting']);

/**
 * What an API answers to values of fields that cannot be written, by anybody or by this user; Apex leaves them out, or
 * says so in other words.
 *
 * @returns null when all of the record can be written.
 */
export function unwritable(
  tx: SlotTransaction,
  record: SObjectRecord,
  object: ObjectDefinition,
  action: WriteAction
): RowError | null {
  const id = record.fields.get('id');
  if (action !== 'create' && typeof id === 'string' && !looksLikeId(id)) {
    const message = `${object.label} ID: id value of incorrect type: ${id}`;
    return { statusCode: 'MALFORMED_ID', message, fields: ['Id'] };
  }
  if (!CHECKED.has(object.kind)) return null;
  const can = (field: FieldDefinition): boolean =>
    action === 'create'
      ? field.createable
      : action === 'update'
        ? field.updateable
        : field.createable || field.updateable;
  const fields = [...record.fields.keys()].flatMap((key) => {
    const field = tx.schema.field(object.name, key);
    if (!field || field.type === 'id') return [];
    return can(field) && (!field.permissionable || tx.rights.field(object.name, field.name).edit) ? [] : [field.name];
  });
  if (fields.length === 0) return null;
  const message = `Unable to create/update fields: ${fields.join(', ')}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`;
  return { statusCode: 'INVALID_FIELD_FOR_INSERT_UPDATE', message, fields };
}

/** Runs for the items that are no errors, and brings the results of all into their order. */
export function withRefused<Item>(
  items: readonly (Item | RowError)[],
  run: (items: readonly Item[]) => readonly DmlRowResult[]
): DmlRowResult[] {
  const sound = items.filter((item): item is Item => !isError(item));
  const results = sound.length > 0 ? [...run(sound)] : [];
  return items.map((item) =>
    isError(item) ? { id: null, success: false, created: false, errors: [item] } : (results.shift() as DmlRowResult)
  );
}

const isError = (item: unknown): item is RowError =>
  typeof item === 'object' && item !== null && Object.hasOwn(item, 'statusCode');
