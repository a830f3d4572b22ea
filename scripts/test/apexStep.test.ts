import { expect } from 'chai';
import { judge } from '../testing/apexStep.js';

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
