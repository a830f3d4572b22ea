import { expect } from 'chai';
import { executeDml } from '../../src/dml/index.js';
import { runQuery } from '../../src/soql/index.js';
import { Decimal } from '../../src/values/decimal.js';
import type { DmlErrorDetail } from '../../src/values/platform-error.js';
import { ALL, caught, PARTIAL, select, SYSTEM } from './support/harness.js';
import { SHOP } from './support/objects.js';
import { record, TestOrg } from './support/org.js';

describe('insert', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start(SHOP);
  });
  after(() => org.stop());

  it('writes a ledger row in one statement and gives the caller its id', () => {
    org.rolledBack((context) => {
      const row = record('Ledger__c', { Key__c: 'k1', Status__c: '  open ' });
      context.statements = [];

      const [result] = executeDml(context, 'insert', [row], ALL);

      expect(context.statements).to.have.length(1);
      expect(result).to.deep.include({ success: true, created: true, id: row.id });
      expect([...row.fields.keys()]).to.deep.equal(['key__c', 'status__c', 'id']);
      const [saved] = select(context, 'SELECT Status__c, OwnerId, CreatedDate FROM Ledger__c WHERE Id = :x', row.id);
      expect(saved?.fields.get('status__c')).to.equal('open');
      expect(saved?.fields.get('ownerid')).to.equal(context.user.id);
      expect(String(saved?.fields.get('createddate'))).to.equal('2026-03-15 18:30:15');
    });
  });

  it('names the row that holds the key already and leaves nothing behind', () => {
    org.rolledBack((context) => {
      const first = record('Ledger__c', { Key__c: 'same' });
      executeDml(context, 'insert', [first], ALL);
      const others = [record('Ledger__c', { Key__c: 'free' }), record('Ledger__c', { Key__c: 'same' })];

      const error = caught(() => executeDml(context, 'insert', others, ALL));

      expect(error.apexType).to.equal('System.DmlException');
      expect(error.message).to.equal(
        'Insert failed. First exception on row 1; first error: DUPLICATE_VALUE, duplicate value found: Key__c duplicates ' +
          `value on record with id: ${first.id}: [Key__c]`
      );
      expect((error.detail as DmlErrorDetail).rows.map((row) => row.index)).to.deep.equal([1]);
      expect(others[0]?.id).to.equal(null);
      expect(runQuery(context, 'SELECT COUNT() FROM Ledger__c', [], SYSTEM).count).to.equal(1);
    });
  });

  it('learns what a single row collides with from the statement that is refused', () => {
    org.rolledBack((context) => {
      const first = record('Ledger__c', { Key__c: 'same' });
      executeDml(context, 'insert', [first], ALL);
      context.statements = [];

      const [result] = executeDml(context, 'insert', [record('Ledger__c', { Key__c: 'same' })], PARTIAL);

      expect(context.statements).to.have.length(1);
      expect(result?.errors.map(({ message, fields }) => [message, fields])).to.deep.equal([
        [`duplicate value found: Key__c duplicates value on record with id: ${first.id}`, ['Key__c']]
      ]);
    });
  });

  describe('under a parent that the transaction has inserted', () => {
    const order = (): ReturnType<typeof record> => record('Shop_Order__c', { Name: 'new' });
    const lineOf = (id: unknown): ReturnType<typeof record> =>
      record('Shop_Line__c', { Order__c: id as string, Amount__c: Decimal.parse('1') });
    const lookUps = ({ statements }: { statements: readonly string[] }): number =>
      statements.filter((sql) => sql.includes(') found')).length;

    it('neither looks for it nor locks it', () => {
      org.rolledBack((context) => {
        const parent = order();
        executeDml(context, 'insert', [parent], ALL);
        context.statements = [];

        executeDml(context, 'insert', [lineOf(parent.id)], ALL);

        expect(lookUps(context)).to.equal(0);
      });
    });

    it('looks when the parent may have gone with a savepoint, and when something was deleted', () => {
      org.rolledBack((context) => {
        context.db.defer('SAVEPOINT before');
        const undone = order();
        executeDml(context, 'insert', [undone], ALL);
        context.db.defer('ROLLBACK TO SAVEPOINT before');
        const deleted = order();
        executeDml(context, 'insert', [deleted], ALL);
        executeDml(context, 'delete', [deleted], ALL);

        const results = executeDml(context, 'insert', [lineOf(undone.id), lineOf(deleted.id)], PARTIAL);

        expect(results.map(({ errors }) => errors[0]?.statusCode)).to.deep.equal([
          'INVALID_CROSS_REFERENCE_KEY',
          'INVALID_CROSS_REFERENCE_KEY'
        ]);
      });
    });
  });

  it('keeps the good rows of a partial insert', () => {
    org.rolledBack((context) => {
      const rows = ['a', 'b', 'a', null].map((key) => record('Ledger__c', { Key__c: key }));

      const results = executeDml(context, 'insert', rows, PARTIAL);

      expect(results.map((result) => result.success)).to.deep.equal([true, true, false, false]);
      expect(results[2]?.errors[0]?.message).to.equal(
        'duplicate value found: <unknown> duplicates value on record with id: <unknown>'
      );
      expect(results[3]?.errors[0]).to.deep.equal({
        statusCode: 'REQUIRED_FIELD_MISSING',
        message: 'Required fields are missing: [Key__c]',
        fields: ['Key__c']
      });
      expect(select(context, 'SELECT Key__c FROM Ledger__c').map((row) => row.fields.get('key__c'))).to.deep.equal([
        'a',
        'b'
      ]);
    });
  });

  it('runs triggers: before may write, after sees the saved row', () => {
    org.rolledBack((context) => {
      context.triggers
        .on('Shop_Order__c', 'before', 'insert', ({ newRecords }) => {
          expect(newRecords?.[0]?.fields.get('stage__c')).to.equal('New');
          newRecords?.[0]?.fields.set('total__c', Decimal.parse('12.345'));
        })
        .on('Shop_Order__c', 'after', 'insert', ({ newRecords }) => {
          expect(String(newRecords?.[0]?.fields.get('total__c'))).to.equal('12.345');
          expect(newRecords?.[0]?.fields.get('number_auto__c')).to.equal('O-0001');
          expect(newRecords?.[0]?.readOnly).to.equal(true);
          expect(String(newRecords?.[0]?.fields.get('double__c'))).to.equal('24.69');
          expect(newRecords?.[0]?.fields.get('note__c')).to.equal('for User');
        });

      executeDml(context, 'insert', [record('Shop_Order__c', { Number__c: '1' })], ALL);

      expect(context.triggers.runs.map((run) => run.phase)).to.deep.equal(['before', 'after']);
      const [saved] = select(context, 'SELECT Total__c, Number_Auto__c FROM Shop_Order__c');
      expect(String(saved?.fields.get('total__c'))).to.equal('12.345');
      expect(saved?.fields.get('number_auto__c')).to.equal('O-0001');
    });
  });

  it('gives each row of many a number of its own', () => {
    org.rolledBack((context) => {
      const rows = Array.from({ length: 3 }, (_, index) => record('Shop_Order__c', { Number__c: `n${index}` }));
      executeDml(context, 'insert', rows, ALL);

      const saved = select(context, 'SELECT Number_Auto__c FROM Shop_Order__c ORDER BY Number_Auto__c');
      const numbers = saved.map((row) => String(row.fields.get('number_auto__c')));
      expect(new Set(numbers).size, numbers.join(', ')).to.equal(3);
      for (const number of numbers) expect(number).to.match(/^O-[0-9]{4}$/);
    });
  });
});
