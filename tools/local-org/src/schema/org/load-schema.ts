import type { SyncConnection } from '../../database/connection.js';
import type { ObjectDefinition, OrgSchema } from '../definitions.js';
import { createOrgSchema } from '../org-schema.js';
import { standardObjects } from '../standard/index.js';
import { isObjectOf, readFeatures } from './features.js';

/** The org's version number: one cheap statement, by which a slot sees whether it must reload. */
export function readVersion(db: SyncConnection): number {
  return Number(db.query('SELECT version FROM meta.org').rows[0]?.[0]);
}

/** The schema as the last committed deploy left it: standard objects, overlaid by what deploys added or changed. */
export function loadSchema(db: SyncConnection): OrgSchema {
  const version = readVersion(db);
  const objects = new Map(standardObjects().map((object) => [object.name.toLowerCase(), object]));
  for (const [definition] of db.query('SELECT definition FROM meta.object_definition ORDER BY name').rows) {
    const object = JSON.parse(String(definition)) as ObjectDefinition;
    objects.set(object.name.toLowerCase(), object);
  }
  const features = readFeatures(db);
  return createOrgSchema(
    version,
    [...objects].filter(([name]) => isObjectOf(features, name)).map(([, object]) => object)
  );
}
