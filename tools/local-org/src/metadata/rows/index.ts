import { apexClass } from './apex-class.js';
import { apexTrigger } from './apex-trigger.js';
import { cachePartition } from './cache-partition.js';
import { externalCredential, namedCredential } from './credentials.js';
import { customMetadata } from './custom-metadata.js';
import { customPermission } from './custom-permission.js';
import { publicGroup, queue } from './groups.js';
import type { RowHandler } from './handler.js';
import { mutingPermissionSet, permissionSet } from './permission-set.js';
import { permissionSetGroup } from './permission-set-group.js';
import { profile } from './profile.js';
import { recordType } from './record-type.js';
import { role } from './role.js';
import { staticResource } from './static-resource.js';

/** In the order in which they are written: what names others comes after them. */
export const ROW_HANDLERS: readonly RowHandler[] = [
  apexClass,
  apexTrigger,
  recordType,
  customPermission,
  staticResource,
  role,
  publicGroup,
  queue,
  externalCredential,
  namedCredential,
  cachePartition,
  customMetadata,
  permissionSet,
  mutingPermissionSet,
  permissionSetGroup,
  profile
];
