import { resolve } from 'node:path';
import { runProjectTests, type ProjectTestResult } from '../project-tests.js';

export interface TestFlags {
  readonly project: string;
  readonly keepGoing?: boolean;
  readonly filter?: string;
  readonly coverage?: boolean;
  readonly json?: boolean;
}

/** Exit codes of `local-org test`. */
const FAILED = 1;
const USAGE = 2;

/** `local-org test`: 0 when everything compiled and passed, 1 when not, 2 when the project cannot be read. */
export async function testCommand(flags: TestFlags): Promise<void> {
  let result: ProjectTestResult;
  try {
    result = await runProjectTests({
      project: resolve(flags.project),
      keepGoing: flags.keepGoing ?? false,
      filter: flags.filter ?? null,
      coverage: flags.coverage ?? false,
      onProgress: flags.json ? () => undefined : (line) => process.stderr.write(`${line}\n`)
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (flags.json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
    else process.stderr.write(`local-org test: ${message}\n`);
    process.exitCode = USAGE;
    return;
  }
  process.stdout.write(flags.json ? `${JSON.stringify(result, null, 2)}\n` : formatResult(result));
  const good =
    result.failed === 0 && result.deployErrors.length === 0 && (flags.keepGoing || result.compileErrors.length === 0);
  process.exitCode = good ? 0 : FAILED;
}

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
