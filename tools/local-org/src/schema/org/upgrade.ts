import { createHash } from 'node:crypto';
import type { SyncConnection } from '../../database/connection.js';
import { alterSchema } from '../ddl/tables.js';
import type { ObjectDefinition } from '../definitions.js';
import { standardObjects } from '../standard/index.js';
import { LATER_TABLES } from './meta-tables.js';

/** Fingerprint of the standard objects: tells a kept database that was made by another version of the data files. */
export function standardDigest(): string {
  return createHash('sha256').update(JSON.stringify(standardObjects())).digest('hex');
}

/** Notes which standard objects the tables were made for. */
export function rememberStandard(db: SyncConnection): void {
  const objects = standardObjects();
  db.query('DELETE FROM meta.standard_definition');
  db.query('INSERT INTO meta.standard_definition (name, definition) SELECT * FROM unnest($1::text[], $2::json[])', [
    objects.map(({ name }) => name.toLowerCase()),
    objects.map((object) => JSON.stringify(object))
  ]);
}

/**
 * Brings an org that another version of the local org made up to date with the standard objects of this one. What
 * deploys added to standard objects stays. The caller owns the transaction.
 *
 * @returns true when something was changed: the org's version has grown.
 */
export function upgradeStandard(db: SyncConnection): boolean {
  for (const statement of LATER_TABLES) db.defer(statement);
  const digest = standardDigest();
  if (db.query('SELECT standard_digest FROM meta.org').rows[0]?.[0] === digest) return false;
  const read = (table: string): ObjectDefinition[] =>
    db.query(`SELECT definition FROM meta.${table}`).rows.map(([text]) => JSON.parse(String(text)) as ObjectDefinition);
  const old = new Map(read('standard_definition').map((object) => [object.name.toLowerCase(), object]));
  const changed = read('object_definition').filter((object) => !object.custom);
  const before = new Map([...old, ...changed.map((object) => [object.name.toLowerCase(), object] as const)]);
  const after = new Map(standardObjects().map((object) => [object.name.toLowerCase(), object]));
  for (const object of changed) {
    const key = object.name.toLowerCase();
    // Objects beyond the standard ones were made for what was deployed: they stay as they are.
    const rebased = after.has(key) || old.has(key) ? rebase(object, old.get(key), after.get(key)) : object;
    if (!rebased) continue;
    after.set(key, rebased);
    db.query('UPDATE meta.object_definition SET definition = $2::json WHERE name = $1', [key, JSON.stringify(rebased)]);
  }
  for (const statement of alterSchema(before.values(), after.values())) db.defer(statement);
  rememberStandard(db);
  db.query('UPDATE meta.org SET standard_digest = $1, version = version + 1', [digest]);
  return true;
}

/** The new standard object with what deploys had added to the old one. */
function rebase(
  changed: ObjectDefinition,
  old: ObjectDefinition | undefined,
  fresh: ObjectDefinition | undefined
): ObjectDefinition | null {
  if (!fresh) return null;
  const fields = { ...fresh.fields };
  for (const [key, field] of Object.entries(changed.fields)) {
    const base = fresh.fields[key];
    if (field.custom) fields[key] = field;
    // Values of a standard value set that was deployed.
    else if (base && JSON.stringify(field.picklist) !== JSON.stringify(old?.fields[key]?.picklist)) {
      fields[key] = { ...base, picklist: field.picklist };
    } else if (!base && !old?.fields[key]) fields[key] = field;
  }
  const { label, pluralLabel, sharingModel, validationRules, recordTypes, fieldSets } = changed;
  return { ...fresh, label, pluralLabel, sharingModel, validationRules, recordTypes, fieldSets, fields };
}
