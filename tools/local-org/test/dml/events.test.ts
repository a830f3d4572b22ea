import { expect } from 'chai';
import { executeDml, prepareEvents } from '../../src/dml/index.js';
import { Decimal } from '../../src/values/decimal.js';
import { ALL, caught } from './support/harness.js';
import { SHOP } from './support/objects.js';
import { record, TestOrg } from './support/org.js';

describe('platform events', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start(SHOP);
  });
  after(() => org.stop());

  it('are accepted one by one, in the form that subscribers see', () => {
    org.rolledBack((context) => {
      const events = [
        record('Shipped__e', { Order__c: ' A1 ', Weight__c: Decimal.parse('1.25') }),
        record('Shipped__e', { Weight__c: Decimal.parse('1') })
      ];

      const { results, accepted } = prepareEvents(context, events, ALL);

      expect(results.map((result) => result.success)).to.deep.equal([true, false]);
      expect(results[1]?.errors[0]?.statusCode).to.equal('REQUIRED_FIELD_MISSING');
      expect(accepted).to.have.length(1);
      expect(accepted[0]?.fields.get('order__c')).to.equal('A1');
      expect(String(accepted[0]?.fields.get('weight__c'))).to.equal('1.25');
      expect(accepted[0]?.fields.get('eventuuid')).to.match(/^[0-9a-f-]{36}$/);
      expect(context.limits.used('dmlStatements')).to.equal(1);
    });
  });

  it('are not for DML, and ordinary records not for publishing', () => {
    org.rolledBack((context) => {
      const event = record('Shipped__e', { Order__c: 'A1' });
      expect(caught(() => executeDml(context, 'insert', [event], ALL)).message).to.equal(
        'DML operation Insert not allowed on Shipped__e'
      );
      const order = record('Shop_Order__c', {});
      expect(caught(() => prepareEvents(context, [order], ALL)).message).to.equal(
        'Shop_Order__c is not a platform event'
      );
    });
  });
});
