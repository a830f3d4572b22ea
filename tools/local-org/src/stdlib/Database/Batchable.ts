import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

const SOURCE = apexReference('apex_interface_database_batchable');

const marker = (name: string) => definePlatformType({ name: `Database.${name}`, kind: 'interface', source: SOURCE });

export default [
  definePlatformType({
    name: 'Database.Batchable<T>',
    kind: 'interface',
    source: SOURCE,
    // start answers a QueryLocator or anything Iterable.
    abstracts: [
      'Object start(Database.BatchableContext)',
      'void execute(Database.BatchableContext, List<T>)',
      'void finish(Database.BatchableContext)'
    ]
  }),
  definePlatformType({
    name: 'Database.BatchableContext',
    kind: 'interface',
    source: apexReference('apex_interface_database_batchablecontext'),
    abstracts: ['Id getJobId()', 'Id getChildJobId()']
  }),
  marker('Stateful'),
  marker('AllowsCallouts'),
  marker('RaisesPlatformEvents')
];
