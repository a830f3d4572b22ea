import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { endProcess, isRunning, nodeArguments, readyLineOf } from '../../src/run/childProcess.js';
import { HarnessError } from '../../src/run/errors.js';

const STARTING = { what: 'The test', action: 'Look at it.', limitMs: 20_000 };

function node(script: string): ChildProcess {
  return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('a process beside the harness', function () {
  this.timeout(30_000);

  it('is ready when it prints a line of JSON, and ends when it is told to', async () => {
    const child = node(`console.log('{"url":"u"}'); setInterval(() => console.log('more'), 5)`);

    expect(await readyLineOf(child, STARTING)).to.deep.equal({ url: 'u' });
    expect(isRunning(child)).to.equal(true);
    await endProcess(child, 'SIGTERM');
    expect(isRunning(child)).to.equal(false);
    await endProcess(child, 'SIGTERM');
  });

  for (const [name, script, limitMs, reason] of [
    ['ends', 'process.exit(7)', 20_000, 'exit code 7'],
    ['says something else', `console.log('hello'); setInterval(() => 0, 1000)`, 20_000, 'JSON'],
    ['says nothing', 'setInterval(() => 0, 1000)', 300, 'nothing for 0.3 s']
  ] as const) {
    it(`that ${name} instead did not start, and is gone`, async () => {
      const child = node(script);
      const error = await readyLineOf(child, { ...STARTING, limitMs }).catch((thrown: unknown) => thrown);

      expect(error).to.be.instanceOf(HarnessError);
      expect((error as HarnessError).message)
        .to.match(/^The test did not start: /)
        .and.to.contain(reason);
      expect((error as HarnessError).actions).to.deep.equal(['Look at it.']);
      await endProcess(child, 'SIGKILL');
      expect(isRunning(child)).to.equal(false);
    });
  }

  it('is found from source and built', () => {
    expect(nodeArguments('file:///a/b/process.js', 'entry')).to.have.length(1);
    expect(nodeArguments('file:///a/b/process.ts', 'entry').at(-1)).to.match(/entry\.ts$/);
    expect(nodeArguments('file:///a/b/process.ts', 'entry')).to.include('--import=tsx');
  });
});
