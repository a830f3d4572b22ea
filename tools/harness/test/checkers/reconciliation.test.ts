import { expect } from 'chai';
import { verdictOf } from '../../src/checkers/finding.js';
import { CONSISTENT, checkClassesFound, checkRepaired, type FindingRow } from '../../src/checkers/reconciliation.js';
import { dispatchRow } from '../support/remote.js';

const KEY = 'fulfil:A';
const finding = (change: Partial<FindingRow> = {}): FindingRow => ({
  workKey: KEY,
  classification: 'Missing Downstream',
  status: 'Resolved',
  repairs: 1,
  ...change
});

describe('the classes that reconciliation finds', () => {
  const verdict = (planted: string, ...findings: FindingRow[]): string =>
    verdictOf(checkClassesFound(new Map([[KEY, planted]]), findings));

  it('are those that were planted', () => {
    expect(verdict('Missing Downstream', finding())).to.equal('valid');
    expect(verdict(CONSISTENT)).to.equal('valid');
  });

  it('are caught when one is missed, invented, misnamed or found twice', () => {
    expect(verdict('Missing Downstream')).to.equal('invalid');
    expect(verdict(CONSISTENT, finding())).to.equal('invalid');
    expect(verdict('Conflicting', finding())).to.equal('invalid');
    expect(verdict('Missing Downstream', finding(), finding())).to.equal('invalid');
  });
});

describe('what reconciliation repaired', () => {
  const expected = new Map([[KEY, 'Missing Downstream']]);
  const verdict = (findings: FindingRow[], row = dispatchRow(), resources = [{ key: KEY, id: 'F-1' }]): string =>
    verdictOf(checkRepaired(expected, findings, [row], resources));

  it('agrees on all sides', () => {
    expect(verdict([finding()])).to.equal('valid');
    expect(verdict([])).to.equal('valid');
  });

  it('is caught when it was done twice, not at all, or is still open', () => {
    expect(verdict([finding({ status: 'Proposed' })])).to.equal('invalid');
    expect(verdict([finding({ repairs: 2 })])).to.equal('invalid');
    expect(verdict([finding()], dispatchRow({ status: 'Exhausted' }))).to.equal('invalid');
    expect(verdict([finding()], dispatchRow({ remoteId: 'F-9' }))).to.equal('invalid');
    expect(verdict([finding()], dispatchRow(), [])).to.equal('invalid');
    const twice = [
      { key: KEY, id: 'F-1' },
      { key: KEY, id: 'F-2' }
    ];
    expect(verdict([finding()], dispatchRow(), twice)).to.equal('invalid');
  });
});
