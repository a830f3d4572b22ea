import type { ConvertedLead, LeadConversion } from '../../dml/convert-leads.js';
import { ApexList } from '../../values/collections.js';
import { platformType } from '../../values/type.js';
import { Bean } from './bean.js';
import { DatabaseError, resultType } from './dml-results.js';

/** What a Database.LeadConvert asks for. */
export function leadConversion(lead: Bean): LeadConversion {
  const text = (name: string): string | null => lead.read(name) as string | null;
  return {
    leadId: text('leadId'),
    convertedStatus: text('convertedStatus'),
    accountId: text('accountId'),
    contactId: text('contactId'),
    opportunityId: text('opportunityId'),
    opportunityName: text('opportunityName'),
    ownerId: text('ownerId'),
    doNotCreateOpportunity: lead.read('doNotCreateOpportunity') === true,
    overwriteLeadSource: lead.read('overwriteLeadSource') === true
  };
}

export function leadConvertResult(converted: ConvertedLead): Bean {
  const result = new Bean(resultType('LeadConvertResult'));
  const { errors, ...values } = converted;
  for (const [name, value] of Object.entries(values)) result.write(name, value);
  result.write(
    'errors',
    new ApexList(
      platformType('Database', 'Error'),
      errors.map((error) => new DatabaseError(error))
    )
  );
  return result;
}
