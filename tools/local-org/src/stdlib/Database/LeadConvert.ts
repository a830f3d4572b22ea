import { resultBean } from '../support/bean.js';
import { apexReference } from '../support/reference.js';

/** Converting leads is not supported; code that handles results compiles, and tests make them by JSON. */
export default resultBean('Database', 'LeadConvertResult', apexReference('apex_dml_convertLead_result_object'), [
  'Id accountId',
  'Id contactId',
  'List<Database.Error> errors',
  'Id leadId',
  'Id opportunityId',
  'Id relatedPersonAccountId',
  'Boolean success'
]);
