import { expect } from 'chai';
import { queryRowToJson } from '../../../src/api/rest/query-json.js';
import { executeDml } from '../../../src/dml/index.js';
import { runQuery, selectedColumns } from '../../../src/soql/index.js';
import { Decimal } from '../../../src/values/decimal.js';
import { ALL, SYSTEM } from '../../dml/support/harness.js';
import { SHOP } from '../../dml/support/objects.js';
import { record, TestOrg, type TestContext } from '../../dml/support/org.js';

describe('rows of a query as JSON', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start(SHOP);
  });
  after(() => org.stop());

  const rows = (context: TestContext, text: string): unknown[] => {
    const columns = selectedColumns(text, context.schema);
    return runQuery(context, text, [], SYSTEM).records.map((row) =>
      queryRowToJson(row, columns, context.schema, '/base')
    );
  };

  it('hold what SELECT names, in its order, spelled as the schema does', () => {
    org.rolledBack((context) => {
      const account = record('Account', { Name: 'Acme', Industry: 'Banking' });
      executeDml(context, 'insert', [account], ALL);
      const order = record('Shop_Order__c', { Name: 'One', Account__c: account.id, Total__c: Decimal.parse('1.50') });
      executeDml(context, 'insert', [order, record('Shop_Order__c', { Name: 'Two' })], ALL);
      executeDml(context, 'insert', [record('Shop_Line__c', { Order__c: order.id, Name: 'L' })], ALL);

      const found = rows(
        context,
        'SELECT total__c, account__r.name, Account__r.Industry, (SELECT name FROM lines__r) FROM shop_order__c ORDER BY Name'
      );

      expect(JSON.stringify(found[0])).to.equal(
        JSON.stringify({
          attributes: { type: 'Shop_Order__c', url: `/base/sobjects/Shop_Order__c/${order.id}` },
          Total__c: 1.5,
          Account__r: {
            attributes: { type: 'Account', url: `/base/sobjects/Account/${account.id}` },
            Name: 'Acme',
            Industry: 'Banking'
          },
          Lines__r: {
            totalSize: 1,
            done: true,
            records: [
              {
                attributes: {
                  type: 'Shop_Line__c',
                  url: `/base/sobjects/Shop_Line__c/${runQuery(context, 'SELECT Id FROM Shop_Line__c', [], SYSTEM).records[0]?.id}`
                },
                Name: 'L'
              }
            ]
          }
        })
      );
      expect(found[1]).to.include({ Total__c: null, Account__r: null, Lines__r: null });
    });
  });

  it('name grouped fields and aliases as they are spelled', () => {
    org.rolledBack((context) => {
      executeDml(context, 'insert', [record('Shop_Order__c', {})], ALL);
      expect(rows(context, 'SELECT stage__c, COUNT(Id) HowMany, MAX(Name) FROM Shop_Order__c GROUP BY Stage__c')[0])
        .to.include({ Stage__c: 'New', HowMany: 1 })
        .and.to.have.property('expr0');
    });
  });
});
