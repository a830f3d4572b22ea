import { parseArgs } from 'node:util';
import { EXIT_CODES } from '../cli/exitCodes.js';
import { HarnessError, OrgUnreachableError, UsageError } from '../run/errors.js';
import { newProgress, SILENT } from '../run/progress.js';
import { findProject } from '../run/project.js';
import { newSeed } from '../run/random.js';
import { MOST_GROWTH } from './memory.js';
import { runSoak, toMegabytes, type SoakOutcome } from './run.js';

const HELP = `Works a local org with everything at once for a long time: commands, events, queries, a subscriber of platform
events, and deploys of the project while all of that goes on.

USAGE
  npm run soak [-- --minutes 30] [--json]

It starts an org of its own, and holds that
  nothing fails          every answer is the expected one, every job ends well, every event is processed;
  memory stays flat      in the last third of the time the process holds at most ${MOST_GROWTH} times as much as in the first,
                         after garbage collection. Runs of less than 9 minutes only show it; others begin with a minute in
                         which all threads of the org get to work.

OPTIONS
  --minutes N            How long, after the preparations; a fraction will do (usual: 30).
  --redeploy-every N     Seconds between deploys (usual: 60).
  --seed N               Repeats the choices of an earlier run.
  --json                 Print the outcome as JSON.
  --quiet                Show no progress.
  -h, --help             Show this.

EXIT CODES
  0  nothing failed, memory was flat
  1  something failed, or memory grew
  2  bad usage: nothing was run
  3  it could not be told: the org died
  130  interrupted
`;

interface Options {
  readonly help: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly minutes: number;
  readonly redeploySeconds: number;
  readonly seed: number;
}

/**
 * The soak test as a command.
 *
 * @returns the exit code
 */
export async function soakMain(args: readonly string[], cwd: string): Promise<number> {
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    const options = parse(args);
    if (options.help) {
      process.stdout.write(HELP);
      return EXIT_CODES.valid;
    }
    const outcome = await runSoak({
      project: findProject(cwd),
      durationMs: options.minutes * 60_000,
      redeployEveryMs: options.redeploySeconds * 1000,
      seed: options.seed,
      progress: options.quiet ? SILENT : newProgress(process.stderr),
      signal: controller.signal
    });
    const isValid = outcome.errors.size === 0 && outcome.memory?.flat !== false;
    process.stdout.write(options.json ? toJson(outcome, isValid, options.seed) : toText(outcome, options.seed));
    return isValid ? EXIT_CODES.valid : EXIT_CODES.invalid;
  } catch (error) {
    if (controller.signal.aborted) return 130;
    const actions = error instanceof HarnessError ? error.actions : [];
    process.stderr.write(`Error: ${(error as Error).message}\n${actions.map((action) => `  → ${action}\n`).join('')}`);
    if (error instanceof UsageError) return EXIT_CODES.usage;
    return error instanceof OrgUnreachableError ? EXIT_CODES.unknown : EXIT_CODES.invalid;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

function parse(args: readonly string[]): Options {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        quiet: { type: 'boolean' },
        minutes: { type: 'string', default: '30' },
        'redeploy-every': { type: 'string', default: '60' },
        seed: { type: 'string' }
      }
    }));
  } catch (error) {
    throw new UsageError((error as Error).message, ['See `npm run soak -- --help`.']);
  }
  return {
    help: values.help ?? false,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
    minutes: numberOf('--minutes', values.minutes, 0.1, 24 * 60),
    redeploySeconds: numberOf('--redeploy-every', values['redeploy-every'], 1, 3600),
    seed: values.seed === undefined ? newSeed() : numberOf('--seed', values.seed, 0, 2 ** 31 - 1)
  };
}

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && value <= most) return value;
  throw new UsageError(`${name} must be a number from ${least} to ${most}, not '${text}'.`);
}

function toJson({ done, errors, memory, samples }: SoakOutcome, isValid: boolean, seed: number): string {
  const outcome = { valid: isValid, seed, done, errors: Object.fromEntries(errors), memory: memory ?? null, samples };
  return `${JSON.stringify(outcome, null, 2)}\n`;
}

function toText({ done, errors, memory }: SoakOutcome, seed: number): string {
  const lines = Object.entries(done).map(([what, count]) => `${String(count).padStart(9)}  ${what}`);
  const problems = [...errors].map(([text, count]) => `${String(count).padStart(9)} × ${text}`);
  if (memory)
    lines.push(
      '',
      thirdsLine('process', memory.rss, memory.rssGrowth),
      thirdsLine('in use', memory.used, memory.usedGrowth)
    );
  if (memory?.flat === null || memory === undefined) lines.push('           too short to judge memory');
  if (memory?.flat === false) problems.push(`           memory grew to more than ${MOST_GROWTH} times of what it was`);
  const verdict = problems.length === 0 ? ['✔ nothing unexpected'] : ['✖ unexpected:', ...problems];
  return `${[...lines, '', ...verdict, `  (seed ${seed})`].join('\n')}\n`;
}

function thirdsLine(what: string, thirds: readonly number[], growth: number): string {
  return `${what.padStart(9)}  ${thirds.map((bytes) => `${toMegabytes(bytes)} MB`).join(' → ')} by thirds: × ${growth.toFixed(2)}`;
}
