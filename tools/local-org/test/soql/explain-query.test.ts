import { expect } from 'chai';
import { executeDml } from '../../src/dml/index.js';
import { explainQuery, type QueryPlanReport } from '../../src/soql/index.js';
import { ALL, SYSTEM } from '../dml/support/harness.js';
import { SHOP } from '../dml/support/objects.js';
import { record, TestOrg } from '../dml/support/org.js';

describe('query plans', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start(SHOP);
    org.committed((context) => {
      const rows = Array.from({ length: 2000 }, (_, index) => record('Shop_Order__c', { Number__c: `N${index}` }));
      executeDml(context, 'insert', rows, ALL);
      context.db.query('ANALYZE shop_order__c');
    });
  });
  after(() => org.stop());

  const plans = (text: string): QueryPlanReport[] => org.rolledBack((context) => explainQuery(context, text, SYSTEM));

  it('name the index that leads, and what it saves', () => {
    const [best, scan, ...others] = plans(`SELECT Id FROM Shop_Order__c WHERE Number__c = 'N7'`);
    expect(others).to.deep.equal([]);
    expect(best).to.deep.include({
      leadingOperationType: 'Index',
      fields: ['Number__c'],
      cardinality: 1,
      sobjectCardinality: 2000,
      sobjectType: 'Shop_Order__c'
    });
    expect(best?.relativeCost).to.be.within(0, 0.5);
    expect(scan).to.deep.include({ leadingOperationType: 'TableScan', fields: [], relativeCost: 1 });
  });

  it('are a scan of the table where nothing narrows the query down', () => {
    const reports = plans('SELECT Id, Number__c FROM Shop_Order__c');
    expect(reports.map((report) => report.leadingOperationType)).to.include('TableScan');
    expect(reports.find((report) => report.leadingOperationType === 'TableScan')?.cardinality).to.be.closeTo(2000, 20);
  });

  it('refuse what the query itself would be refused for', () => {
    expect(() => plans('SELECT Nothing__c FROM Shop_Order__c')).to.throw(/No such column 'Nothing__c'/);
  });
});
