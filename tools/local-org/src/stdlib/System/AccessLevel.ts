import type { AccessOptions } from '../../schema/execution.js';
import { PlatformObject } from '../../values/object.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'AccessLevel');

/** In whose name a query or DML call runs. */
export class AccessLevel extends PlatformObject {
  constructor(readonly mode: 'user' | 'system') {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return this.mode === 'user' ? 'USER_MODE' : 'SYSTEM_MODE';
  }
}

const USER_MODE = new AccessLevel('user');
const SYSTEM_MODE = new AccessLevel('system');

/** User mode implies sharing; system mode keeps the sharing of the calling class. */
export function accessOf(level: AccessLevel | null, calling: AccessOptions): AccessOptions {
  if (!level) return calling;
  return level.mode === 'user' ? { mode: 'user', sharing: true } : { mode: 'system', sharing: calling.sharing };
}

export default definePlatformType({
  name: 'System.AccessLevel',
  source: apexReference('apex_class_System_AccessLevel'),
  staticProperties: {
    'System.AccessLevel SYSTEM_MODE': { get: () => SYSTEM_MODE },
    'System.AccessLevel USER_MODE': { get: () => USER_MODE }
  },
  methods: {
    'System.AccessLevel withPermissionSetId(String)': () => {
      throw new NotSupportedError('AccessLevel.withPermissionSetId(String)');
    }
  }
});
