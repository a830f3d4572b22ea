import { parseArgs } from 'node:util';
import { combineVerdicts } from '../checkers/finding.js';
import { EXIT_CODES, exitCodeOf } from '../cli/exitCodes.js';
import { HarnessError, UsageError } from '../run/errors.js';
import { newProgress } from '../run/progress.js';
import { findProject } from '../run/project.js';
import { MAX_SEED, newSeed } from '../run/random.js';
import { proveKills, proveMixedFailures, type DispatchProofOptions, type ProofResult } from './dispatchProof.js';

const HELP = `Proves the way out at length: many dispatches through a remote that fails, and an org that is killed again and again.

USAGE
  npm run dispatch-proof -- [options]

OPTIONS
  --dispatches NUMBER     Through the failing remote. Default: 1000.
  --fail-percent NUMBER   How many of a hundred attempts fail, in mixed ways. Default: 30.
  --kills NUMBER          How often the org is killed (kill -9) and started again. Default: 10.
  --orders NUMBER         Paid orders before each kill. Default: 30.
  --seed NUMBER           Repeats failures and places of an earlier run. Default: a new one, which is shown.
  --json                  Print the results as JSON.
  -h, --help              Show this.

EXIT CODES
  0  everything was done once, by itself
  1  something was lost, done twice, tried too often, or retried all at once
  2  bad usage: nothing was run
  3  it could not be told
`;

/**
 * The proof of dispatches as a command.
 *
 * @param args what follows the script's name
 * @param cwd where the project is looked for
 * @returns the exit code
 */
export async function dispatchProofMain(args: readonly string[], cwd: string): Promise<number> {
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const progress = newProgress(process.stderr);
  try {
    const { help, json, ...options } = parse(args, cwd);
    if (help) {
      process.stdout.write(HELP);
      return EXIT_CODES.valid;
    }
    const results: ProofResult[] = [];
    if (options.dispatches > 0) results.push(await proveMixedFailures(options, progress, controller.signal));
    if (options.kills > 0) results.push(await proveKills(options, progress, controller.signal));
    const verdict = controller.signal.aborted ? 'unknown' : combineVerdicts(results.map((result) => result.verdict));
    process.stdout.write(
      json
        ? `${JSON.stringify({ verdict, seed: options.seed, results }, undefined, 2)}\n`
        : render(results, options.seed)
    );
    return exitCodeOf(verdict);
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

function render(results: readonly ProofResult[], seed: number): string {
  const lines = results.flatMap(({ name, verdict, seconds, numbers, findings }) => [
    `${name}: ${verdict} (${seconds} s)`,
    ...Object.entries(numbers).map(([label, value]) => `  ${label.padEnd(26)}${value}`),
    ...findings
      .slice(0, 10)
      .map((finding) => `  ${finding.kind} · ${finding.checker} · ${finding.key ?? ''} ${finding.message}`)
  ]);
  return `${lines.join('\n')}\nSeed ${seed}\n`;
}

function parse(args: readonly string[], cwd: string): DispatchProofOptions & { help: boolean; json: boolean } {
  const { values } = readArgs(args);
  const number = (name: keyof typeof values, otherwise: number, to: number): number => {
    const text = values[name];
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (typeof text === 'string' && /^\d+$/.test(text) && value <= to) return value;
    throw new UsageError(`--${name} must be a whole number from 0 to ${to}, not '${text}'.`);
  };
  return {
    help: values.help === true,
    json: values.json === true,
    project: findProject(cwd),
    dispatches: number('dispatches', 1000, 100_000),
    failPercent: number('fail-percent', 30, 90),
    kills: number('kills', 10, 1000),
    dispatchesPerKill: Math.max(1, number('orders', 30, 200)),
    seed: number('seed', newSeed(), MAX_SEED)
  };
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        dispatches: { type: 'string' },
        'fail-percent': { type: 'string' },
        kills: { type: 'string' },
        orders: { type: 'string' },
        seed: { type: 'string' }
      }
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. To specify')[0] ?? 'The command line is not valid.', [
      'See all options with `npm run dispatch-proof -- --help`.'
    ]);
  }
}
