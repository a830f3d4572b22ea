import type { ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import { checkElements } from '../objects/elements.js';
import { componentKey } from '../model/component.js';
import { splitRecord } from '../rows/custom-metadata.js';
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
  syncEntityDefinitions(context, schema);
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

/** EntityDefinition shows the objects of the org as rows, so that queries and metadata relationships can reach them. */
function syncEntityDefinitions(context: DeployContext, schema: OrgSchema): void {
  const { db } = context.environment;
  const known = new Set(db.query('SELECT qualifiedapiname FROM entitydefinition').rows.map(([name]) => String(name)));
  const rows = new RowWriter(context, schema);
  const fresh = [...schema.objects()].filter((object) => !known.delete(object.name));
  rows.insertAll('EntityDefinition', fresh.map(entityValues));
  for (const name of known) rows.delete('EntityDefinition', 'QualifiedApiName', name);
}

const entityValues = (object: ObjectDefinition): Record<string, string | boolean | null> => ({
  DurableId: object.name,
  QualifiedApiName: object.name,
  DeveloperName: object.name.replace(/__[a-z]+$/i, ''),
  MasterLabel: object.label,
  Label: object.label,
  PluralLabel: object.pluralLabel,
  KeyPrefix: object.keyPrefix === '' ? null : object.keyPrefix,
  IsCustomizable: object.kind !== 'setup',
  IsCustomSetting: object.kind === 'list-setting' || object.kind === 'hierarchy-setting',
  IsApexTriggerable: object.kind === 'standard' || object.kind === 'custom' || object.kind === 'platform-event',
  IsTriggerable: object.kind === 'standard' || object.kind === 'custom' || object.kind === 'platform-event',
  IsQueryable: object.queryable,
  IsRetrieveable: object.queryable,
  IsIdEnabled: true,
  IsEverCreatable: object.createable,
  IsEverUpdatable: object.updateable,
  IsEverDeletable: object.deletable,
  IsSearchable: object.kind === 'standard' || object.kind === 'custom',
  InternalSharingModel: object.sharingModel,
  ExternalSharingModel: object.sharingModel
});
