import type { ObjectDefinition } from '../../schema/definitions.js';
import type { DmlContext, DmlOperation } from '../context.js';
import type { DmlRow } from '../row.js';
import { dmlException } from '../dml-exception.js';
import { stateOf } from '../state.js';

/** https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_dml_non_mix_sobjects.htm */
const SETUP = new Set([
  'authsession',
  'contentworkspace',
  'fieldpermissions',
  'forecastingshare',
  'group',
  'groupmember',
  'objectpermissions',
  'permissionset',
  'permissionsetassignment',
  'permissionsetgroup',
  'permissionsetgroupcomponent',
  'queuesobject',
  'setupentityaccess',
  'territory2',
  'territory2model',
  'userpackagelicense',
  'userrole',
  'userterritory2association'
]);
/** May be inserted and updated with other objects, but not deleted. */
const GROUP = 'group';
/** Only these make a change of a User a setup change; an insert is one when it sets a role. */
const USER_SETUP_FIELDS = ['userroleid', 'isactive', 'forecastenabled', 'isportalenabled', 'username', 'profileid'];

/** @throws PlatformError System.DmlException MIXED_DML_OPERATION. */
export function checkMixedDml(
  context: DmlContext,
  operation: DmlOperation,
  object: ObjectDefinition,
  rows: readonly DmlRow[]
): void {
  const side = sideOf(operation, object, rows);
  if (side === 'neither') return;
  const state = stateOf(context.triggers);
  const other = side === 'setup' ? state.dataObject : state.setupObject;
  if (other !== null) {
    const message =
      'DML operation on setup object is not permitted after you have updated a non-setup object (or vice versa): ' +
      `${object.name}, original object: ${other}`;
    for (const row of rows) row.fail('MIXED_DML_OPERATION', message);
    throw dmlException(operation, rows);
  }
  if (side === 'setup') state.setupObject ??= object.name;
  else state.dataObject ??= object.name;
}

function sideOf(
  operation: DmlOperation,
  object: ObjectDefinition,
  rows: readonly DmlRow[]
): 'setup' | 'data' | 'neither' {
  const name = object.name.toLowerCase();
  if (name === GROUP && (operation === 'insert' || operation === 'update' || operation === 'upsert')) return 'neither';
  if (SETUP.has(name)) return 'setup';
  if (name === 'user') {
    const isSetup = rows.some((row) =>
      row.record.id === null
        ? (row.record.fields.get('userroleid') ?? null) !== null
        : USER_SETUP_FIELDS.some((field) => row.record.fields.has(field))
    );
    return isSetup ? 'setup' : 'neither';
  }
  return object.kind === 'custom' || object.kind === 'standard' ? 'data' : 'neither';
}
