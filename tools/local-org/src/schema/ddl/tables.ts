import type { FieldDefinition, ObjectDefinition } from '../definitions.js';
import { columnDefinition, columnType, generatedExpression, hasColumn } from './columns.js';
import { indexStatements } from './indexes.js';
import { derivedName, sequenceName, sqlName } from './names.js';

/**
 * Statements for one object. They never name a schema: search_path chooses the org's data or a test copy. Every table
 * has the columns `id` and `isdeleted`, also where the object shows no IsDeleted field, so that queries and unique
 * indexes need no exception.
 */
export function createTable(object: ObjectDefinition): string[] {
  const columns: string[] = [];
  for (const field of Object.values(object.fields)) if (hasColumn(field)) columns.push(columnDefinition(object, field));
  if (!object.fields.isdeleted) columns.push('"isdeleted" boolean NOT NULL DEFAULT false');
  if (!object.fields.id) columns.push('"id" varchar(18) COLLATE "C"');
  return [
    `CREATE TABLE ${sqlName(object.name)} (${columns.join(', ')}, CONSTRAINT "${derivedName('pk', object.name)}" PRIMARY KEY (id))`,
    ...indexStatements(object).values(),
    ...numbered(object).map((field) => `CREATE SEQUENCE "${sequenceName(object.name, field.name)}"`)
  ];
}

export function dropTable(object: ObjectDefinition): string[] {
  return [
    `DROP TABLE ${sqlName(object.name)}`,
    ...numbered(object).map((field) => `DROP SEQUENCE "${sequenceName(object.name, field.name)}"`)
  ];
}

/** From one version of an object to the next. Empty when the table stays as it is. */
export function alterTable(before: ObjectDefinition, after: ObjectDefinition): string[] {
  const table = sqlName(after.name);
  const statements: string[] = [];
  const oldIndexes = indexStatements(before);
  const newIndexes = indexStatements(after);
  for (const [name, statement] of oldIndexes) {
    if (newIndexes.get(name) !== statement) statements.push(`DROP INDEX IF EXISTS "${name}"`);
  }
  for (const field of Object.values(after.fields)) {
    const key = field.name.toLowerCase();
    const old = before.fields[key];
    if (!hasColumn(field)) continue;
    if (!old || !hasColumn(old)) statements.push(`ALTER TABLE ${table} ADD COLUMN ${columnDefinition(after, field)}`);
    else if (changeOfType(old, field)) {
      statements.push(...retype(table, old, field));
    }
  }
  for (const field of Object.values(before.fields)) {
    const successor = after.fields[field.name.toLowerCase()];
    if (hasColumn(field) && (!successor || !hasColumn(successor))) {
      statements.push(`ALTER TABLE ${table} DROP COLUMN ${sqlName(field.name)}`);
    }
  }
  for (const [name, statement] of newIndexes) if (oldIndexes.get(name) !== statement) statements.push(statement);
  statements.push(...sequenceChanges(before, after));
  return statements;
}

/** From one set of objects to another, by name. */
export function alterSchema(before: Iterable<ObjectDefinition>, after: Iterable<ObjectDefinition>): string[] {
  const old = new Map([...before].map((object) => [object.name.toLowerCase(), object]));
  const statements: string[] = [];
  for (const object of after) {
    const key = object.name.toLowerCase();
    const previous = old.get(key);
    old.delete(key);
    if (!previous) statements.push(...createTable(object));
    else if (previous !== object) statements.push(...alterTable(previous, object));
  }
  for (const object of old.values()) statements.push(...dropTable(object));
  return statements;
}

const numbered = (object: ObjectDefinition): FieldDefinition[] =>
  Object.values(object.fields).filter((field) => field.autoNumberFormat !== null);

const changeOfType = (old: FieldDefinition, field: FieldDefinition): boolean => columnType(old) !== columnType(field);

function retype(table: string, old: FieldDefinition, field: FieldDefinition): string[] {
  const column = sqlName(field.name);
  const target = columnType(field);
  const using =
    old.type === 'boolean' || field.type === 'boolean'
      ? `${column}::text::${bare(target)}`
      : `${column}::${bare(target)}`;
  const statements: string[] = [];
  if (old.type === 'boolean') {
    statements.push(`ALTER TABLE ${table} ALTER COLUMN ${column} DROP DEFAULT, ALTER COLUMN ${column} DROP NOT NULL`);
  }
  statements.push(`ALTER TABLE ${table} ALTER COLUMN ${column} TYPE ${target} USING ${using}`);
  if (field.type === 'boolean') {
    statements.push(
      `UPDATE ${table} SET ${column} = false WHERE ${column} IS NULL`,
      `ALTER TABLE ${table} ALTER COLUMN ${column} SET DEFAULT false, ALTER COLUMN ${column} SET NOT NULL`
    );
  }
  return statements;
}

/** A cast takes no collation clause. */
const bare = (type: string): string => type.replace(/ COLLATE .*/, '');

function sequenceChanges(before: ObjectDefinition, after: ObjectDefinition): string[] {
  const names = (object: ObjectDefinition): Set<string> =>
    new Set(numbered(object).map((field) => sequenceName(object.name, field.name)));
  const old = names(before);
  const now = names(after);
  return [
    ...[...now].filter((name) => !old.has(name)).map((name) => `CREATE SEQUENCE "${name}"`),
    ...[...old].filter((name) => !now.has(name)).map((name) => `DROP SEQUENCE "${name}"`)
  ];
}

/** Columns that are written, in table order: what copies of rows between the org and its test copies name. */
export function storedColumns(object: ObjectDefinition): string[] {
  const columns = Object.values(object.fields)
    .filter((field) => hasColumn(field) && generatedExpression(object, field) === null)
    .map((field) => sqlName(field.name));
  if (!object.fields.isdeleted) columns.push('"isdeleted"');
  if (!object.fields.id) columns.push('"id"');
  return columns;
}
