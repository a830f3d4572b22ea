import { parseArgs } from 'node:util';
import { EXIT_CODES, exitCodeOf } from '../cli/exitCodes.js';
import { HarnessError, UsageError } from '../run/errors.js';
import { newProgress } from '../run/progress.js';
import { findProject } from '../run/project.js';
import { proveReconciliation, type ReconcileProofOptions } from './reconcileProof.js';
import type { ProofResult } from './dispatchProof.js';

const HELP = `Proves reconciliation at length: many commands and dispatches, some of which are made to disagree with the other side
or with their records. All are found, nothing is invented, all are repaired once, and a second run finds nothing.

USAGE
  npm run reconcile-proof -- [options]

OPTIONS
  --subjects NUMBER   Commands and dispatches together. Default: 10000.
  --planted NUMBER    Mismatches of each class. Default: 50.
  --json              Print the result as JSON.
  -h, --help          Show this.

EXIT CODES
  0  all were found and repaired, and nothing else
  1  something was missed, invented, not repaired, or done twice
  2  bad usage: nothing was run
  3  it could not be told
`;

/**
 * The proof of reconciliation as a command.
 *
 * @param args what follows the script's name
 * @param cwd where the project is looked for
 * @returns the exit code
 */
export async function reconcileProofMain(args: readonly string[], cwd: string): Promise<number> {
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const { help, json, ...options } = parse(args, cwd);
    if (help) {
      process.stdout.write(HELP);
      return EXIT_CODES.valid;
    }
    const result = await proveReconciliation(options, newProgress(process.stderr), controller.signal);
    process.stdout.write(json ? `${JSON.stringify(result, undefined, 2)}\n` : render(result));
    return exitCodeOf(controller.signal.aborted ? 'unknown' : result.verdict);
  } catch (error) {
    const actions = error instanceof HarnessError ? error.actions : [];
    process.stderr.write(
      `\nError: ${(error as Error).message}\n${actions.map((action) => `  → ${action}\n`).join('')}`
    );
    return error instanceof UsageError ? EXIT_CODES.usage : EXIT_CODES.unknown;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function render({ name, verdict, seconds, numbers, findings }: ProofResult): string {
  return [
    `${name}: ${verdict} (${seconds} s)`,
    ...Object.entries(numbers).map(([label, value]) => `  ${label.padEnd(20)}${value}`),
    ...findings
      .slice(0, 20)
      .map(({ kind, checker, key, message }) => `  ${kind} · ${checker} · ${key ?? ''} ${message}`),
    ''
  ].join('\n');
}

function parse(args: readonly string[], cwd: string): ReconcileProofOptions & { help: boolean; json: boolean } {
  const { values } = readArgs(args);
  const number = (name: 'subjects' | 'planted', otherwise: number, to: number): number => {
    const text = values[name];
    if (text === undefined) return otherwise;
    if (/^\d+$/.test(text) && Number(text) >= 2 && Number(text) <= to) return Number(text);
    throw new UsageError(`--${name} must be a whole number from 2 to ${to}, not '${text}'.`);
  };
  return {
    help: values.help === true,
    json: values.json === true,
    project: findProject(cwd),
    subjects: number('subjects', 10_000, 100_000),
    planted: number('planted', 50, 90)
  };
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        subjects: { type: 'string' },
        planted: { type: 'string' }
      }
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. To specify')[0] ?? 'The command line is not valid.', [
      'See all options with `npm run reconcile-proof -- --help`.'
    ]);
  }
}
