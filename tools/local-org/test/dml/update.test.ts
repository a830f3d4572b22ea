import { expect } from 'chai';
import { executeDml } from '../../src/dml/index.js';
import { Decimal } from '../../src/values/decimal.js';
import type { SObjectRecord } from '../../src/values/record.js';
import { ALL, caught, PARTIAL, select, values } from './support/harness.js';
import { SHOP } from './support/objects.js';
import { record, TestOrg, type TestContext } from './support/org.js';

const insertOrders = (context: TestContext, ...numbers: string[]): SObjectRecord[] => {
  const rows = numbers.map((number) => record('Shop_Order__c', { Number__c: number, Name: number }));
  executeDml(context, 'insert', rows, ALL);
  return rows;
};

describe('update, upsert, delete', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start(SHOP);
  });
  after(() => org.stop());

  describe('update', () => {
    it('writes what was set, in one statement when nothing asks for the old row', () => {
      org.rolledBack((context) => {
        const ledger = record('Ledger__c', { Key__c: 'k', Status__c: 'open' });
        executeDml(context, 'insert', [ledger], ALL);
        context.statements = [];

        executeDml(context, 'update', [record('Ledger__c', { Id: ledger.id, Status__c: 'done' })], ALL);

        expect(context.statements).to.have.length(1);
        const [row] = select(context, 'SELECT Key__c, Status__c FROM Ledger__c');
        expect([row?.fields.get('key__c'), row?.fields.get('status__c')]).to.deep.equal(['k', 'done']);
      });
    });

    it('gives triggers the old row and the new one, and takes what before triggers set', () => {
      org.rolledBack((context) => {
        const [order] = insertOrders(context, 'A1');
        context.triggers.on('Shop_Order__c', 'before', 'update', ({ newRecords, oldRecords }) => {
          expect(oldRecords?.[0]?.fields.get('name')).to.equal('A1');
          expect(newRecords?.[0]?.fields.get('name')).to.equal('new');
          expect(newRecords?.[0]?.fields.get('number__c')).to.equal('A1');
          newRecords?.[0]?.fields.set('reference__c', 'by trigger');
        });
        context.triggers.on('Shop_Order__c', 'after', 'update', () => undefined);

        executeDml(context, 'update', [record('Shop_Order__c', { Id: order?.id, Name: 'new' })], ALL);

        expect(values(context, 'SELECT Reference__c FROM Shop_Order__c')).to.deep.equal(['by trigger']);
        expect(context.triggers.runs[1]?.oldRecords?.[0]?.fields.get('reference__c')).to.equal(null);
      });
    });

    it('says which rows are gone, deleted or without id', () => {
      org.rolledBack((context) => {
        const [kept, deleted] = insertOrders(context, 'A1', 'A2');
        executeDml(context, 'delete', [deleted as SObjectRecord], ALL);
        const rows = [
          record('Shop_Order__c', { Id: kept?.id, Name: 'x' }),
          record('Shop_Order__c', { Id: deleted?.id, Name: 'x' }),
          record('Shop_Order__c', { Id: 'a01000000000000AAA', Name: 'x' }),
          record('Shop_Order__c', { Name: 'x' })
        ];

        const results = executeDml(context, 'update', rows, PARTIAL);

        expect(results.map((result) => result.errors[0]?.statusCode)).to.deep.equal([
          undefined,
          'ENTITY_IS_DELETED',
          'INVALID_CROSS_REFERENCE_KEY',
          'MISSING_ARGUMENT'
        ]);
        expect(values(context, 'SELECT Name FROM Shop_Order__c')).to.deep.equal(['x']);
      });
    });

    it('attributes a unique conflict to its row, with the id of the other', () => {
      org.rolledBack((context) => {
        const [first, second, third] = insertOrders(context, 'A1', 'A2', 'A3');
        const rows = [second, third].map((row, index) =>
          record('Shop_Order__c', { Id: row?.id, Number__c: index === 0 ? 'a1' : 'free' })
        );

        const results = executeDml(context, 'update', rows, PARTIAL);

        expect(results[0]?.errors[0]?.message).to.equal(
          `duplicate value found: Number__c duplicates value on record with id: ${first?.id}`
        );
        expect(results[1]?.success).to.equal(true);
        expect(values(context, 'SELECT Number__c FROM Shop_Order__c ORDER BY Number__c')).to.deep.equal([
          'A1',
          'A2',
          'free'
        ]);
        const error = caught(() => executeDml(context, 'update', [rows[0] as SObjectRecord], ALL));
        expect(error.message).to.match(
          new RegExp(`^Update failed\\. First exception on row 0 with id ${second?.id}; first error: DUPLICATE_VALUE, `)
        );
      });
    });

    it('refuses a list that holds a record twice', () => {
      org.rolledBack((context) => {
        const [order] = insertOrders(context, 'A1');
        const twice = [order as SObjectRecord, order as SObjectRecord];
        const error = caught(() => executeDml(context, 'update', twice, ALL));
        expect([error.apexType, error.message]).to.deep.equal([
          'System.ListException',
          `Duplicate id in list: ${order?.id}`
        ]);
      });
    });
  });

  describe('values', () => {
    const cases: readonly [string, Record<string, unknown>, string, string][] = [
      [
        'long text',
        { Number__c: 'x'.repeat(256) },
        'STRING_TOO_LONG',
        `Number C: data value too large: ${'x'.repeat(256)} (max length=255)`
      ],
      [
        'a restricted picklist value',
        { Stage__c: 'Nope' },
        'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
        'bad value for restricted picklist field: Nope'
      ],
      [
        'a number too large',
        { Count__c: Decimal.parse('100000') },
        'NUMBER_OUTSIDE_VALID_RANGE',
        'value outside of valid range'
      ],
      [
        'an id of another object',
        { Account__c: '003000000000001AAA' },
        'FIELD_INTEGRITY_EXCEPTION',
        'id value of incorrect type'
      ],
      ['a text that is no id', { Account__c: 'nonsense' }, 'MALFORMED_ID', 'id value of incorrect type: nonsense'],
      [
        'an id without row',
        { Account__c: '001000000000000AAA' },
        'INVALID_CROSS_REFERENCE_KEY',
        'invalid cross reference id'
      ]
    ];
    for (const [what, fields, code, message] of cases) {
      it(`refuse ${what}`, () => {
        org.rolledBack((context) => {
          const [result] = executeDml(context, 'insert', [record('Shop_Order__c', fields)], PARTIAL);
          expect(result?.errors[0]?.statusCode).to.equal(code);
          expect(result?.errors[0]?.message).to.include(message.replace('Number C', 'Number__c'));
          expect(result?.errors[0]?.fields).to.deep.equal(Object.keys(fields));
        });
      });
    }

    it('keep digits beyond the scale, trim text and take picklist values in any case', () => {
      org.rolledBack((context) => {
        executeDml(
          context,
          'insert',
          [
            record('Shop_Order__c', {
              Total__c: Decimal.parse('1.005'),
              Count__c: 7,
              Name: '  n ',
              Stage__c: 'sENT',
              Reference__c: ' '
            })
          ],
          ALL
        );
        const [row] = select(context, 'SELECT Total__c, Count__c, Name, Stage__c, Reference__c FROM Shop_Order__c');
        expect([...(row?.fields.values() ?? [])].slice(1).map(String)).to.deep.equal([
          '1.005',
          '7',
          'n',
          'Sent',
          'null'
        ]);
      });
    });
  });

  describe('upsert', () => {
    it('splits into new and known rows by external id, ignoring case', () => {
      org.rolledBack((context) => {
        const [known] = insertOrders(context, 'A1');
        const rows = [
          record('Shop_Order__c', { Number__c: 'a1', Name: 'changed' }),
          record('Shop_Order__c', { Number__c: 'A2' })
        ];

        const results = executeDml(context, 'upsert', rows, { ...ALL, externalIdField: 'Number__c' });

        expect(results.map((result) => result.created)).to.deep.equal([false, true]);
        expect(results[0]?.id).to.equal(known?.id);
        expect(rows[1]?.id).to.equal(results[1]?.id);
        expect(values(context, 'SELECT Name FROM Shop_Order__c ORDER BY Number__c').slice(0, 1)).to.deep.equal([
          'changed'
        ]);
      });
    });

    it('gives the caller the ids of matched rows too', () => {
      org.rolledBack((context) => {
        const [known] = insertOrders(context, 'A1');
        const row = record('Shop_Order__c', { Number__c: 'A1' });
        executeDml(context, 'upsert', [row], { ...ALL, externalIdField: 'Number__c' });
        expect(row.id).to.equal(known?.id);
      });
    });

    it('refuses the same key twice and a key that several rows have', () => {
      org.rolledBack((context) => {
        executeDml(
          context,
          'insert',
          [1, 2].map(() => record('Shop_Order__c', { Reference__c: 'many' })),
          ALL
        );
        const rows = ['x', 'X', 'many'].map((key) => record('Shop_Order__c', { Reference__c: key }));

        const results = executeDml(context, 'upsert', rows, { ...PARTIAL, externalIdField: 'Reference__c' });

        expect(results.map((result) => result.errors[0]?.statusCode)).to.deep.equal([
          'DUPLICATE_VALUE',
          'DUPLICATE_VALUE',
          'DUPLICATE_EXTERNAL_ID'
        ]);
        expect(results[0]?.errors[0]?.message).to.equal('Duplicate external id specified: x');
      });
    });

    it('matches by Id without an external id field', () => {
      org.rolledBack((context) => {
        const [known] = insertOrders(context, 'A1');
        const rows = [
          record('Shop_Order__c', { Id: known?.id, Name: 'n' }),
          record('Shop_Order__c', { Name: 'fresh' })
        ];
        expect(executeDml(context, 'upsert', rows, ALL).map((result) => result.created)).to.deep.equal([false, true]);
      });
    });
  });

  describe('references', () => {
    it('may name the parent by external id', () => {
      org.rolledBack((context) => {
        const [order] = insertOrders(context, 'A1');
        const line = record('Shop_Line__c', {});
        line.parents = new Map([['order__r', record('Shop_Order__c', { Number__c: 'a1' })]]);
        const lost = record('Shop_Line__c', {});
        lost.parents = new Map([['order__r', record('Shop_Order__c', { Number__c: 'zz' })]]);

        const results = executeDml(context, 'insert', [line, lost], PARTIAL);

        expect(values(context, 'SELECT Order__c FROM Shop_Line__c')).to.deep.equal([order?.id]);
        expect(results[1]?.errors[0]?.message).to.equal(
          'Foreign key external ID: zz not found for field Number__c in entity Shop_Order__c'
        );
      });
    });
  });

  describe('delete and undelete', () => {
    const shop = (context: TestContext): { order: SObjectRecord; line: SObjectRecord; account: SObjectRecord } => {
      const account = record('Account', { Name: 'Acme' });
      executeDml(context, 'insert', [account], ALL);
      const order = record('Shop_Order__c', { Number__c: 'A1', Account__c: account.id });
      executeDml(context, 'insert', [order], ALL);
      const line = record('Shop_Line__c', { Order__c: order.id, Amount__c: Decimal.fromInteger(5) });
      executeDml(context, 'insert', [line], ALL);
      return { order, line, account };
    };
    const count = (context: TestContext, object: string): number => select(context, `SELECT Id FROM ${object}`).length;

    it('takes details along, without their triggers, and brings them back', () => {
      org.rolledBack((context) => {
        const { order } = shop(context);
        context.triggers.on('Shop_Line__c', 'before', 'delete', () => undefined);
        context.triggers.on('Shop_Order__c', 'after', 'delete', () => undefined);
        context.triggers.on('Shop_Order__c', 'after', 'undelete', () => undefined);

        executeDml(context, 'delete', [order], ALL);

        expect([count(context, 'Shop_Order__c'), count(context, 'Shop_Line__c')]).to.deep.equal([0, 0]);
        executeDml(context, 'undelete', [order], ALL);
        expect([count(context, 'Shop_Order__c'), count(context, 'Shop_Line__c')]).to.deep.equal([1, 1]);
        expect(context.triggers.runs.map((run) => `${run.object} ${run.operation}`)).to.deep.equal([
          'Shop_Order__c delete',
          'Shop_Order__c undelete'
        ]);
      });
    });

    it('clears look-ups that say so', () => {
      org.rolledBack((context) => {
        const { account } = shop(context);
        executeDml(context, 'delete', [account], ALL);
        expect(values(context, 'SELECT Account__c FROM Shop_Order__c')).to.deep.equal(['null']);
      });
    });

    it('is refused where a look-up restricts', () => {
      org.rolledBack((context) => {
        const { order } = shop(context);
        const ledger = record('Ledger__c', { Key__c: 'k' });
        executeDml(context, 'insert', [ledger], ALL);
        executeDml(context, 'insert', [record('Shop_Line__c', { Order__c: order.id, Guard__c: ledger.id })], ALL);

        const error = caught(() => executeDml(context, 'delete', [ledger], ALL));

        expect(error.message).to.match(/first error: DELETE_FAILED, Your attempt to delete .* could not be completed/);
        expect(count(context, 'Ledger__c')).to.equal(1);
      });
    });

    it('leaves a refused record its children while others go', () => {
      org.rolledBack((context) => {
        const ledger = record('Ledger__c', { Key__c: 'held' });
        const free = record('Ledger__c', { Key__c: 'free' });
        executeDml(context, 'insert', [ledger, free], ALL);
        const [order] = insertOrders(context, 'A1');
        executeDml(context, 'insert', [record('Shop_Line__c', { Order__c: order?.id, Guard__c: ledger.id })], ALL);

        const results = executeDml(context, 'delete', [ledger, free], PARTIAL);

        expect(results.map((result) => result.success)).to.deep.equal([false, true]);
        expect(values(context, 'SELECT Key__c FROM Ledger__c')).to.deep.equal(['held']);
        expect(values(context, 'SELECT Guard__c FROM Shop_Line__c')).to.deep.equal([ledger.id]);
      });
    });

    it('frees the unique key; undelete then collides', () => {
      org.rolledBack((context) => {
        const [first] = insertOrders(context, 'A1');
        executeDml(context, 'delete', [first as SObjectRecord], ALL);
        const [second] = insertOrders(context, 'A1');

        const [result] = executeDml(context, 'undelete', [first as SObjectRecord], PARTIAL);

        expect(result?.errors[0]?.message).to.equal(
          `duplicate value found: Number__c duplicates value on record with id: ${second?.id}`
        );
        expect(executeDml(context, 'undelete', [second as SObjectRecord], PARTIAL)[0]?.errors[0]?.statusCode).to.equal(
          'UNDELETE_FAILED'
        );
      });
    });
  });

  describe('roll-ups', () => {
    it('follow their details and fire the triggers of the master', () => {
      org.rolledBack((context) => {
        const [order] = insertOrders(context, 'A1');
        context.triggers.on('Shop_Order__c', 'after', 'update', () => undefined);
        const sums = (): string[] => {
          const [row] = select(context, 'SELECT Lines_Total__c, Big_Lines__c FROM Shop_Order__c');
          return [String(row?.fields.get('lines_total__c')), String(row?.fields.get('big_lines__c'))];
        };
        const lines = [4, 11].map((amount) =>
          record('Shop_Line__c', { Order__c: order?.id, Amount__c: Decimal.fromInteger(amount) })
        );

        executeDml(context, 'insert', lines, ALL);
        expect(sums()).to.deep.equal(['15.00', '1']);
        executeDml(
          context,
          'update',
          [record('Shop_Line__c', { Id: lines[0]?.id, Amount__c: Decimal.fromInteger(20) })],
          ALL
        );
        expect(sums()).to.deep.equal(['31.00', '2']);
        executeDml(context, 'delete', [lines[1] as SObjectRecord], ALL);
        expect(sums()).to.deep.equal(['20.00', '1']);
        executeDml(context, 'delete', [lines[0] as SObjectRecord], ALL);
        expect(sums()).to.deep.equal(['0.00', '0']);
        expect(context.triggers.runs.map((run) => run.object)).to.deep.equal(Array(4).fill('Shop_Order__c'));
        expect(context.triggers.runs[0]?.oldRecords).to.have.length(1);
      });
    });
  });

  describe('partial success', () => {
    it('tries again without the bad rows: triggers run again, limits go back, ids are new', () => {
      org.rolledBack((context) => {
        context.triggers.on('Shop_Order__c', 'before', 'insert', ({ newRecords }) => {
          context.limits.consume('queries');
          const bad = newRecords?.find((row) => row.fields.get('name') === 'bad');
          if (bad) bad.errors = [{ field: 'name', message: 'no' }];
        });
        const rows = ['good', 'bad', 'fine'].map((name) => record('Shop_Order__c', { Name: name }));

        const results = executeDml(context, 'insert', rows, PARTIAL);

        expect(results.map((result) => result.success)).to.deep.equal([true, false, true]);
        expect(results[1]).to.deep.equal({
          id: null,
          success: false,
          created: false,
          errors: [{ statusCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', message: 'no', fields: ['Name'] }]
        });
        expect(context.triggers.runs.map((run) => run.newRecords?.length)).to.deep.equal([3, 2]);
        expect(context.limits.used('queries')).to.equal(1);
        expect(rows[1]?.id).to.equal(null);
        expect(values(context, 'SELECT Name FROM Shop_Order__c')).to.deep.equal(['good', 'fine']);
      });
    });

    it('gives up after the third attempt', () => {
      org.rolledBack((context) => {
        context.triggers.on('Shop_Order__c', 'after', 'insert', ({ newRecords }) => {
          const last = newRecords?.at(-1);
          if (last) last.errors = [{ field: null, message: 'always the last' }];
        });
        const rows = [1, 2, 3, 4].map((name) => record('Shop_Order__c', { Name: String(name) }));

        const results = executeDml(context, 'insert', rows, PARTIAL);

        expect(context.triggers.runs).to.have.length(3);
        expect(results.map((result) => result.success)).to.deep.equal([false, false, false, false]);
        expect(results[0]?.errors[0]?.message).to.equal(
          'Too many batch retries in the presence of Apex triggers and partial failures.'
        );
        expect(select(context, 'SELECT Id FROM Shop_Order__c')).to.have.length(0);
      });
    });

    it('works in chunks of 200', () => {
      org.rolledBack((context) => {
        context.triggers.on('Shop_Order__c', 'before', 'insert', () => undefined);
        const rows = Array.from({ length: 450 }, (_, index) => record('Shop_Order__c', { Name: String(index) }));
        executeDml(context, 'insert', rows, ALL);
        expect(context.triggers.runs.map((run) => run.newRecords?.length)).to.deep.equal([200, 200, 50]);
        expect(context.limits.used('dmlRows')).to.equal(450);
        expect(context.limits.used('dmlStatements')).to.equal(1);
      });
    });
  });
});
