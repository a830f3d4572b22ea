import type { FieldDefinition, ObjectDefinition } from '../definitions.js';
import { sqlName } from './names.js';
import { sqlType } from './sql-types.js';

/** Collation of text that SOQL compares without regard to case (accents count). Created once a database. */
export const CASE_INSENSITIVE = 'public.case_insensitive';
const EXACT = '"C"';

/**
 * Standard fields the platform computes from columns of the same row, as SQL over those columns. Stored generated
 * columns: queries filter and sort by them like by any other.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/
 */
const PERSON_NAME = `CASE WHEN firstname IS NULL THEN lastname ELSE firstname || ' ' || lastname END`;
const GENERATED: Readonly<Record<string, string>> = {
  'user.name': PERSON_NAME,
  'contact.name': PERSON_NAME,
  'lead.name': PERSON_NAME,
  'individual.name': PERSON_NAME,
  'case.isclosed': `COALESCE(status = 'Closed', false)`,
  'task.isclosed': `COALESCE(status = 'Completed', false)`,
  'task.ishighpriority': `COALESCE(priority = 'High', false)`,
  'opportunity.isclosed': `COALESCE(stagename IN ('Closed Won', 'Closed Lost'), false)`,
  'opportunity.iswon': `COALESCE(stagename = 'Closed Won', false)`,
  'opportunity.expectedrevenue': 'round(amount * probability / 100, 2)',
  'opportunity.fiscalyear': 'EXTRACT(year FROM closedate)::integer',
  'opportunity.fiscalquarter': 'EXTRACT(quarter FROM closedate)::integer',
  'attachment.bodylength': 'COALESCE(length(body), 0)',
  'document.bodylength': 'COALESCE(length(body), 0)',
  'staticresource.bodylength': 'COALESCE(length(body), 0)',
  'contentversion.contentsize': 'COALESCE(length(versiondata), 0)'
};

const generatedOf = new WeakMap<ObjectDefinition, ReadonlyMap<FieldDefinition, string>>();

/** Columns that PostgreSQL computes itself, with their SQL. They are never written. */
export function generatedColumns(object: ObjectDefinition): ReadonlyMap<FieldDefinition, string> {
  let generated = generatedOf.get(object);
  if (!generated) {
    const found = Object.values(object.fields).flatMap((field): [FieldDefinition, string][] => {
      const expression = GENERATED[`${object.name}.${field.name}`.toLowerCase()];
      return expression === undefined ? [] : [[field, expression]];
    });
    generatedOf.set(object, (generated = new Map(found)));
  }
  return generated;
}

/** SQL of a column that PostgreSQL computes itself; null for an ordinary one. */
export const generatedExpression = (object: ObjectDefinition, field: FieldDefinition): string | null =>
  generatedColumns(object).get(field) ?? null;

/** Formulas and compound fields have no column: they are made of others when read. */
export function hasColumn(field: FieldDefinition): boolean {
  return field.formula === null && field.type !== 'address' && field.type !== 'location';
}

/** Compared exactly by the database: unique or external id text that tells 'aB' from 'Ab'. */
export function isExact(field: FieldDefinition): boolean {
  return field.caseSensitive && (field.unique || field.externalId);
}

/** PostgreSQL type with collation, as docs/architecture.md, "Data", lays it down. */
export function columnType(field: FieldDefinition): string {
  switch (field.type) {
    case 'id':
    case 'reference':
      return `varchar(18) COLLATE ${EXACT}`;
    case 'longtextarea':
    case 'html':
      return `text COLLATE ${EXACT}`;
    case 'datetime':
      return 'timestamp(3)';
    case 'time':
      return 'time(3)';
    case 'address':
    case 'location':
      throw new Error(`${field.name} is a compound field and has no column`);
    default: {
      // Numbers are unbounded: the API and Apex store more digits than the field declares (https://help.salesforce.com/s/articleView?id=000387302).
      const type = sqlType(field.type);
      return type === 'text' ? `text COLLATE ${isExact(field) ? EXACT : CASE_INSENSITIVE}` : type;
    }
  }
}

/** `"name" text COLLATE …`, for CREATE TABLE and ADD COLUMN. */
export function columnDefinition(object: ObjectDefinition, field: FieldDefinition): string {
  const parts = [sqlName(field.name), columnType(field)];
  const generated = generatedExpression(object, field);
  if (generated !== null) parts.push(`GENERATED ALWAYS AS (${generated}) STORED`);
  else if (field.type === 'boolean') parts.push('NOT NULL DEFAULT false');
  return parts.join(' ');
}
