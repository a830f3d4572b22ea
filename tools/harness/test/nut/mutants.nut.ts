import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './support.js';

const COPY = { recursive: true } as const;
const HARNESS = join(ROOT, 'tools', 'harness');

/** Functions whose mistake would make every run valid, with what the mistake returns. */
const JUDGES = /^export function ((?:check|verdict|combineVerdicts)\w*)\([^{]*?\): (Finding\[\]|Verdict) \{$/gms;

/**
 * A checker that finds nothing is the worst mistake that a harness can have: everything looks valid. Each one is planted
 * in a copy, in turn, and the checkers' own tests must fail.
 */
describe('a checker that always says valid', function () {
  this.timeout(120_000);
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'mutants-'))));
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  it('is caught by the tests of the checkers, whichever it is', async () => {
    const copy = join(folder, 'tools', 'harness');
    for (const name of ['src', 'test', 'package.json']) await cp(join(HARNESS, name), join(copy, name), COPY);
    for (const name of ['config', 'sfdx-project.json']) await cp(join(ROOT, name), join(folder, name), COPY);
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const mutants = await plant(join(copy, 'src', 'checkers'));
    await writeFile(join(copy, 'run.mts'), RUNNER);

    const survivors = JSON.parse(await runNode(copy, ['run.mts', ...mutants])) as string[];

    expect(mutants).to.include.members(['checkOneEffectPerKey', 'checkConvergence', 'verdictOf']);
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

/** Makes every judge of a folder one that can be switched to say valid. Gives their names. */
async function plant(checkers: string): Promise<string[]> {
  const names: string[] = [];
  for (const file of await readdir(checkers)) {
    const path = join(checkers, file);
    const text = await readFile(path, 'utf8');
    const planted = text.replace(JUDGES, (head, name: string, type: string) => {
      names.push(name);
      const valid = type === 'Verdict' ? `'valid'` : '[]';
      return `${head}\n  if ((globalThis as { mutant?: string }).mutant === '${name}') return ${valid};`;
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
