import type { AccessOptions, ExecutionContext } from '../schema/execution.js';
import type { ObjectDefinition } from '../schema/definitions.js';

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
  if (rights.viewAll || rights.modifyAll) return null;
  if (context.rights.systemPermission('ViewAllData') || context.rights.systemPermission('ModifyAllData')) return null;
  return [context.user.id];
}
