import { expect } from 'chai';
import { RunHistory } from '../../src/history/recorder.js';
import { newProgress } from '../../src/run/progress.js';
import { Counter, describeCounts } from '../../src/run/scenarioProgress.js';

describe('progress', () => {
  function record(isTTY: boolean): { text: string[]; progress: ReturnType<typeof newProgress> } {
    const text: string[] = [];
    return { text, progress: newProgress({ isTTY, columns: 200, write: (part) => text.push(part) }) };
  }

  it('is a bar that moves on a terminal', () => {
    const { text, progress } = record(true);
    progress.step('concurrent-duplicates', 0.5);
    progress.detail('12 attempts');

    expect(text.at(-1)).to.contain('████████░░░░░░░░  50 % concurrent-duplicates · 12 attempts');
  });

  it('is a line a step in a log', () => {
    const { text, progress } = record(false);
    progress.step('concurrent-duplicates', 0.5);
    progress.detail('12 attempts');
    progress.done('concurrent-duplicates: valid');

    expect(text).to.deep.equal(['… concurrent-duplicates\n', 'concurrent-duplicates: valid\n']);
  });

  it('counts attempts, duplicates and faults as they come', () => {
    const recorder = new RunHistory().recorder('s');
    const counter = new Counter(recorder);
    const start = { client: 1, operation: 'o', key: 'k', attempt: 1, body: '' };
    recorder.complete(recorder.invoke(start), { kind: 'ok', replayed: false });
    expect(counter.count()).to.deep.equal({ attempts: 1, duplicates: 0, faults: 0 });

    recorder.complete(recorder.invoke(start), { kind: 'ok', replayed: true });
    recorder.remark('fault', { fault: 'pass' });
    recorder.remark('fault', { fault: 'drop-response' });

    expect(describeCounts(counter.count())).to.equal('2 attempts, 1 duplicates, 1 faults');
    expect(describeCounts({ attempts: 3, duplicates: 0, faults: 0 })).to.equal('3 attempts');
  });
});
