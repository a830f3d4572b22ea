import { expect } from 'chai';
import { convertLeads, executeDml, type LeadConversion } from '../../src/dml/index.js';
import { ALL, select, SYSTEM } from './support/harness.js';
import { record, TestOrg, type TestContext } from './support/org.js';

const CONVERTED = 'Closed - Converted';

const conversion = (leadId: string | null, more: Partial<LeadConversion> = {}): LeadConversion => ({
  leadId,
  convertedStatus: CONVERTED,
  accountId: null,
  contactId: null,
  opportunityId: null,
  opportunityName: null,
  ownerId: null,
  doNotCreateOpportunity: false,
  overwriteLeadSource: false,
  ...more
});

describe('conversion of leads', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start([]);
  });
  after(() => org.stop());

  function lead(context: TestContext, fields: Record<string, unknown> = {}): string {
    const made = record('Lead', { LastName: 'Lead', Company: 'Company', ...fields });
    executeDml(context, 'insert', [made], ALL);
    return made.id as string;
  }
  const partly = { allOrNone: false, access: SYSTEM };

  it('makes an account, a contact and an opportunity of what the lead says', () => {
    org.rolledBack((context) => {
      const id = lead(context, { FirstName: 'Sam', City: 'Berlin', Email: 'sam@example.com', LeadSource: 'Web' });
      const task = record('Task', { Subject: 'Call', WhoId: id });
      executeDml(context, 'insert', [task], ALL);
      const seen: unknown[] = [];
      context.triggers.on('Lead', 'after', 'update', ({ newRecords, oldRecords }) =>
        seen.push(oldRecords?.[0]?.fields.get('isconverted'), newRecords?.[0]?.fields.get('isconverted'))
      );
      context.triggers.on('Account', 'before', 'insert', () => seen.push('account'));

      const [converted] = convertLeads(context, [conversion(id)], ALL);

      expect(converted).to.include({ leadId: id, success: true });
      expect(seen).to.deep.equal(['account', false, true]);
      const [row] = select(
        context,
        `SELECT Status, ConvertedAccount.Name, ConvertedAccount.BillingCity, ConvertedAccount.AccountSource,
           ConvertedContact.FirstName, ConvertedContact.Email, ConvertedContact.AccountId,
           ConvertedOpportunity.Name, ConvertedOpportunity.StageName, ConvertedOpportunity.AccountId, ConvertedOpportunity.CloseDate
         FROM Lead WHERE Id = '${id}'`
      );
      const parent = (name: string, field: string): unknown => row?.parents?.get(name)?.fields.get(field);
      expect(row?.fields.get('status')).to.equal(CONVERTED);
      expect([
        parent('convertedaccount', 'name'),
        parent('convertedaccount', 'billingcity'),
        parent('convertedaccount', 'accountsource')
      ]).to.deep.equal(['Company', 'Berlin', 'Web']);
      expect([
        parent('convertedcontact', 'firstname'),
        parent('convertedcontact', 'email'),
        parent('convertedcontact', 'accountid')
      ]).to.deep.equal(['Sam', 'sam@example.com', converted?.accountId]);
      expect([
        parent('convertedopportunity', 'name'),
        parent('convertedopportunity', 'stagename'),
        parent('convertedopportunity', 'accountid')
      ]).to.deep.equal(['Company-', 'Prospecting', converted?.accountId]);
      expect(parent('convertedopportunity', 'closedate')).to.not.equal(null);
      expect(select(context, 'SELECT WhoId FROM Task')[0]?.fields.get('whoid')).to.equal(converted?.contactId);
    });
  });

  it('joins what is there, and makes no opportunity when none is wanted', () => {
    org.rolledBack((context) => {
      const account = record('Account', { Name: 'There' });
      executeDml(context, 'insert', [account], ALL);
      const contact = record('Contact', { LastName: 'There', LeadSource: 'Other' });
      executeDml(context, 'insert', [contact], ALL);
      const id = lead(context, { LeadSource: 'Web' });
      const [converted] = convertLeads(
        context,
        [
          conversion(id, {
            accountId: account.id,
            contactId: contact.id,
            doNotCreateOpportunity: true,
            overwriteLeadSource: true
          })
        ],
        ALL
      );
      expect(converted).to.deep.equal({
        leadId: id,
        accountId: account.id,
        contactId: contact.id,
        opportunityId: null,
        success: true,
        errors: []
      });
      const [row] = select(context, 'SELECT AccountId, LeadSource FROM Contact');
      expect([row?.fields.get('accountid'), row?.fields.get('leadsource')]).to.deep.equal([account.id, 'Web']);
      expect(select(context, 'SELECT Id FROM Opportunity')).to.deep.equal([]);
    });
  });

  it('undoes what a lead that fails has done, and all when all must succeed', () => {
    org.rolledBack((context) => {
      const ids = ['One', 'Two'].map((name) => lead(context, { Company: name }));
      context.triggers.on('Opportunity', 'before', 'insert', ({ newRecords }) => {
        for (const row of newRecords ?? []) if (row.fields.get('name') === 'Two-') row.fields.set('stagename', null);
      });
      const conversions = ids.map((id) => conversion(id));
      expect(() => convertLeads(context, conversions, ALL)).to.throw(
        /ConvertLead failed\. First exception on row 1.*REQUIRED_FIELD_MISSING/
      );
      expect(select(context, 'SELECT Id FROM Account')).to.deep.equal([]);

      const results = convertLeads(context, conversions, partly);
      expect(results.map(({ success }) => success)).to.deep.equal([true, false]);
      expect(results[1]?.errors[0]?.statusCode).to.equal('REQUIRED_FIELD_MISSING');
      expect(select(context, 'SELECT Name FROM Account').map(({ fields }) => fields.get('name'))).to.deep.equal([
        'One'
      ]);
      expect(select(context, 'SELECT Company FROM Lead WHERE IsConverted = FALSE')).to.have.lengthOf(1);
    });
  });

  it('refuses what cannot be', () => {
    org.rolledBack((context) => {
      const code = (wanted: LeadConversion): string | undefined =>
        convertLeads(context, [wanted], partly)[0]?.errors[0]?.statusCode;
      const id = lead(context);
      expect(code(conversion(id, { convertedStatus: 'Working - Contacted' }))).to.equal('INVALID_STATUS');
      expect(code(conversion(null))).to.equal('INVALID_CROSS_REFERENCE_KEY');
      expect(code(conversion(id, { accountId: '001000000000000AAA' }))).to.equal('INVALID_CROSS_REFERENCE_KEY');
      expect(code(conversion(id))).to.equal(undefined);
      expect(code(conversion(id))).to.equal('CANNOT_UPDATE_CONVERTED_LEAD');
    });
  });
});
