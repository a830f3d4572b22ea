import type { ObjectDefinition } from '../../schema/definitions.js';
import { PlatformError, type DmlErrorDetail } from '../../values/platform-error.js';
import type { DmlContext, DmlOptions } from '../context.js';
import type { DmlRow } from '../row.js';
import { fieldOf } from '../save/chunk.js';

/**
 * Object and field rights of DML in user mode.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_classes_enforce_usermode.htm
 *
 * @throws PlatformError System.SecurityException for the object, System.DmlException with field names for fields.
 */
export function checkUserRights(
  context: DmlContext,
  operation: 'insert' | 'update' | 'delete' | 'undelete',
  object: ObjectDefinition,
  rows: readonly DmlRow[],
  options: DmlOptions
): void {
  if (options.access.mode !== 'user') return;
  const rights = context.rights.object(object.name);
  const allowed = { insert: rights.create, update: rights.edit, delete: rights.delete, undelete: rights.delete };
  if (!allowed[operation])
    throw new PlatformError('System.SecurityException', `Access to entity '${object.name}' denied`);
  if (operation === 'delete' || operation === 'undelete') return;
  const denied = rows.map((row) => ({ row, fields: deniedFields(context, operation, object, row) }));
  if (denied.every(({ fields }) => fields.length === 0)) return;
  const message = `Operation failed due to fields being inaccessible on Sobject ${object.name}, check errors on Exception or Result!`;
  const detail: DmlErrorDetail = {
    rows: denied
      .filter(({ fields }) => fields.length > 0)
      .map(({ row, fields }) => ({
        index: row.index,
        id: row.record.id,
        errors: [{ statusCode: 'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', message, fields }]
      }))
  };
  if (options.allOrNone) throw new PlatformError('System.DmlException', message, detail);
  for (const { row, fields } of denied) {
    if (fields.length > 0) row.fail('CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', message, fields);
  }
}

function deniedFields(
  context: DmlContext,
  operation: 'insert' | 'update',
  object: ObjectDefinition,
  row: DmlRow
): string[] {
  const denied: string[] = [];
  for (const name of row.record.fields.keys()) {
    const field = fieldOf(object, name);
    if (!field || !(operation === 'insert' ? field.createable : field.updateable)) continue;
    if (!context.rights.field(object.name, field.name).edit) denied.push(field.name);
  }
  return denied;
}
