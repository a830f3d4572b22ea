import { expect } from 'chai';
import { judge, judgeKnown } from '../testing/apexStep.js';

describe('the Apex part of npm test', () => {
  const good = { deployErrors: [], compileErrors: [], passed: 3, failed: 0, skipped: 1, failures: [] };
  const error = { file: 'A.cls', line: 1, column: 2, message: 'Variable does not exist: x' };

  it('counts what the local org counted', () => {
    expect(judge(good, 0)).to.deep.equal({ passed: 3, failed: 0, skipped: 1 });
  });

  it('counts what does not compile as failed', () => {
    expect(judge({ ...good, compileErrors: [error], deployErrors: [error] }, 1).failed).to.equal(2);
  });

  it('does not believe a report without tests, nor one that the exit code contradicts', () => {
    expect(judge({ ...good, passed: 0 }, 0).failed).to.equal(1);
    expect(judge(good, 1).failed).to.equal(1);
    expect(judge(good, null).failed).to.equal(1);
  });
});

describe('the conformance part of npm test', () => {
  const failure = (methodName: string): never =>
    ({ className: 'A', methodName, message: 'differs', stackTrace: null }) as never;
  const report = {
    deployErrors: [],
    compileErrors: [],
    passed: 3,
    failed: 1,
    skipped: 0,
    failures: [failure('known')]
  };
  const known = { 'A.known': 'the local org rounds otherwise' };

  it('leaves out what is known to fail, and nothing else', () => {
    expect(judgeKnown(report, 1, known)).to.deep.equal({ passed: 3, failed: 0, skipped: 1 });
    const more = { ...report, failed: 2, failures: [...report.failures, failure('unknown')] };
    expect(judgeKnown(more, 1, known)).to.deep.equal({ passed: 3, failed: 1, skipped: 1 });
  });

  it('fails for a known failure that passes', () => {
    const passing = { ...report, passed: 4, failed: 0, failures: [] };
    expect(judgeKnown(passing, 0, known).failed).to.equal(1);
  });

  it('does not hide a project that does not deploy', () => {
    const error = { file: 'A.cls', line: 1, column: 2, message: 'Variable does not exist: x' };
    expect(judgeKnown({ ...report, compileErrors: [error] }, 1, known).failed).to.be.greaterThan(0);
  });
});
