import { expect } from 'chai';
import { executeDml } from '../../src/dml/index.js';
import { analyzeQuery, runQuery } from '../../src/soql/index.js';
import type { Address } from '../../src/values/address.js';
import { ApexList, ApexSet } from '../../src/values/collections.js';
import { DateValue } from '../../src/values/date.js';
import { DatetimeValue } from '../../src/values/datetime.js';
import { Decimal } from '../../src/values/decimal.js';
import { PlatformError } from '../../src/values/platform-error.js';
import type { SObjectRecord } from '../../src/values/record.js';
import { ID, sobjectType, STRING } from '../../src/values/type.js';
import { SHOP } from '../dml/support/objects.js';
import { record, TestOrg, type TestContext } from '../dml/support/org.js';

const SYSTEM = { mode: 'system', sharing: false } as const;
const ALL = { allOrNone: true, access: SYSTEM, externalIdField: null };

const select = (context: TestContext, text: string, ...binds: unknown[]): readonly SObjectRecord[] =>
  runQuery(context, text, binds, SYSTEM).records;
const numbers = (context: TestContext, where: string, ...binds: unknown[]): string =>
  select(context, `SELECT Number__c FROM Shop_Order__c WHERE ${where} ORDER BY Number__c`, ...binds)
    .map((row) => row.fields.get('number__c'))
    .join();
const list = (...items: unknown[]): ApexList => new ApexList(STRING, items);

describe('SOQL', function () {
  this.timeout(120_000);
  let org: TestOrg;
  let accounts: SObjectRecord[];
  let orders: SObjectRecord[];

  before(async () => {
    org = await TestOrg.start(SHOP);
    org.committed((context) => {
      accounts = [
        record('Account', { Name: 'Acme', Industry: 'Banking' }),
        record('Account', { Name: 'Über & Söhne', ParentId: null })
      ];
      executeDml(context, 'insert', accounts, ALL);
      accounts.push(record('Account', { Name: 'acme Branch', ParentId: accounts[0]?.id }));
      executeDml(context, 'insert', accounts.slice(2), ALL);
      const [acme, , branch] = accounts;
      orders = [
        record('Shop_Order__c', {
          Name: 'One',
          Number__c: 'A1',
          Total__c: Decimal.parse('10.00'),
          Count__c: Decimal.parse('1'),
          Account__c: acme?.id,
          Stage__c: 'Done',
          Tags__c: 'a;b',
          Paid__c: true,
          Due__c: DateValue.of(2026, 3, 15),
          At__c: DatetimeValue.ofUtc(2026, 3, 15, 6, 59, 59)
        }),
        record('Shop_Order__c', {
          Name: 'two',
          Number__c: 'b2',
          Total__c: Decimal.parse('20.5'),
          Account__c: branch?.id,
          Stage__c: 'New',
          Tags__c: 'c',
          Due__c: DateValue.of(2026, 3, 14),
          At__c: DatetimeValue.ofUtc(2026, 3, 15, 7, 0, 0)
        }),
        record('Shop_Order__c', { Name: 'Three_x', Number__c: 'C%3', Stage__c: 'Sent', Reference__c: 'a\\b' }),
        record('Shop_Order__c', { Name: 'Threeyx', Total__c: Decimal.parse('-1'), Stage__c: 'New' })
      ];
      executeDml(context, 'insert', orders, ALL);
      executeDml(
        context,
        'insert',
        [1, 2, 3].map((amount) =>
          record('Shop_Line__c', {
            Order__c: orders[0]?.id,
            Amount__c: Decimal.fromInteger(amount),
            Name: `L${amount}`
          })
        ),
        ALL
      );
      executeDml(context, 'insert', [record('Shop_Line__c', { Order__c: orders[1]?.id, Name: 'other' })], ALL);
    });
  });
  after(() => org.stop());

  describe('conditions', () => {
    const cases: readonly [string, string, ...unknown[]][] = [
      ["Number__c = 'a1'", 'A1'],
      ["Number__c != 'a1'", ',b2,C%3'],
      ["Number__c = ''", ''],
      ['Number__c = null', ''],
      ['Number__c != NULL', 'A1,b2,C%3'],
      ["Number__c IN ('A1', 'B2')", 'A1,b2'],
      ["Number__c NOT IN ('A1', 'B2')", ',C%3'],
      ["Number__c IN ('A1', null)", ',A1'],
      ["Name LIKE 'T%'", ',b2,C%3'],
      ["Name LIKE 'three_x'", ',C%3'],
      ["Name LIKE 'three\\_x'", 'C%3'],
      ["Number__c LIKE '%\\%%'", 'C%3'],
      ["Reference__c LIKE 'a\\\\b'", 'C%3'],
      ["Reference__c = 'a\\\\b'", 'C%3'],
      ["(NOT Name LIKE 'T%')", 'A1'],
      ['NOT Total__c > 10', ',A1,C%3'],
      ['Total__c >= 10 AND Total__c < 20.5', 'A1'],
      ['Total__c > 15 OR Paid__c = true', 'A1,b2'],
      ['Total__c < 0', ''],
      ['Total__c = 10', 'A1'],
      ["Tags__c INCLUDES ('a;b', 'c')", 'A1,b2'],
      ["Tags__c INCLUDES ('A')", 'A1'],
      ["Tags__c EXCLUDES ('a')", ',b2,C%3'],
      ['Due__c = TODAY', 'A1'],
      ['Due__c = YESTERDAY', 'b2'],
      ['Due__c > YESTERDAY', 'A1'],
      ['Due__c = LAST_N_DAYS:1', 'A1,b2'],
      ['Due__c != TODAY', ',b2,C%3'],
      ['Due__c = THIS_MONTH', 'A1,b2'],
      ['Due__c = THIS_WEEK', 'A1'],
      ['Due__c = LAST_WEEK', 'b2'],
      ['Due__c = THIS_FISCAL_QUARTER', 'A1,b2'],
      ['Due__c = LAST_YEAR', ''],
      ['Due__c = 2026-03-14', 'b2'],
      // The user lives in Los Angeles, seven hours behind UTC.
      ['At__c = TODAY', 'b2'],
      ['At__c < TODAY', 'A1'],
      ['At__c = 2026-03-15T08:00:00+01:00', 'b2'],
      ['HOUR_IN_DAY(convertTimezone(At__c)) = 23', 'A1'],
      ['CALENDAR_YEAR(Due__c) = 2026 AND DAY_IN_WEEK(Due__c) = 1', 'A1'],
      ["Account__r.Name = 'ACME'", 'A1'],
      ["Account__r.Parent.Name = 'Acme'", 'b2'],
      ["Account__c IN (SELECT Id FROM Account WHERE Name LIKE 'acme%')", 'A1,b2'],
      ['Id IN (SELECT Order__c FROM Shop_Line__c WHERE Amount__c > 1)', 'A1'],
      ['Id NOT IN (SELECT Order__c FROM Shop_Line__c)', ',C%3'],
      ['Id NOT IN (SELECT Guard__c FROM Shop_Line__c)', ',A1,b2,C%3'],
      ["Owner.Name = 'Admin User' AND Owner.Type = 'User'", ',A1,b2,C%3'],
      ['Name = :x', 'b2', 'TWO'],
      ['Number__c = :x', '', null],
      ['Number__c != :x', 'A1,b2,C%3', null],
      ['Number__c IN :x', 'A1,b2', list('a1', 'B2')],
      ['Number__c IN :x', ',A1', list('a1', null)],
      ['Number__c NOT IN :x', ',C%3', list('a1', 'B2')],
      ['Number__c IN :x', '', list()],
      ['Number__c NOT IN :x', ',A1,b2,C%3', list()],
      ['Number__c = :x', 'A1', list('a1')],
      ['Name LIKE :x', ',b2,C%3', list('thr%', 'tw_')],
      ['Tags__c INCLUDES :x', 'A1', list('a', 'zz')],
      ['Total__c = :x', 'A1', Decimal.parse('10.000')],
      ['Total__c > :x', 'b2', 10],
      ['Total__c > :x', 'b2', 10n],
      ['Due__c = :x', 'A1', DateValue.of(2026, 3, 15)],
      ['At__c >= :x', 'b2', DatetimeValue.ofUtc(2026, 3, 15, 7, 0, 0)],
      ['Paid__c = :x', 'A1', true],
      ['Paid__c = :x', ',b2,C%3', false]
    ];
    for (const [where, expected, ...binds] of cases) {
      it(`${where}${binds.length > 0 ? ` (${String(binds[0])})` : ''}`, () => {
        org.rolledBack((context) => expect(numbers(context, where, ...binds)).to.equal(expected));
      });
    }

    it('takes ids of 15 characters, sObjects, lists and sets of them', () => {
      org.rolledBack((context) => {
        const [first, second] = orders;
        const id = first?.id as string;
        expect(numbers(context, 'Id = :x', id.slice(0, 15))).to.equal('A1');
        expect(numbers(context, 'Id = :x', first)).to.equal('A1');
        expect(numbers(context, 'Id IN :x', new ApexList(sobjectType('Shop_Order__c'), [first, second]))).to.equal(
          'A1,b2'
        );
        expect(numbers(context, 'Account__c IN :x', new ApexList(sobjectType('Account'), [accounts[0]]))).to.equal(
          'A1'
        );
        const ids = new ApexSet(ID);
        ids.add(id);
        expect(numbers(context, 'Id IN :x', ids)).to.equal('A1');
      });
    });

    it('looks binds of dynamic SOQL up by name in any case', () => {
      org.rolledBack((context) => {
        const binds = new Map<string, unknown>([['Wanted', 'A1']]);
        const text = 'SELECT Id FROM Shop_Order__c WHERE Number__c = :wanted';
        expect(runQuery(context, text, binds, SYSTEM).records).to.have.length(1);
        expect(() => runQuery(context, text, new Map(), SYSTEM)).to.throw('Variable does not exist: wanted');
      });
    });

    it('never lets a value become SQL', () => {
      org.rolledBack((context) => {
        expect(() => numbers(context, "Name = 'x'' OR 1=1 --'")).to.throw("unexpected token: '' OR 1=1 --''");
        expect(numbers(context, "Name = 'x\\' OR 1=1 --'")).to.equal('');
        expect(numbers(context, 'Name = :x', "x' OR '1'='1")).to.equal('');
      });
    });
  });

  describe('rows', () => {
    it('hold Apex values of the fields selected, and always the id', () => {
      org.rolledBack((context) => {
        const [row] = select(
          context,
          "SELECT Total__c, Paid__c, Due__c, At__c, Tags__c, Reference__c FROM Shop_Order__c WHERE Number__c = 'A1'"
        );
        expect(row?.id).to.equal(orders[0]?.id);
        expect(row?.fields.get('total__c')).to.be.instanceOf(Decimal);
        expect(String(row?.fields.get('total__c'))).to.equal('10.00');
        expect(row?.fields.get('paid__c')).to.equal(true);
        expect(String(row?.fields.get('due__c'))).to.equal('2026-03-15');
        expect((row?.fields.get('at__c') as DatetimeValue).ms).to.equal(Date.UTC(2026, 2, 15, 6, 59, 59));
        expect(row?.fields.get('reference__c')).to.equal(null);
        expect(row?.queried?.has('name')).to.equal(false);
        expect(row?.queried?.has('reference__c')).to.equal(true);
      });
    });

    it('nest parents, with null where there is none', () => {
      org.rolledBack((context) => {
        const rows = select(
          context,
          'SELECT Account__r.Name, Account__r.Parent.Industry, Owner.Username FROM Shop_Order__c ORDER BY Id'
        );
        const account = rows[1]?.parents?.get('account__r');
        expect(account?.fields.get('name')).to.equal('acme Branch');
        expect(account?.parents?.get('parent')?.fields.get('industry')).to.equal('Banking');
        expect(rows[0]?.parents?.get('account__r')?.parents?.get('parent')).to.equal(null);
        expect(rows[2]?.parents?.get('account__r')).to.equal(null);
        expect(rows[2]?.fields.get('account__c')).to.equal(null);
        expect(rows[0]?.parents?.get('owner')?.objectName).to.equal('User');
      });
    });

    it('carry children lists, limited and sorted for each parent', () => {
      org.rolledBack((context) => {
        context.statements = [];
        const rows = select(
          context,
          'SELECT Id, (SELECT Amount__c, Order__r.Name FROM Lines__r ORDER BY Amount__c DESC NULLS LAST LIMIT 2) FROM Shop_Order__c ORDER BY Id'
        );
        expect(context.statements).to.have.length(2);
        const lines = rows.map((row) => row.children?.get('lines__r') as ApexList);
        expect(lines.map((list) => list.size)).to.deep.equal([2, 1, 0, 0]);
        expect(lines[0]?.items.map((line) => String((line as SObjectRecord).fields.get('amount__c')))).to.deep.equal([
          '3.00',
          '2.00'
        ]);
        expect(context.limits.used('aggregateQueries')).to.equal(1);
        expect(context.limits.used('queryRows')).to.equal(7);
      });
    });

    it('come in the order asked for, nulls first', () => {
      org.rolledBack((context) => {
        const order = (clause: string): string =>
          select(context, `SELECT Name FROM Shop_Order__c ORDER BY ${clause}`)
            .map((row) => row.fields.get('name'))
            .join();
        expect(order('Total__c')).to.equal('Three_x,Threeyx,One,two');
        expect(order('Total__c DESC')).to.equal('Three_x,two,One,Threeyx');
        expect(order('Total__c DESC NULLS LAST')).to.equal('two,One,Threeyx,Three_x');
        // Picklists sort by their values' order: New, Sent, Done.
        expect(order('Stage__c, Name DESC')).to.equal('two,Threeyx,Three_x,One');
        expect(order('Account__r.Name NULLS LAST, Name')).to.equal('One,two,Three_x,Threeyx');
      });
    });

    it('are cut by LIMIT and OFFSET, bound or not', () => {
      org.rolledBack((context) => {
        const text = 'SELECT Name FROM Shop_Order__c ORDER BY Id LIMIT :most OFFSET 1';
        expect(select(context, text, 2).map((row) => row.fields.get('name'))).to.deep.equal(['two', 'Three_x']);
        expect(select(context, 'SELECT Id FROM Shop_Order__c LIMIT 0')).to.have.length(0);
        expect(() => select(context, 'SELECT Id FROM Shop_Order__c LIMIT 1 OFFSET 2001')).to.throw(
          'Maximum SOQL offset allowed is 2000'
        );
        expect(() => select(context, 'SELECT Id FROM Shop_Order__c LIMIT :x', null)).to.throw(PlatformError);
      });
    });

    it('know aliases of FROM', () => {
      org.rolledBack((context) => {
        const [row] = select(
          context,
          "SELECT o.Name, a.Name, Shop_Order__c.Number__c FROM Shop_Order__c o, o.Account__r a WHERE a.Name = 'Acme'"
        );
        expect(row?.fields.get('name')).to.equal('One');
        expect(row?.fields.get('number__c')).to.equal('A1');
        expect(row?.parents?.get('account__r')?.fields.get('name')).to.equal('Acme');
      });
    });

    it('render FORMAT and toLabel', () => {
      org.rolledBack((context) => {
        const [row] = select(
          context,
          "SELECT FORMAT(Total__c) money, toLabel(Stage__c), FORMAT(Due__c) FROM Shop_Order__c WHERE Number__c = 'b2'"
        );
        expect(row?.fields.get('money')).to.equal('$20.50');
        expect(row?.fields.get('stage__c')).to.equal('New');
        expect(row?.fields.get('due__c')).to.equal('3/14/2026');
      });
    });

    it('put compound addresses together', () => {
      org.rolledBack((context) => {
        executeDml(
          context,
          'insert',
          [record('Account', { Name: 'At', BillingCity: 'Berlin', BillingStreet: 'A 1' })],
          ALL
        );
        const [at] = select(context, "SELECT BillingAddress, ShippingAddress FROM Account WHERE Name = 'At'");
        expect((at?.fields.get('billingaddress') as Address).parts).to.include({
          city: 'Berlin',
          street: 'A 1',
          country: null
        });
        expect(at?.fields.get('shippingaddress')).to.equal(null);
        expect(
          analyzeQuery("SELECT Id FROM Account WHERE BillingAddress = 'x'", context.schema).problems[0]?.message
        ).to.equal("field 'BillingAddress' can not be filtered in a query call");
      });
    });

    it('compute formula fields, of the row and of parents', () => {
      org.rolledBack((context) => {
        context.statements = [];
        const rows = select(context, 'SELECT Double__c, Buyer__c FROM Shop_Order__c ORDER BY Id');
        expect(context.statements).to.have.length(1);
        expect(rows.map((row) => String(row.fields.get('double__c')))).to.deep.equal([
          '20.00',
          '41.00',
          'null',
          '-2.00'
        ]);
        expect(rows[1]?.fields.get('buyer__c')).to.equal('acme Branch (admin)');
        const [line] = select(context, "SELECT Order__r.Double__c FROM Shop_Line__c WHERE Name = 'L1'");
        expect(String(line?.parents?.get('order__r')?.fields.get('double__c'))).to.equal('20.00');
      });
    });

    it('hold all fields with FIELDS()', () => {
      org.rolledBack((context) => {
        const [all] = select(context, 'SELECT FIELDS(ALL) FROM Shop_Order__c LIMIT 1');
        expect([...(all?.fields.keys() ?? [])]).to.include.members(['name', 'total__c', 'createddate']);
        const [custom] = select(context, 'SELECT FIELDS(CUSTOM) FROM Shop_Order__c LIMIT 1');
        expect([...(custom?.fields.keys() ?? [])])
          .to.include('total__c')
          .and.not.include('name');
      });
    });

    it('take the fields of TYPEOF that fit the object', () => {
      org.rolledBack((context) => {
        const [row] = select(
          context,
          'SELECT TYPEOF Owner WHEN User THEN Username, Alias WHEN Group THEN DeveloperName ELSE Name END FROM Shop_Order__c LIMIT 1'
        );
        const owner = row?.parents?.get('owner');
        expect(owner?.objectName).to.equal('User');
        expect(owner?.fields.get('alias')).to.equal('admin');
        expect(owner?.queried?.has('developername')).to.equal(false);
      });
    });

    it('leave deleted ones out, but for ALL ROWS', () => {
      org.rolledBack((context) => {
        executeDml(context, 'delete', [orders[3] as SObjectRecord], ALL);
        expect(runQuery(context, 'SELECT COUNT() FROM Shop_Order__c', [], SYSTEM).count).to.equal(3);
        const gone = select(context, 'SELECT Name, IsDeleted FROM Shop_Order__c WHERE IsDeleted = true ALL ROWS');
        expect(gone.map((row) => row.fields.get('name'))).to.deep.equal(['Threeyx']);
      });
    });
  });

  describe('aggregates', () => {
    const rows = (context: TestContext, text: string): unknown[] =>
      select(context, text).map((row) =>
        Object.fromEntries(
          [...row.fields].map(([name, value]) => [name, value instanceof Decimal ? String(value) : value])
        )
      );

    it('count without rows', () => {
      org.rolledBack((context) => {
        const outcome = runQuery(context, 'SELECT COUNT() FROM Shop_Order__c WHERE Total__c > 0', [], SYSTEM);
        expect(outcome).to.deep.equal({ records: [], count: 2, objectName: 'Shop_Order__c' });
        expect(runQuery(context, 'SELECT COUNT() FROM Shop_Order__c LIMIT 3', [], SYSTEM).count).to.equal(3);
        expect(context.limits.used('queryRows')).to.equal(2);
      });
    });

    it('name columns by alias, expr0 and field', () => {
      org.rolledBack((context) => {
        const text =
          'SELECT Stage__c, COUNT(Id), SUM(Total__c) total, MIN(Name), COUNT_DISTINCT(Account__c) FROM Shop_Order__c GROUP BY Stage__c ORDER BY COUNT(Id) DESC, Stage__c';
        expect(rows(context, text)).to.deep.equal([
          { stage__c: 'New', expr0: 2, total: '19.50', expr1: 'Threeyx', expr2: 1 },
          { stage__c: 'Sent', expr0: 1, total: null, expr1: 'Three_x', expr2: 0 },
          { stage__c: 'Done', expr0: 1, total: '10.00', expr1: 'One', expr2: 1 }
        ]);
        expect(runQuery(context, text, [], SYSTEM).objectName).to.equal('AggregateResult');
      });
    });

    it('group by parents, functions and roll-ups, filtered by HAVING', () => {
      org.rolledBack((context) => {
        expect(
          rows(
            context,
            'SELECT Account__r.Name n, COUNT(Id) c FROM Shop_Order__c GROUP BY Account__r.Name HAVING COUNT(Id) > 1'
          )
        ).to.deep.equal([{ n: null, c: 2 }]);
        expect(
          rows(
            context,
            'SELECT CALENDAR_MONTH(Due__c) m, COUNT(Id) c FROM Shop_Order__c GROUP BY CALENDAR_MONTH(Due__c) ORDER BY CALENDAR_MONTH(Due__c)'
          )
        ).to.deep.equal([
          { m: null, c: 2 },
          { m: 3, c: 2 }
        ]);
        expect(
          rows(
            context,
            'SELECT Paid__c, GROUPING(Paid__c) g, COUNT(Id) c FROM Shop_Order__c GROUP BY ROLLUP(Paid__c) ORDER BY GROUPING(Paid__c), Paid__c'
          )
        ).to.deep.equal([
          { paid__c: false, g: 0, c: 3 },
          { paid__c: true, g: 0, c: 1 },
          { paid__c: null, g: 1, c: 4 }
        ]);
        expect(rows(context, 'SELECT AVG(Total__c), MAX(Due__c) d FROM Shop_Order__c')[0])
          .to.have.property('expr0')
          .which.matches(/^9\.83/);
      });
    });
  });

  describe('problems', () => {
    const REFERENCE = 'Please reference your WSDL or the describe call for the appropriate names.';
    const cases: readonly [string, string, number][] = [
      [
        'SELECT Foo__c FROM Account',
        `No such column 'Foo__c' on entity 'Account'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name. ${REFERENCE}`,
        7
      ],
      [
        'SELECT Id FROM Nope__c',
        `sObject type 'Nope__c' is not supported. If you are attempting to use a custom object, be sure to append the '__c' after the entity name. ${REFERENCE}`,
        15
      ],
      [
        'SELECT Foo__r.Name FROM Account',
        `Didn't understand relationship 'Foo__r' in field path. If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name. ${REFERENCE}`,
        7
      ],
      [
        'SELECT (SELECT Id FROM Foos__r) FROM Account',
        `Didn't understand relationship 'Foos__r' in FROM part of query call. If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name. ${REFERENCE}`,
        23
      ],
      ['SELECT FIELDS(ALL) FROM Account', 'The SOQL FIELDS function must have a LIMIT of at most 200', 7],
      ['SELECT FIELDS(CUSTOM) FROM Account LIMIT 201', 'The SOQL FIELDS function must have a LIMIT of at most 200', 7],
      ['SELECT Id FROM Account WHERE', "unexpected token: '<EOF>'", 28],
      ['SELECT Id Account', "unexpected token: '<EOF>'", 17],
      ['SELECT Id FROM Account LIMIT 1 WHERE Id = null', "unexpected token: 'WHERE'", 31],
      [
        "SELECT Id FROM Shop_Order__c WHERE Total__c = '1'",
        "value of filter criterion for field 'Total__c' must be of type currency and should not be enclosed in quotes",
        35
      ],
      [
        'SELECT Id FROM Shop_Order__c WHERE Name = 1',
        "value of filter criterion for field 'Name' must be of type string and should be enclosed in quotes",
        35
      ],
      [
        'SELECT Id FROM Shop_Order__c WHERE At__c = 2026-03-15',
        "value of filter criterion for field 'At__c' must be of type dateTime and should not be enclosed in quotes",
        35
      ],
      ["SELECT Id FROM Ledger__c WHERE Body__c = 'x'", "field 'Body__c' can not be filtered in a query call", 31],
      ['SELECT Id FROM Ledger__c ORDER BY Body__c', "field 'Body__c' can not be sorted in a query call", 34],
      ['SELECT Name, COUNT(Id) FROM Account', 'Field must be grouped or aggregated: Name', 7],
      ['SELECT Name n FROM Account', 'only aggregate expressions use field aliasing', 0],
      ['SELECT Id FROM Account ORDER BY Name FOR UPDATE', 'Query with FOR UPDATE clause cannot have ORDER BY clause', 0]
    ];
    for (const [text, message, offset] of cases) {
      it(text, () => {
        const { problems } = analyzeQuery(text, org.schema);
        expect(problems[0]).to.deep.equal({ message, offset });
      });
    }

    it('raises a QueryException for an id that is none', () => {
      org.rolledBack((context) => {
        expect(() => select(context, 'SELECT Id FROM Account WHERE Id = :x', 'nonsense'))
          .to.throw(PlatformError, 'invalid ID field: nonsense')
          .with.property('apexType', 'System.QueryException');
      });
    });
  });

  it('tells the checker what a query selects', () => {
    const analysis = analyzeQuery(
      'SELECT Id, Account__r.Name, (SELECT Amount__c FROM Lines__r) FROM Shop_Order__c',
      org.schema
    );
    expect(analysis).to.deep.equal({
      objectName: 'Shop_Order__c',
      isCount: false,
      isAggregate: false,
      selected: [
        { kind: 'field', path: ['Id'], type: 'id' },
        { kind: 'field', path: ['Account__r', 'Name'], type: 'string' },
        {
          kind: 'children',
          name: 'Lines__r',
          objectName: 'Shop_Line__c',
          selected: [{ kind: 'field', path: ['Amount__c'], type: 'currency' }]
        }
      ],
      problems: []
    });
  });
});
