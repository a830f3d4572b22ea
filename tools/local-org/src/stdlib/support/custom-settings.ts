import { currentTransaction } from '../../apex/runtime/transaction.js';
import { fieldDefault, formulaContext, type FormulaContext } from '../../formula/index.js';
import { ApexMap } from '../../values/collections.js';
import { toId18 } from '../../values/id.js';
import { SObjectRecord } from '../../values/record.js';
import { sobjectType, STRING } from '../../values/type.js';
import type { Implementation } from '../define.js';
import { required } from './arguments.js';
import { readRow } from './rows.js';
import { selectAll } from './select-all.js';
import { settingCacheKey } from './setting-cache.js';

/**
 * Methods of custom settings.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_custom_settings.htm
 */
export function listSettingStatics(objectName: string): Record<string, Implementation> {
  const byName = (name: string | null): SObjectRecord | null => {
    const wanted = required(name).toLowerCase();
    return settingRows(objectName).find((record) => nameOf(record)?.toLowerCase() === wanted) ?? null;
  };
  return {
    [`Map<String, ${objectName}> getAll()`]: () =>
      new ApexMap(
        STRING,
        sobjectType(objectName),
        settingRows(objectName).map((record) => [nameOf(record), record])
      ),
    [`${objectName} getInstance(String)`]: byName,
    [`${objectName} getValues(String)`]: byName
  };
}

/**
 * All rows of a setting, read once a transaction: the platform answers from its application cache, too. Copies, because
 * what getInstance answers may be changed by its caller.
 */
function settingRows(objectName: string): SObjectRecord[] {
  const { state } = currentTransaction();
  const key = settingCacheKey(objectName);
  let rows = state.get(key) as readonly SObjectRecord[] | undefined;
  if (!rows) state.set(key, (rows = selectAll(objectName)));
  return rows.map(copyOf);
}

function copyOf(record: SObjectRecord): SObjectRecord {
  const copy = new SObjectRecord(record.objectName);
  for (const [field, value] of record.fields) copy.fields.set(field, value);
  copy.queried = record.queried;
  return copy;
}

function profileOf(userId: string): string | null {
  const { user } = currentTransaction();
  if (user.id === userId) return user.profileId;
  return (readRow('User', userId, ['ProfileId'])?.['ProfileId'] as string | undefined) ?? null;
}

const nameOf = (record: SObjectRecord): string | null =>
  (record.fields.get('name') as string | null | undefined) ?? null;

/** getInstance merges user over profile over organisation; getValues and getOrgDefaults read one level. */
export function hierarchySettingStatics(objectName: string): Record<string, Implementation> {
  return {
    [`${objectName} getInstance()`]: () => merged(objectName, currentTransaction().user.id),
    [`${objectName} getInstance(Id)`]: (owner: string | null) => merged(objectName, required(owner)),
    [`${objectName} getOrgDefaults()`]: () =>
      level(objectName, currentTransaction().orgId) ?? withDefaults(objectName, currentTransaction().orgId),
    [`${objectName} getValues(Id)`]: (owner: string | null) => level(objectName, required(owner))
  };
}

function level(objectName: string, owner: string): SObjectRecord | null {
  const id = toId18(owner) ?? owner;
  return settingRows(objectName).find((record) => record.fields.get('setupownerid') === id) ?? null;
}

/** Fields that describe the row and do not merge. */
const ROW_FIELDS = new Set([
  'id',
  'name',
  'setupownerid',
  'createddate',
  'createdbyid',
  'lastmodifieddate',
  'lastmodifiedbyid',
  'systemmodstamp',
  'isdeleted'
]);

function merged(objectName: string, owner: string): SObjectRecord {
  const { orgId, schema } = currentTransaction();
  const id = toId18(owner) ?? owner;
  const isUser = schema.objectByKeyPrefix(id.slice(0, 3))?.name === 'User';
  const profile = isUser ? profileOf(id) : null;
  const rows = settingRows(objectName);
  const chain = [id, profile, orgId]
    .map((level) => rows.find((record) => level !== null && record.fields.get('setupownerid') === level))
    .filter((record) => record !== undefined);
  const [nearest, ...farther] = chain;
  if (!nearest) return withDefaults(objectName, id);
  for (const record of farther) {
    for (const [field, value] of record.fields) {
      if (!ROW_FIELDS.has(field) && (nearest.fields.get(field) ?? null) === null) nearest.fields.set(field, value);
    }
  }
  return nearest;
}

/** A record in memory, as the platform answers when no level has a row: fields have their defaults, check boxes are false. */
function withDefaults(objectName: string, owner: string): SObjectRecord {
  const record = new SObjectRecord(objectName);
  const transaction = currentTransaction();
  const object = transaction.schema.object(objectName);
  let formulas: FormulaContext | null = null;
  for (const [key, field] of Object.entries(object?.fields ?? {})) {
    if (!object || !field.custom) continue;
    const value = fieldDefault(field, object, transaction.schema, () => (formulas ??= formulaContext(transaction)));
    if (value !== null) record.fields.set(key, value);
  }
  record.fields.set('setupownerid', owner);
  return record;
}
