import type { AccessOptions, ExecutionContext } from '../schema/execution.js';
import type { ObjectDefinition } from '../schema/definitions.js';
import { EffectiveRights } from './effective-rights.js';

/**
 * Whose rows of an object the running user may read: null is everybody's, else the owners (users and queues).
 * https://developer.salesforce.com/docs/atlas.en-us.securityImplGuide.meta/securityImplGuide/security_sharing_owd_about.htm
 */
export function visibleOwners(
  context: ExecutionContext,
  object: ObjectDefinition,
  access: AccessOptions
): readonly string[] | null {
  if (!access.sharing && access.mode === 'system') return null;
  if (object.sharingModel !== 'Private' || !object.fields['ownerid']) return null;
  const rights = context.rights.object(object.name);
  if (rights.viewAll || rights.modifyAll || hasAll(context, 'ViewAllData')) return null;
  return ownersOf(context);
}

/** Whose rows of an object the running user may change: null is everybody's. Read-only defaults limit writes too. */
export function editableOwners(
  context: ExecutionContext,
  object: ObjectDefinition,
  access: AccessOptions
): readonly string[] | null {
  if (!access.sharing && access.mode === 'system') return null;
  const limited = object.sharingModel === 'Private' || object.sharingModel === 'Read';
  if (!limited || !object.fields['ownerid']) return null;
  if (context.rights.object(object.name).modifyAll || hasAll(context, 'ModifyAllData')) return null;
  return ownersOf(context);
}

const ownersOf = (context: ExecutionContext): readonly string[] =>
  context.rights instanceof EffectiveRights ? context.rights.visibleOwners : [context.user.id];

const hasAll = (context: ExecutionContext, permission: 'ViewAllData' | 'ModifyAllData'): boolean =>
  context.rights.systemPermission(permission) || context.rights.systemPermission('ModifyAllData');
