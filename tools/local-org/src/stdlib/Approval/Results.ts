import { resultBean } from '../support/bean.js';
import { apexReference } from '../support/reference.js';

/** Approvals are not supported; code that handles their results compiles, and tests make them by JSON. */
export default [
  resultBean('Approval', 'LockResult', apexReference('apex_class_Approval_LockResult'), [
    'List<Database.Error> errors',
    'Id id',
    'Boolean success'
  ]),
  resultBean('Approval', 'UnlockResult', apexReference('apex_class_Approval_UnlockResult'), [
    'List<Database.Error> errors',
    'Id id',
    'Boolean success'
  ]),
  resultBean('Approval', 'ProcessResult', apexReference('apex_class_Approval_ProcessResult'), [
    'List<Id> actorIds',
    'String entityId',
    'List<Database.Error> errors',
    'String instanceId',
    'String instanceStatus',
    'List<Id> newWorkitemIds',
    'Boolean success'
  ])
];
