import { expect } from 'chai';
import { consoleMain } from '../src/cli.js';

describe('npm run console', () => {
  async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const said = { stdout: '', stderr: '' };
    const before = { stdout: process.stdout.write, stderr: process.stderr.write };
    for (const stream of ['stdout', 'stderr'] as const) {
      process[stream].write = (text: string | Uint8Array) => {
        said[stream] += String(text);
        return true;
      };
    }
    try {
      return { code: await consoleMain(args), ...said };
    } finally {
      process.stdout.write = before.stdout;
      process.stderr.write = before.stderr;
    }
  }

  it('explains itself', async () => {
    const { code, stdout } = await run('--help');
    expect(code).to.equal(0);
    expect(stdout).to.match(/^Usage: npm run console/);
  });

  it('refuses what it does not know before it starts anything', async () => {
    for (const [args, problem] of [
      [['--port', 'eighty'], "'eighty' is no port."],
      [['--port', '70000'], "'70000' is no port."],
      [['--colour'], "Unknown option '--colour'"]
    ] as const) {
      const { code, stderr } = await run(...args);
      expect(code).to.equal(2);
      expect(stderr).to.contain(problem).and.contain('Usage:');
    }
  });
});
