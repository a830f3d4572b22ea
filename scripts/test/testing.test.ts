import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { testFiles } from '../testing/files.js';
import { NODE_OPTIONS, commandScript, runNode } from '../testing/processes.js';
import { add, summaryLine } from '../testing/step.js';

describe('npm test', () => {
  it('adds up what its parts counted', () => {
    const total = add({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 });

    expect(summaryLine(total)).to.equal('11 passed, 22 failed, 33 skipped');
  });

  it('finds the tests of the tools and of the scripts, and keeps quick and slow ones apart', () => {
    const files = testFiles('.test.ts').map((path) => path.replaceAll('\\', '/'));

    expect(files).to.include('scripts/test/testing.test.ts').and.to.include('tools/contracts/test/answers.test.ts');
    expect(files.filter((path) => path.includes('.nut.'))).to.be.empty;
  });

  it('runs the commands of packages without a shell', () => {
    expect(existsSync(commandScript('typescript', 'tsc'))).to.equal(true);
    expect(() => commandScript('typescript', 'nope')).to.throw('no command nope');
    expect(() => commandScript('no-such-package', 'x')).to.throw('npm ci');
  });

  it('fails when a part of it is unknown', async () => {
    const { code, output } = await runNode([...NODE_OPTIONS, 'scripts/test.ts', 'nope']);

    expect(code).to.equal(2);
    expect(output).to.contain("no part 'nope'").and.to.contain('unit');
  });
});
