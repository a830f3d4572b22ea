import { platformType } from '../../values/type.js';
import { definePlatformType, type Implementation } from '../define.js';
import { Bean, beanAccessors, resultBean } from '../support/bean.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('Database', 'LeadConvert');
const FLAGS = ['doNotCreateOpportunity', 'overwriteLeadSource', 'sendNotificationEmail'];

/** Check boxes are off until they are set. `isX()` and `setX(Boolean)`. */
const flags = Object.fromEntries(
  FLAGS.flatMap((name): [string, Implementation][] => {
    const capital = name.charAt(0).toUpperCase() + name.slice(1);
    return [
      [`Boolean is${capital}()`, (self: Bean) => self.read(name) ?? false],
      [`void set${capital}(Boolean)`, (self: Bean, value: unknown) => self.write(name, value)]
    ];
  })
);

export default [
  definePlatformType({
    name: 'Database.LeadConvert',
    source: apexReference('apex_dml_convertLead_leadconvert_class'),
    constructors: { '()': () => new Bean(TYPE) },
    methods: {
      ...beanAccessors([
        'Id accountId',
        'Id contactId',
        'String convertedStatus',
        'Id leadId',
        'Id opportunityId',
        'String opportunityName',
        'Id ownerId'
      ]),
      ...flags
    }
  }),
  resultBean('Database', 'LeadConvertResult', apexReference('apex_dml_convertLead_result_object'), [
    'Id accountId',
    'Id contactId',
    'List<Database.Error> errors',
    'Id leadId',
    'Id opportunityId',
    'Id relatedPersonAccountId',
    'Boolean success'
  ])
];
