import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default [
  definePlatformType({
    name: 'System.Queueable',
    kind: 'interface',
    source: apexReference('apex_interface_System_Queueable'),
    abstracts: ['void execute(System.QueueableContext)']
  }),
  definePlatformType({
    name: 'System.QueueableContext',
    kind: 'interface',
    source: apexReference('apex_interface_System_QueueableContext'),
    abstracts: ['Id getJobId()']
  })
];
