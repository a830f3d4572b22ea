import { expect } from 'chai';
import { executeDml } from '../../src/dml/index.js';
import { runSearch } from '../../src/soql/index.js';
import { ALL, SYSTEM } from '../dml/support/harness.js';
import { SHOP } from '../dml/support/objects.js';
import { record, TestOrg, type TestContext } from '../dml/support/org.js';

describe('SOSL', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start(SHOP);
    org.committed((context) => {
      executeDml(
        context,
        'insert',
        [
          record('Account', { Name: 'Acme Rockets', Phone: '555-0100' }),
          record('Account', { Name: 'Rocket Söhne', Description: 'acme branch' }),
          record('Account', { Name: 'Other' })
        ],
        ALL
      );
      executeDml(context, 'insert', [record('Shop_Order__c', { Name: 'rockets for acme', Number__c: 'A1' })], ALL);
    });
  });
  after(() => org.stop());

  const names = (context: TestContext, text: string, ...binds: unknown[]): unknown[][] =>
    runSearch(context, text, binds, SYSTEM).map((rows) => rows.map((row) => row.fields.get('name')));

  const cases: readonly [string, readonly unknown[], unknown[][]][] = [
    ["FIND 'acme' IN ALL FIELDS RETURNING Account(Name)", [], [['Acme Rockets', 'Rocket Söhne']]],
    ["FIND 'acme' IN NAME FIELDS RETURNING Account(Name)", [], [['Acme Rockets']]],
    [
      "FIND 'rocket*' RETURNING Account(Name ORDER BY Name DESC), Shop_Order__c(Name)",
      [],
      [['Rocket Söhne', 'Acme Rockets'], ['rockets for acme']]
    ],
    ["FIND 'rocket' RETURNING Account(Name)", [], [['Rocket Söhne']]],
    ["FIND 'acme AND NOT rockets' RETURNING Account(Name)", [], [['Rocket Söhne']]],
    ['FIND \'other OR "rocket söhne"\' RETURNING Account(Name)', [], [['Rocket Söhne', 'Other']]],
    ['FIND {acme} IN ALL FIELDS RETURNING Account(Name LIMIT 1)', [], [['Acme Rockets']]],
    ['FIND :term RETURNING Account(Name WHERE Phone = :phone)', ['rocket*', '555-0100'], [['Acme Rockets']]],
    ["FIND 'nowhere' RETURNING Account(Name)", [], [[]]]
  ];
  for (const [text, binds, expected] of cases) {
    it(text, () => {
      org.rolledBack((context) => expect(names(context, text, ...binds)).to.deep.equal(expected));
    });
  }

  it('finds what a test fixed, and nothing when it fixed nothing', () => {
    org.rolledBack((context) => {
      const text = "FIND 'acme' RETURNING Account(Name), Shop_Order__c(Name)";
      expect(runSearch(context, text, [], SYSTEM, { fixedIds: [] })).to.deep.equal([[], []]);
      const [accounts] = runSearch(context, text, [], SYSTEM);
      const id = accounts?.[1]?.id as string;
      const fixed = runSearch(context, text, [], SYSTEM, { fixedIds: [id] });
      expect(fixed.map((rows) => rows.map((row) => row.id))).to.deep.equal([[id], []]);
      expect(context.limits.used('soslQueries')).to.equal(3);
    });
  });

  it('wants at least two characters', () => {
    org.rolledBack((context) => {
      expect(() => names(context, "FIND 'a*' RETURNING Account(Name)")).to.throw(
        'search term must be longer than one character: a*'
      );
    });
  });
});
