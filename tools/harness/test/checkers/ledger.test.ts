import { expect } from 'chai';
import { checkConflictsCounted, checkLedger, type LedgerRow } from '../../src/checkers/ledger.js';
import { checkOneFirstPerKey } from '../../src/checkers/outcomes.js';
import { HistoryBuilder, answers } from '../support/history.js';

const row = (change: Partial<LedgerRow> = {}): LedgerRow => ({
  key: 'k',
  status: 'Succeeded',
  conflicts: 0,
  ...change
});

describe('the ledger after a run', () => {
  const done = (): HistoryBuilder => new HistoryBuilder().attempt('k', 'A', answers.created());

  it('holds one row in the state that was answered', () => {
    expect(checkLedger(done().entries, [row()])).to.be.empty;
    const rejected = new HistoryBuilder().attempt('k', 'A', answers.rejected());
    expect(checkLedger(rejected.entries, [row({ status: 'Rejected' })])).to.be.empty;
  });

  for (const [name, rows, message] of [
    ['two rows for one key', [row(), row()], '2 rows for one key'],
    ['no row for a final answer', [], 'does not know the key'],
    ['a row in another state than was answered', [row({ status: 'Processing' })], 'Processing']
  ] as const) {
    it(`must not hold ${name}`, () => {
      const [finding] = checkLedger(done().entries, rows);

      expect(finding).to.include({ kind: 'violation', key: 'k' });
      expect(finding?.message).to.contain(message);
    });
  }
});

describe('conflicts in the ledger', () => {
  const refused = (): HistoryBuilder =>
    new HistoryBuilder().attempt('k', 'A', answers.created()).attempt('k', 'B', answers.conflict());

  it('are counted; an attempt whose answer was lost may be one more', () => {
    expect(checkConflictsCounted(refused().entries, [row({ conflicts: 1 })])).to.be.empty;
    const unsure = refused().attempt('k', 'B', answers.lost());
    for (const conflicts of [1, 2]) expect(checkConflictsCounted(unsure.entries, [row({ conflicts })])).to.be.empty;
  });

  it('that are counted too seldom or too often are a violation', () => {
    for (const conflicts of [0, 2]) {
      expect(checkConflictsCounted(refused().entries, [row({ conflicts })])[0]?.kind).to.equal('violation');
    }
  });
});

describe('deliveries with one key', () => {
  it('are new once', () => {
    const once = new HistoryBuilder().attempt('k', 'A', answers.created()).attempt('k', 'A', answers.replayed());
    expect(checkOneFirstPerKey(once.entries)).to.be.empty;

    const twice = once.attempt('k', 'A', answers.created());
    expect(checkOneFirstPerKey(twice.entries)[0]?.message).to.contain('2 deliveries');
  });
});
