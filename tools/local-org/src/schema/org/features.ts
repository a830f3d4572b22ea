import type { SyncConnection } from '../../database/connection.js';

/** What some orgs can and others cannot; decided when the org is made, or by who starts it. */
export type OrgFeature = 'DevHub' | 'SourceTracking';

/** Objects that only orgs with a feature have: by their absence clients find out what an org is. Names in lower case. */
const FEATURE_OF_OBJECT: ReadonlyMap<string, OrgFeature> = new Map([
  ['scratchorginfo', 'DevHub'],
  ['activescratchorg', 'DevHub'],
  ['sourcemember', 'SourceTracking']
]);

/** @param objectName in lower case. */
export function isObjectOf(features: ReadonlySet<OrgFeature>, objectName: string): boolean {
  const needed = FEATURE_OF_OBJECT.get(objectName);
  return needed === undefined || features.has(needed);
}

export function readFeatures(db: SyncConnection): ReadonlySet<OrgFeature> {
  const text = String(db.query("SELECT array_to_string(features, ',') FROM meta.org").rows[0]?.[0] ?? '');
  return new Set(text.split(',').filter((name): name is OrgFeature => name !== ''));
}

/** @returns true when this changed something: slots must load the schema again. */
export function writeFeatures(db: SyncConnection, features: readonly OrgFeature[]): boolean {
  const sorted = [...features].sort();
  return (
    db.query(
      'UPDATE meta.org SET features = $1::text[], version = version + 1 WHERE features IS DISTINCT FROM $1::text[]',
      [sorted]
    ).rowCount > 0
  );
}
