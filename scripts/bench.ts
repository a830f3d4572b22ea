/**
 * `npm run bench`: measures speed and memory against bars, one benchmark after the other. A machine that does other work
 * meanwhile makes the figures worse than they are.
 *
 *   npm run bench                  every `*.bench.ts` in a package's bench folder
 *   npm run bench -- ledger        those whose name holds one of the words
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { toolFolders } from './testing/files.js';
import { NODE_OPTIONS, ROOT } from './testing/processes.js';

const ENDING = '.bench.ts';

function benchmarks(words: readonly string[]): string[] {
  const all = toolFolders()
    .map((folder) => join(folder, 'bench'))
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(ENDING));
  const chosen = words.length === 0 ? all : all.filter((path) => words.some((word) => basename(path).includes(word)));
  if (chosen.length > 0) return chosen;
  const names = all.map((path) => basename(path, ENDING)).join(', ');
  process.stderr.write(`There is no benchmark of that name. There are: ${names}.\n`);
  process.exit(2);
}

/** @returns exit code; 1 when a signal ended the benchmark. */
function run(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_OPTIONS, path], { cwd: ROOT, stdio: 'inherit', windowsHide: true });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

// The terminal sends Ctrl-C to the benchmark, too, which cleans up; the rest is not begun.
let interrupted = false;
process.on('SIGINT', () => (interrupted = true));

let failed = 0;
for (const path of benchmarks(process.argv.slice(2))) {
  if (interrupted) break;
  process.stdout.write(`▸ ${basename(path, ENDING)}\n`);
  if ((await run(path)) !== 0) failed++;
}
if (interrupted) process.exit(130);
process.stdout.write(failed === 0 ? 'All bars hold.\n' : `${failed} of the benchmarks missed a bar.\n`);
process.exitCode = failed === 0 ? 0 : 1;
