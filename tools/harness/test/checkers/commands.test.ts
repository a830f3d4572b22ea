import { expect } from 'chai';
import { checkCommandsDone } from '../../src/checkers/commands.js';
import { verdictOf } from '../../src/checkers/finding.js';
import { HistoryBuilder, answers } from '../support/history.js';

describe('commands that are to be done', () => {
  const effect = { key: 'k', id: 'a1', fields: {} };
  const row = { key: 'k', status: 'Succeeded', conflicts: 0 };
  const body = (recordId: string) =>
    JSON.stringify({ operation: 'create-order', idempotencyKey: 'k', state: 'Succeeded', recordId, result: {} });
  const FIRST = body('a00000000000001AAA');
  const history = () =>
    new HistoryBuilder().attempt('k', 'A', answers.created(FIRST)).attempt('k', 'A', answers.replayed(FIRST));

  it('are done once each, with one outcome', () => {
    expect(verdictOf(checkCommandsDone(history().entries, [effect]))).to.equal('valid');
  });

  it('are caught when they are done twice, lost, made up, or answered in two ways', () => {
    const { entries } = history();
    const other = { ...effect, key: 'other' };
    const twoWays = history().attempt('k', 'A', answers.replayed(body('a00000000000002AAA'))).entries;

    expect(verdictOf(checkCommandsDone(entries, [effect, { ...effect, id: 'a2' }]))).to.equal('invalid');
    expect(verdictOf(checkCommandsDone(entries, []))).to.equal('invalid');
    expect(verdictOf(checkCommandsDone(entries, [effect, other]))).to.equal('invalid');
    expect(verdictOf(checkCommandsDone(twoWays, [effect]))).to.equal('invalid');
  });

  it('are not proved by attempts without an answer', () => {
    const lost = new HistoryBuilder().attempt('k', 'A', answers.lost()).entries;

    expect(verdictOf(checkCommandsDone(lost, []))).to.equal('unknown');
  });

  it('agree with the ledger, where it is looked at', () => {
    expect(verdictOf(checkCommandsDone(history().entries, [effect], [row]))).to.equal('valid');
    expect(verdictOf(checkCommandsDone(history().entries, [effect], []))).to.equal('invalid');
  });
});
