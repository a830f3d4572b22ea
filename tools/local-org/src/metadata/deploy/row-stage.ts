import type { OrgSchema } from '../../schema/definitions.js';
import { checkElements } from '../objects/elements.js';
import { componentKey } from '../model/component.js';
import { splitRecord } from '../rows/custom-metadata.js';
import { syncCatalogue } from '../rows/catalogue.js';
import { ROW_HANDLERS } from '../rows/index.js';
import { RowWriter } from '../rows/row-writer.js';
import { componentPrefix } from '../store/id-prefixes.js';
import { isChanged, type DeployContext } from './context.js';

/** Checks components that become rows: their elements and what they name. */
export function validateRows(context: DeployContext, schema: OrgSchema): void {
  for (const handler of ROW_HANDLERS) {
    for (const { component } of context.ofType(handler.type)) {
      if (component.xml && handler.elements) context.fail(component, checkElements(component.xml, handler.elements));
      context.fail(component, handler.validate?.(component, context, schema) ?? []);
    }
  }
}

/** Writes the rows of changed components and takes away those of deleted ones. */
export function applyRows(context: DeployContext, schema: OrgSchema): void {
  const rows = new RowWriter(context, schema);
  assignIds(context, schema);
  syncCatalogue(rows);
  for (const handler of ROW_HANDLERS.toReversed()) {
    for (const stored of context.removed.values()) if (stored.type === handler.type) handler.remove(stored, rows);
  }
  for (const handler of ROW_HANDLERS) {
    for (const entry of context.ofType(handler.type)) {
      const key = componentKey(handler.type, entry.component.fullName);
      // What did not change keeps its rows, unless something that it names may have been made anew.
      const skip = !isChanged(entry) && (context.removed.size === 0 || !NAMES_OTHERS.has(handler.type));
      context.ids.set(key, skip ? (entry.stored?.id as string) : handler.apply(entry, rows));
    }
  }
}

const NAMES_OTHERS = new Set([
  'PermissionSet',
  'MutingPermissionSet',
  'PermissionSetGroup',
  'Profile',
  'CustomMetadata',
  'Queue',
  'Role'
]);
const WITH_ROWS = new Set(ROW_HANDLERS.map(({ type }) => type));

/** Ids of components without rows, and of records that others may name before they are written. */
function assignIds(context: DeployContext, schema: OrgSchema): void {
  for (const [key, { component, stored }] of context.incoming) {
    if (context.ids.has(key)) continue;
    if (stored) context.ids.set(key, stored.id);
    else if (component.type === 'CustomMetadata') {
      const prefix = schema.object(splitRecord(component.fullName).type)?.keyPrefix ?? 'm00';
      context.ids.set(key, context.environment.newId(prefix));
    } else if (!WITH_ROWS.has(component.type))
      context.ids.set(key, context.environment.newId(componentPrefix(component.type)));
  }
}
