import { resolve } from 'node:path';
import { runProjectTests, type ProjectTestOptions, type ProjectTestResult } from '../project-tests.js';
import { watchProjectTests } from '../watch-project.js';

export interface TestFlags {
  readonly project: string;
  readonly keepGoing?: boolean;
  readonly filter?: string;
  readonly coverage?: boolean;
  readonly json?: boolean;
  readonly permissionSet?: readonly string[];
  readonly watch?: boolean;
}

/** Exit codes of `local-org test`. */
const FAILED = 1;
const USAGE = 2;

/**
 * `local-org test`: 0 when everything compiled and passed, 1 when not, 2 when the project cannot be read. With `--watch`: 0
 * after Ctrl-C, whatever the tests said.
 */
export async function testCommand(flags: TestFlags): Promise<void> {
  const options: ProjectTestOptions = {
    project: resolve(flags.project),
    keepGoing: flags.keepGoing ?? false,
    filter: flags.filter ?? null,
    coverage: flags.coverage ?? false,
    permissionSets: flags.permissionSet ?? 'all',
    onProgress: flags.json ? () => undefined : (line) => process.stderr.write(`${line}\n`)
  };
  try {
    if (flags.watch) await watchTests(options, flags);
    else {
      const result = await runProjectTests(options);
      show(result, flags);
      process.exitCode = isGood(result, flags) ? 0 : FAILED;
    }
  } catch (error) {
    report(error instanceof Error ? error : new Error(String(error)), flags);
    process.exitCode = USAGE;
  }
}

/** Until Ctrl-C. */
async function watchTests(options: ProjectTestOptions, flags: TestFlags): Promise<void> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  await watchProjectTests(
    options,
    stop.signal,
    (result) => {
      show(result, flags);
      if (!flags.json) process.stderr.write('Waiting for changes; Ctrl-C ends.\n');
    },
    (error) => report(error, flags)
  );
}

function report({ message }: Error, flags: TestFlags): void {
  if (flags.json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
  else process.stderr.write(`local-org test: ${message}\n`);
}

/** With `--watch --json` each result is one line. */
function show(result: ProjectTestResult, { json, watch }: TestFlags): void {
  const text = json ? `${JSON.stringify(result, null, watch ? undefined : 2)}\n` : formatResult(result);
  process.stdout.write(text);
}

const isGood = (result: ProjectTestResult, flags: TestFlags): boolean =>
  result.failed === 0 && result.deployErrors.length === 0 && (flags.keepGoing || result.compileErrors.length === 0);

function formatResult(result: ProjectTestResult): string {
  const lines: string[] = [];
  for (const { file, line, column, message } of [...result.deployErrors, ...result.compileErrors]) {
    lines.push(`${file}:${line}:${column} ${message}`);
  }
  for (const failure of result.failures) {
    lines.push(`FAIL ${failure.className}.${failure.methodName}`, `  ${failure.message ?? ''}`);
    if (failure.stackTrace) lines.push(...failure.stackTrace.split('\n').map((frame) => `    ${frame}`));
  }
  for (const [name, { covered, uncovered }] of Object.entries(result.coverage ?? {}).sort()) {
    const total = covered.length + uncovered.length;
    const percent = total === 0 ? 100 : (100 * covered.length) / total;
    lines.push(
      `${percent.toFixed(0).padStart(4)} %  ${name}${uncovered.length > 0 ? `  (not covered: ${uncovered.join(', ')})` : ''}`
    );
  }
  lines.push(
    `${result.classes} classes, ${result.compiled} compiled; ${result.passed} passed, ${result.failed} failed, ` +
      `${result.skipped} skipped in ${(result.durationMs / 1000).toFixed(1)} s`
  );
  return `${lines.join('\n')}\n`;
}
