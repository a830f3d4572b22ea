import { currentTransaction } from '../../apex/runtime/transaction.js';
import { invokeSlot } from '../../apex/runtime/invoke.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';

/** A System.InstallContext or UninstallContext. */
export class InstallContext extends PlatformObject {
  constructor(
    private readonly name: 'InstallContext' | 'UninstallContext',
    /** A System.Version; null for a first install. */
    readonly previousVersion: object | null,
    readonly isPush: boolean
  ) {
    super();
  }

  override get apexType() {
    return platformType('System', this.name);
  }

  get userId(): string {
    return currentTransaction().user.id;
  }

  get organizationId(): string {
    return currentTransaction().orgId;
  }
}

/** Test.testInstall. */
export function runInstall(handler: object, previousVersion: object | null, isPush: boolean): void {
  invokeSlot(handler, 'oninstall$1', [new InstallContext('InstallContext', previousVersion, isPush)]);
}

/** Test.testUninstall. */
export function runUninstall(handler: object): void {
  invokeSlot(handler, 'onuninstall$1', [new InstallContext('UninstallContext', null, false)]);
}
