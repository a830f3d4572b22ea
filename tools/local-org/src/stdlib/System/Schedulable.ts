import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default [
  definePlatformType({
    name: 'System.Schedulable',
    kind: 'interface',
    source: apexReference('apex_interface_system_schedulable'),
    abstracts: ['void execute(System.SchedulableContext)']
  }),
  definePlatformType({
    name: 'System.SchedulableContext',
    kind: 'interface',
    source: apexReference('apex_interface_system_schedulablecontext'),
    abstracts: ['Id getTriggerId()']
  })
];
