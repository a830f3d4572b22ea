/**
 * Checks the Apex of the project with PMD as Salesforce Code Analyzer ships it, and prints the violations.
 *
 *   node --import tsx scripts/pmd.ts [--json] [path ...]
 *
 * Severities are those of Code Analyzer (1 critical … 5 info). The exit code is 1 when there is a violation of severity
 * 1 to 3, 2 when PMD could not run (no Java 11 or later, a broken rule set).
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const RULE_SET = join(ROOT, 'config', 'pmd-ruleset.xml');
const WRAPPER = 'com.salesforce.sfca.pmdwrapper.PmdWrapper';
const BLOCKING = 3;

const require = createRequire(import.meta.url);
const ENGINE = dirname(require.resolve('@salesforce/code-analyzer-pmd-engine'));

interface Violation {
  rule: string;
  message: string;
  codeLocation: { file: string; startLine: number; startCol: number };
}

interface RunResults {
  violations: Violation[];
  processingErrors: { file: string; message: string }[];
}

interface Finding {
  severity: number;
  rule: string;
  file: string;
  line: number;
  column: number;
  message: string;
}

/** Rules without a mapping are our own choice and block. */
function severities(): Map<string, number> {
  const { RULE_MAPPINGS } = require(join(ENGINE, 'pmd-rule-mappings.js')) as {
    RULE_MAPPINGS: Record<string, { severity: number }>;
  };
  return new Map(Object.entries(RULE_MAPPINGS).map(([rule, mapping]) => [rule, mapping.severity]));
}

async function apexFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(cls|trigger)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function java(args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn('java', ['-cp', join(ENGINE, 'java-lib', '*'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    child.on('error', (error) => {
      fail(new Error(`Java could not be started (${error.message}). Install Java 11 or later and put it on the PATH.`));
    });
    child.on('close', (code) => {
      const problem = /^\[Error\] (.*)$/m.exec(output)?.[1]?.replaceAll('{NEWLINE}', '\n');
      if (problem !== undefined) fail(new Error(problem));
      else if (code !== 0) fail(new Error(`PMD ended with exit code ${String(code)}:\n${output}`));
      else done();
    });
  });
}

async function run(files: string[]): Promise<Finding[]> {
  const work = await mkdtemp(join(tmpdir(), 'retrysafe-pmd-'));
  try {
    const input = join(work, 'input.json');
    const output = join(work, 'output.json');
    await writeFile(
      input,
      JSON.stringify({ ruleSetInputFile: RULE_SET, runDataPerLanguage: { apex: { filesToScan: files } } })
    );
    await java([WRAPPER, 'run', input, output]);
    const results = JSON.parse(await readFile(output, 'utf8')) as RunResults;
    if (results.processingErrors.length > 0) {
      throw new Error(results.processingErrors.map((error) => `${error.file}: ${error.message}`).join('\n'));
    }
    const severityOf = severities();
    return results.violations.map(({ rule, message, codeLocation: { file, startLine, startCol } }) => ({
      severity: severityOf.get(rule) ?? 1,
      rule,
      file: relative(ROOT, file),
      line: startLine,
      column: startCol,
      message
    }));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
  const paths = positionals.length > 0 ? positionals.map((path) => resolve(path)) : [join(ROOT, 'force-app')];
  const files = (await Promise.all(paths.map(apexFiles))).flat();
  const findings = (await run(files)).sort((a, b) => a.severity - b.severity || a.file.localeCompare(b.file));
  const blocking = findings.filter((finding) => finding.severity <= BLOCKING).length;
  if (values.json === true) {
    process.stdout.write(`${JSON.stringify({ files: files.length, blocking, findings }, null, 2)}\n`);
  } else {
    for (const { severity, file, line, column, rule, message } of findings) {
      process.stdout.write(`${String(severity)}  ${file}:${String(line)}:${String(column)}  ${rule}  ${message}\n`);
    }
    process.stdout.write(
      `${String(files.length)} files, ${String(findings.length)} violations, ${String(blocking)} of severity 1 to 3\n`
    );
  }
  return blocking > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`PMD could not check the Apex: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
