import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default [
  definePlatformType({
    name: 'System.Finalizer',
    kind: 'interface',
    source: apexReference('apex_interface_System_Finalizer'),
    abstracts: ['void execute(System.FinalizerContext)']
  }),
  definePlatformType({
    name: 'System.FinalizerContext',
    kind: 'interface',
    source: apexReference('apex_interface_System_FinalizerContext'),
    abstracts: [
      'Id getAsyncApexJobId()',
      'Exception getException()',
      'String getRequestId()',
      'System.ParentJobResult getResult()'
    ]
  })
];
