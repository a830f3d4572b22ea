import { sqlName } from '../../schema/ddl/names.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import type { RowValues } from '../../schema/org/rows.js';
import { typeLabel } from './type-labels.js';
import type { RowWriter } from './row-writer.js';

/**
 * Shows the objects of the org and their fields as rows of EntityDefinition and FieldDefinition, so that queries and
 * metadata relationships can reach them.
 */
export function syncCatalogue(rows: RowWriter): void {
  const objects = [...rows.schema.objects()];
  sync(rows, 'EntityDefinition', objects.map(entityValues));
  sync(
    rows,
    'FieldDefinition',
    objects.flatMap((object) => Object.values(object.fields).map((field) => fieldValues(object, field)))
  );
}

/** What two deploys can make of an entry is told by its values: an entry that changed is written anew. */
function sync(rows: RowWriter, objectName: string, wanted: readonly RowValues[]): void {
  const columns = Object.keys(wanted[0] ?? {});
  const text = (values: readonly unknown[]): string => JSON.stringify(values.map((value) => value ?? null));
  const known = new Map(
    rows.context.environment.db
      .query(`SELECT id, ${columns.map(sqlName).join(', ')} FROM ${sqlName(objectName)}`)
      .rows.map(([id, ...values]) => [text(values), String(id)])
  );
  const fresh = wanted.filter((values) => !known.delete(text(columns.map((column) => values[column]))));
  for (const id of known.values()) rows.delete(objectName, 'Id', id);
  rows.insertAll(objectName, fresh);
}

const TRIGGERABLE: ReadonlySet<ObjectDefinition['kind']> = new Set(['standard', 'custom', 'platform-event']);

const entityValues = (object: ObjectDefinition): RowValues => ({
  DurableId: object.name,
  QualifiedApiName: object.name,
  DeveloperName: developerName(object.name),
  MasterLabel: object.label,
  Label: object.label,
  PluralLabel: object.pluralLabel,
  KeyPrefix: object.keyPrefix === '' ? null : object.keyPrefix,
  IsCustomizable: object.kind !== 'setup',
  IsCustomSetting: object.kind === 'list-setting' || object.kind === 'hierarchy-setting',
  IsApexTriggerable: TRIGGERABLE.has(object.kind),
  IsTriggerable: TRIGGERABLE.has(object.kind),
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

const fieldValues = (object: ObjectDefinition, field: FieldDefinition): RowValues => ({
  DurableId: `${object.name}.${field.name}`,
  QualifiedApiName: field.name,
  EntityDefinitionId: object.name,
  DeveloperName: developerName(field.name),
  MasterLabel: field.label,
  Label: field.label,
  Length: field.length,
  DataType: typeLabel(field),
  IsCalculated: field.formula !== null || field.rollup !== null,
  IsIndexed: field.type === 'id' || field.referenceTo.length > 0 || field.externalId || field.idLookup || field.unique,
  IsNillable: !field.required && field.type !== 'boolean' && field.type !== 'id',
  IsCompound: field.type === 'address' || field.type === 'location',
  IsNameField: field.name === object.nameField,
  IsApiFilterable: field.type !== 'longtextarea' && field.type !== 'html' && field.type !== 'base64',
  IsHtmlFormatted: field.type === 'html',
  IsPolymorphicForeignKey: field.referenceTo.length > 1,
  Precision: field.precision,
  Scale: field.scale,
  RelationshipName: field.relationshipName
});

/** Names without the suffix of custom things: 'Status__c' → 'Status'. */
const developerName = (name: string): string => name.replace(/__[a-z]+$/i, '');
