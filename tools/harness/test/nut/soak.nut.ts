import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SCRIPT = ['--conditions=retrysafe-source', '--import=tsx', 'scripts/soak.ts'];

interface Outcome {
  readonly valid: boolean;
  readonly done: Readonly<Record<string, number>>;
  readonly errors: Readonly<Record<string, number>>;
  readonly memory: { readonly flat: boolean | null } | null;
}

function soak(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 };
    execFile(process.execPath, [...SCRIPT, ...args], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr })
    );
  });
}

describe('npm run soak', function () {
  this.timeout(240_000);

  it('works an org with everything at once, and nothing goes wrong', async () => {
    const { code, stdout, stderr } = await soak('--minutes', '0.6', '--redeploy-every', '10', '--json');
    const outcome = JSON.parse(stdout || '{}') as Outcome;

    expect(outcome.errors, stderr).to.deep.equal({});
    expect([code, outcome.valid], stderr).to.deep.equal([0, true]);
    for (const what of ['commands', 'repeated commands', 'events', 'queries', 'deploys', 'platform events']) {
      expect(outcome.done[what], what).to.be.greaterThan(0);
    }
    expect(outcome.memory?.flat ?? null, 'too short to tell').to.equal(null);
    expect(stderr).to.match(/0:\d\d of 0:36 · \d+ commands, \d+ events, \d+ queries, \d+ deploys · 0 errors · \d+ MB/);
  });

  it('tells how it is used', async () => {
    const [help, wrong] = await Promise.all([soak('--help'), soak('--minutes', 'long')]);
    expect([help.code, wrong.code]).to.deep.equal([0, 2]);
    expect(help.stdout).to.include('EXIT CODES');
    expect(wrong.stderr).to.include("--minutes must be a number from 0.1 to 1440, not 'long'");
  });
});
