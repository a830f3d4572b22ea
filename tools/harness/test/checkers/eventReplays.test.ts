import { expect } from 'chai';
import {
  BEFORE_REPLAY,
  checkEventReplays,
  checkReasonDemanded,
  WITHOUT_REASON
} from '../../src/checkers/eventReplays.js';
import { verdictOf } from '../../src/checkers/finding.js';
import type { ReplayRow } from '../../src/checkers/replays.js';
import { RunHistory } from '../../src/history/recorder.js';

const GOOD: ReplayRow = {
  kind: 'Event',
  workKey: 'k',
  reason: 'mended',
  operator: 'ann@example.com',
  previousStatus: 'Dead Letter'
};
const EXPECTED = [{ key: 'k', previousStatus: 'Dead Letter' }];

function judged(replays: readonly ReplayRow[], before: string | undefined = 'Dead Letter'): string {
  const recorder = new RunHistory().recorder('by-hand');
  if (before !== undefined) recorder.remark(BEFORE_REPLAY, { status: before }, 'k');
  const audit = { replays, operator: 'ann@example.com' };
  return verdictOf(checkEventReplays(recorder.entries(), EXPECTED, 'mended', audit));
}

describe('replays of events', () => {
  it('are in the audit once, with who, why and from which state', () => {
    expect(judged([GOOD])).to.equal('valid');
    expect(judged([])).to.equal('invalid');
    expect(judged([GOOD, GOOD])).to.equal('invalid');
    expect(judged([{ ...GOOD, kind: 'Dispatch' }])).to.equal('invalid');
    expect(judged([{ ...GOOD, reason: '' }])).to.equal('invalid');
    expect(judged([{ ...GOOD, operator: 'bob@example.com' }])).to.equal('invalid');
    expect(judged([{ ...GOOD, previousStatus: 'Received' }])).to.equal('invalid');
    expect(judged([GOOD, { ...GOOD, workKey: 'other' }])).to.equal('invalid');
  });

  it('prove nothing about events that were not in the expected state', () => {
    expect(judged([GOOD], 'Retry Scheduled')).to.equal('unknown');
    const nothing = checkEventReplays([], EXPECTED, 'mended', { replays: [], operator: 'ann@example.com' });
    expect(verdictOf(nothing)).to.equal('unknown');
  });

  it('need a reason', () => {
    const asked = (refused: boolean): string => {
      const recorder = new RunHistory().recorder('by-hand');
      recorder.remark(WITHOUT_REASON, { refused });
      return verdictOf(checkReasonDemanded(recorder.entries()));
    };
    expect(asked(true)).to.equal('valid');
    expect(asked(false)).to.equal('invalid');
    expect(verdictOf(checkReasonDemanded([]))).to.equal('unknown');
  });
});
