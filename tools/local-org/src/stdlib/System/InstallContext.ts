import { definePlatformType } from '../define.js';
import type { InstallContext } from '../support/install-context.js';
import { apexReference } from '../support/reference.js';

const OF_BOTH = {
  'Id organizationId()': (self: InstallContext) => self.organizationId
};

/** What install scripts learn; only tests make them here. */
export default [
  definePlatformType({
    name: 'System.InstallContext',
    source: apexReference('apex_interface_System_InstallHandler'),
    methods: {
      ...OF_BOTH,
      'Id installerId()': (self: InstallContext) => self.userId,
      'Boolean isPush()': (self: InstallContext) => self.isPush,
      'Boolean isUpgrade()': (self: InstallContext) => self.previousVersion !== null,
      'System.Version previousVersion()': (self: InstallContext) => self.previousVersion
    }
  }),
  definePlatformType({
    name: 'System.UninstallContext',
    source: apexReference('apex_interface_System_UninstallHandler'),
    methods: {
      ...OF_BOTH,
      'Id uninstallerId()': (self: InstallContext) => self.userId
    }
  })
];
