import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default [
  definePlatformType({
    name: 'System.InstallHandler',
    kind: 'interface',
    source: apexReference('apex_interface_System_InstallHandler'),
    abstracts: ['void onInstall(System.InstallContext)']
  }),
  definePlatformType({
    name: 'System.UninstallHandler',
    kind: 'interface',
    source: apexReference('apex_interface_System_UninstallHandler'),
    abstracts: ['void onUninstall(System.UninstallContext)']
  })
];
