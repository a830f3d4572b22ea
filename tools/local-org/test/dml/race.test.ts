import { expect } from 'chai';
import { executeDml } from '../../src/dml/index.js';
import { runQuery } from '../../src/soql/index.js';
import type { DmlErrorDetail } from '../../src/values/platform-error.js';
import { ALL, caught, PARTIAL, SYSTEM, values } from './support/harness.js';
import { SHOP } from './support/objects.js';
import { record, TestOrg } from './support/org.js';
import { startRival } from './support/rival.js';

const INSERT = 'INSERT INTO ledger__c (id, key__c, isdeleted) VALUES ($1, $2, false)';
const RIVAL_ID = 'a00RIVAL0000001AAA';

describe('two transactions', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start(SHOP);
  });
  after(() => org.stop());

  it('insert the same key: the second waits, then is told who was first, and may go on', async () => {
    const rival = await startRival(org, [{ sql: INSERT, parameters: [RIVAL_ID, 'race-1'] }], 'until-met', 'COMMIT');

    org.rolledBack((context) => {
      const rows = ['mine', 'race-1'].map((key) => record('Ledger__c', { Key__c: key }));
      const error = caught(() => executeDml(context, 'insert', rows, ALL));

      expect((error.detail as DmlErrorDetail).rows).to.deep.equal([
        {
          index: 1,
          id: null,
          errors: [
            {
              statusCode: 'DUPLICATE_VALUE',
              message: `duplicate value found: Key__c duplicates value on record with id: ${RIVAL_ID}`,
              fields: ['Key__c']
            }
          ]
        }
      ]);
      expect(values(context, 'SELECT Id FROM Ledger__c WHERE Key__c = :x FOR UPDATE', 'race-1')).to.deep.equal([
        RIVAL_ID
      ]);
      executeDml(context, 'insert', [record('Ledger__c', { Key__c: 'another' })], ALL);
    });
    await rival.end();
  });

  it('insert the same key: the second succeeds when the first rolls back', async () => {
    const rival = await startRival(
      org,
      [{ sql: INSERT, parameters: ['a00RIVAL0000002AAA', 'race-2'] }],
      'until-met',
      'ROLLBACK'
    );

    org.rolledBack((context) => {
      const [result] = executeDml(context, 'insert', [record('Ledger__c', { Key__c: 'race-2' })], PARTIAL);
      expect(result?.success).to.equal(true);
    });
    await rival.end();
  });

  it('lock a row: the second waits for FOR UPDATE and reads what the first committed', async () => {
    const row = record('Ledger__c', { Key__c: 'lock-1', Status__c: 'old' });
    org.committed((context) => executeDml(context, 'insert', [row], ALL));
    const update = { sql: "UPDATE ledger__c SET status__c = 'new' WHERE id = $1", parameters: [row.id] };
    const rival = await startRival(org, [update], 'until-met', 'COMMIT');

    org.rolledBack((context) => {
      expect(values(context, 'SELECT Status__c FROM Ledger__c WHERE Id = :x', row.id)).to.deep.equal(['old']);
      expect(values(context, 'SELECT Status__c FROM Ledger__c WHERE Id = :x FOR UPDATE', row.id)).to.deep.equal([
        'new'
      ]);
    });
    await rival.end();
  });

  it('lock a row too long: the second gets the exception and its transaction goes on', async () => {
    const row = record('Ledger__c', { Key__c: 'lock-2' });
    org.committed((context) => executeDml(context, 'insert', [row], ALL));
    const lock = { sql: 'SELECT id FROM ledger__c WHERE id = $1 FOR UPDATE', parameters: [row.id] };
    const rival = await startRival(org, [lock], 'until-told', 'COMMIT');

    org.rolledBack((context) => {
      executeDml(context, 'insert', [record('Ledger__c', { Key__c: 'before' })], ALL);
      context.db.defer("SET LOCAL lock_timeout = '100ms'");
      const query = caught(() =>
        runQuery(context, 'SELECT Id FROM Ledger__c WHERE Id = :x FOR UPDATE', [row.id], SYSTEM)
      );
      expect(query.apexType).to.equal('System.QueryException');
      expect(query.message).to.match(/^Record Currently Unavailable: The record you are attempting to edit/);

      const update = record('Ledger__c', { Id: row.id, Status__c: 'x' });
      const dml = caught(() => executeDml(context, 'update', [update], ALL));
      expect(dml.message).to.equal(
        `Update failed. First exception on row 0 with id ${row.id}; first error: UNABLE_TO_LOCK_ROW, unable to obtain ` +
          `exclusive access to this record or 1 records: ${row.id}: []`
      );
      expect(values(context, 'SELECT Key__c FROM Ledger__c WHERE Key__c = :x', 'before')).to.deep.equal(['before']);
    });
    await rival.end();
  });
});
