import { expect } from 'chai';
import {
  checkAcknowledgedEventsSettled,
  checkConvergence,
  VERSION_SEEN,
  checkMonotonicVersions,
  type EntityState,
  type EventState
} from '../../src/checkers/entities.js';
import { combineVerdicts, verdictOf } from '../../src/checkers/finding.js';
import { RunHistory } from '../../src/history/recorder.js';
import { HistoryBuilder, answers } from '../support/history.js';

const EXPECTED = { fields: { Status__c: 'Refunded' }, version: 4, effects: { receipts: 1 } };
const keysOf = (entityId: string): string[] => [1, 2, 3, 4].map((version) => `${entityId}:v${version}`);
const KEYS = new Map(['p1', 'p2'].map((entityId) => [entityId, keysOf(entityId)]));

function state(entityId: string, change: Partial<EntityState> = {}): EntityState {
  return { entityId, fields: { Status__c: 'Refunded' }, version: 4, effects: { receipts: 1 }, ...change };
}

function delivered(...entityIds: string[]): HistoryBuilder {
  const history = new HistoryBuilder();
  for (const key of entityIds.flatMap(keysOf)) history.attempt(key, key, answers.created());
  return history;
}

describe('convergence', () => {
  it('accepts equal records', () => {
    const { entries } = delivered('p1', 'p2');

    expect(checkConvergence(entries, [state('p1'), state('p2')], KEYS, EXPECTED)).to.be.empty;
  });

  for (const [name, change, message] of [
    ['an older state', { fields: { Status__c: 'Succeeded' } }, 'Status__c is "Succeeded"'],
    ['an older version', { version: 3 }, 'the version is 3, not 4'],
    ['a second receipt', { effects: { receipts: 2 } }, '2 receipts, not 1'],
    ['no receipt', { effects: {} }, '0 receipts, not 1']
  ] as const) {
    it(`catches ${name}, with the deliveries of that entity only`, () => {
      const { entries } = delivered('p1', 'p2');

      const [finding, ...rest] = checkConvergence(entries, [state('p1'), state('p2', change)], KEYS, EXPECTED);

      expect(rest).to.be.empty;
      expect(finding?.message).to.contain(message);
      expect(finding?.evidence).to.have.length(8);
      expect(finding?.evidence.every((entry) => entry.index >= 8)).to.equal(true);
    });
  }

  it('catches a record that is not there', () => {
    const [finding] = checkConvergence(delivered('p1', 'p2').entries, [state('p1')], KEYS, EXPECTED);

    expect(finding).to.include({ kind: 'violation', key: 'p2', message: 'there is no record.' });
  });

  it('cannot tell about an entity whose events were not all acknowledged', () => {
    const history = delivered('p1');
    for (const key of keysOf('p2')) {
      history.attempt(key, key, key.endsWith('v4') ? answers.invalid() : answers.created());
    }

    const [finding, ...rest] = checkConvergence(
      history.entries,
      [state('p1'), state('p2', { version: 3 })],
      KEYS,
      EXPECTED
    );

    expect(rest).to.be.empty;
    expect(finding).to.include({ kind: 'inconclusive', key: 'p2' });
    expect(finding?.message).to.contain('1 of 4').and.to.contain('400 INVALID_REQUEST');
  });
});

describe('acknowledged events are settled', () => {
  const SETTLED = ['Processed', 'Stale'];
  const OPEN = ['Received', 'Processing', 'Retry Scheduled'];
  const event = (key: string, status: string): EventState => ({ key, status, entityId: 'p', version: 1 });

  it('accepts processed and stale events, and lost deliveries that are not there', () => {
    const { entries } = new HistoryBuilder()
      .attempt('e1', '', answers.created())
      .attempt('e2', '', answers.created())
      .attempt('e3', '', answers.lost());

    expect(checkAcknowledgedEventsSettled(entries, [event('e1', 'Processed'), event('e2', 'Stale')], SETTLED, OPEN)).to
      .be.empty;
  });

  for (const [name, events, message] of [
    ['lost after it was acknowledged', [], 'does not hold it'],
    ['stored twice', [event('e1', 'Processed'), event('e1', 'Processed')], '2 times'],
    ['left unfinished', [event('e1', 'Received')], 'is Received'],
    ['given up', [event('e1', 'Dead Letter')], 'is Dead Letter']
  ] as const) {
    it(`catches an event that was ${name}`, () => {
      const { entries } = new HistoryBuilder().attempt('e1', '', answers.created());

      expect(checkAcknowledgedEventsSettled(entries, events, SETTLED, OPEN)[0]?.message).to.contain(message);
    });
  }
});

describe('events that are still open', () => {
  it('are not called lost: the wait may have been too short', () => {
    const { entries } = new HistoryBuilder().attempt('e1', '', answers.created());
    const check = (status: string) =>
      verdictOf(
        checkAcknowledgedEventsSettled(
          entries,
          [{ key: 'e1', status, entityId: 'p', version: 1 }],
          ['Processed'],
          ['Received']
        )
      );

    expect(check('Received')).to.equal('unknown');
    expect(check('Dead Letter')).to.equal('invalid');
  });
});

describe('versions are monotonic', () => {
  function seen(...sightings: [entityId: string, version: number][]) {
    const recorder = new RunHistory().recorder('by-hand');
    for (const [entityId, version] of sightings) recorder.remark(VERSION_SEEN, { version }, entityId);
    return recorder.entries();
  }

  it('accepts versions that grow or stay', () => {
    expect(checkMonotonicVersions(seen(['p', 1], ['p', 2], ['p', 2], ['q', 1], ['p', 4]))).to.be.empty;
  });

  it('catches a version that went back, and shows both sightings', () => {
    const [finding, ...rest] = checkMonotonicVersions(seen(['p', 3], ['q', 1], ['p', 2], ['p', 4]));

    expect(rest).to.be.empty;
    expect(finding).to.include({ kind: 'violation', key: 'p' });
    expect(finding?.evidence.map((entry) => entry.index)).to.deep.equal([0, 2]);
  });
});

describe('verdicts', () => {
  it('are valid only without any finding', () => {
    const finding = { checker: 'c', message: 'm', evidence: [] };

    expect(verdictOf([])).to.equal('valid');
    expect(verdictOf([{ ...finding, kind: 'inconclusive' }])).to.equal('unknown');
    expect(
      verdictOf([
        { ...finding, kind: 'inconclusive' },
        { ...finding, kind: 'violation' }
      ])
    ).to.equal('invalid');
  });

  it('combine to the worst, and no verdict at all proves nothing', () => {
    expect(combineVerdicts(['valid', 'valid'])).to.equal('valid');
    expect(combineVerdicts(['valid', 'unknown'])).to.equal('unknown');
    expect(combineVerdicts(['unknown', 'invalid', 'valid'])).to.equal('invalid');
    expect(combineVerdicts([])).to.equal('unknown');
  });
});
