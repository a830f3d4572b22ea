import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './support.js';

const COPY = { recursive: true } as const;
const HARNESS = join(ROOT, 'tools', 'harness');

/** Functions that judge, in the folders of the checkers and of the scenarios. */
const JUDGES = /^(?:export )?function ((?:check|verdict|combineVerdicts)\w*)\([^{]*?\): (Finding\[\]|Verdict) \{$/gms;

/** Mistakes of a judge, with what each makes it return. */
const MISTAKES = {
  valid: { 'Finding[]': '[]', Verdict: `'valid'` },
  invalid: {
    'Finding[]': `[{ checker: 'mutant', kind: 'violation', message: 'mutant', evidence: [] }]`,
    Verdict: `'invalid'`
  }
} as const;

/**
 * A checker that finds nothing is the worst mistake that a harness can have: everything looks valid. One that always
 * complains is the next: nobody believes it. Each is planted in a copy, in turn, and the checkers' own tests must fail:
 * so each checker has been shown a history that is legal and one that is not.
 */
describe('a checker that always says the same', function () {
  this.timeout(300_000);
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'mutants-'))));
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  it('is caught by the tests of the checkers, whichever it is and whatever it says', async () => {
    const copy = join(folder, 'tools', 'harness');
    for (const name of ['src', 'test', 'package.json']) await cp(join(HARNESS, name), join(copy, name), COPY);
    for (const name of ['config', 'sfdx-project.json']) await cp(join(ROOT, name), join(folder, name), COPY);
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const judges = [...(await plant(join(copy, 'src', 'checkers'))), ...(await plant(join(copy, 'src', 'scenarios')))];
    const mutants = judges.flatMap((name) => Object.keys(MISTAKES).map((mistake) => `${name}: ${mistake}`));
    await writeFile(join(copy, 'run.mts'), RUNNER);

    const survivors = JSON.parse(await runNode(copy, ['run.mts', ...mutants])) as string[];

    expect(judges).to.include.members(['checkOneEffectPerKey', 'checkConvergence', 'verdictOf', 'checkToldToWait']);
    expect(judges).to.have.length(new Set(judges).size);
    expect(survivors, 'checkers whose failure no test notices').to.deep.equal([]);
  });

  function runNode(cwd: string, args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['--conditions=retrysafe-source', '--import=tsx', ...args], {
        cwd,
        stdio: ['ignore', 'pipe', 'inherit']
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.on('error', reject);
      child.on('close', () => resolve(output.trim().split('\n').at(-1) ?? ''));
    });
  }
});

/** Makes every judge of a folder one that can be switched to say the same always. Gives their names. */
async function plant(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const file of await readdir(folder)) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const planted = text.replace(JUDGES, (head, name: string, type: 'Finding[]' | 'Verdict') => {
      names.push(name);
      const lines = Object.entries(MISTAKES).map(
        ([mistake, returned]) =>
          `  if ((globalThis as { mutant?: string }).mutant === '${name}: ${mistake}') return ${returned[type]};`
      );
      return [head, ...lines].join('\n');
    });
    await writeFile(path, planted);
  }
  return names;
}

/** Loads the tests once and runs them with each mutant; prints the names of those that no test notices. */
const RUNNER = `
import Mocha from 'mocha';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const mocha = new Mocha({ reporter: class {} as never, timeout: 20_000 });
mocha.cleanReferencesAfterRun(false).bail(true);
for (const folder of ['test/checkers', 'test/scenarios']) {
  for (const file of readdirSync(folder)) if (file.endsWith('.test.ts')) mocha.addFile(resolve(folder, file));
}
await mocha.loadFilesAsync();
// What is said about every scenario at once is no history of one checker, and takes long.
mocha.grep(/^(?!scenarios )/);
const failures = (mutant: string): Promise<number> => {
  (globalThis as { mutant?: string }).mutant = mutant;
  return new Promise((done) => mocha.run(done as (failures: number) => void));
};
if ((await failures('')) > 0) throw new Error('The tests of the checkers fail without any mutant.');
const survivors: string[] = [];
for (const mutant of process.argv.slice(2)) if ((await failures(mutant)) === 0) survivors.push(mutant);
console.log(JSON.stringify(survivors));
process.exit(0);
`;
