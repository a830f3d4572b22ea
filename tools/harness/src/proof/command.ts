import { parseArgs, type ParseArgsConfig } from 'node:util';
import { errorText } from '../cli/errorText.js';
import { EXIT_CODES, exitCodeOf } from '../cli/exitCodes.js';
import { combineVerdicts, type Finding, type Verdict } from '../checkers/finding.js';
import { UsageError } from '../run/errors.js';
import { newProgress, type Progress } from '../run/progress.js';

/** What one part of a proof has seen. */
export interface ProofResult {
  readonly name: string;
  readonly verdict: Verdict;
  readonly seconds: number;
  readonly numbers: Readonly<Record<string, number | string>>;
  readonly findings: readonly Finding[];
}

/** A proof as a script of the project. */
export interface ProofCommand<Options> {
  /** Of the script: `npm run <name>`. */
  readonly name: string;
  readonly help: string;
  /** Names of the options that take a whole number; `--json` and `--help` are there anyway. */
  readonly numbers: readonly string[];
  /** @throws UsageError */
  parse(numbers: NumberOptions): Options;
  /** The parts of the proof, one after the other. */
  prove(options: Options, progress: Progress, signal: AbortSignal): Promise<ProofResult[]>;
  /** What repeats the proof, such as its seed; shown with the results. */
  facts?(options: Options): Readonly<Record<string, number>>;
}

/** Reads an option. @returns the default where it is not given @throws UsageError outside of the bounds */
export type NumberOptions = (name: string, otherwise: number, from: number, to: number) => number;

/** The most findings of a part that are printed; `--json` has all. */
const MOST_FINDINGS = 10;

/**
 * Runs a proof: results on standard output, progress on standard error; Ctrl-C ends it with what is known by then.
 *
 * @param args what follows the script's name
 * @returns the exit code
 */
export async function runProof<Options>(command: ProofCommand<Options>, args: readonly string[]): Promise<number> {
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const { json, help, numbers } = readArgs(command, args);
    if (help) {
      process.stdout.write(command.help);
      return EXIT_CODES.valid;
    }
    const options = command.parse(numbers);
    const results = await command.prove(options, newProgress(process.stderr), controller.signal);
    const verdict = controller.signal.aborted ? 'unknown' : combineVerdicts(results.map((result) => result.verdict));
    const facts = command.facts?.(options) ?? {};
    process.stdout.write(
      json
        ? `${JSON.stringify({ verdict, ...facts, results }, undefined, 2)}\n`
        : [...results.map(render), ...Object.entries(facts).map(([name, value]) => `${name} ${value}`), ''].join('\n')
    );
    return exitCodeOf(verdict);
  } catch (error) {
    process.stderr.write(`\n${errorText(error)}\n`);
    return error instanceof UsageError ? EXIT_CODES.usage : EXIT_CODES.unknown;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function render({ name, verdict, seconds, numbers, findings }: ProofResult): string {
  return [
    `${name}: ${verdict} (${seconds} s)`,
    ...Object.entries(numbers).map(([label, value]) => `  ${label.padEnd(26)}${value}`),
    ...findings
      .slice(0, MOST_FINDINGS)
      .map(({ kind, checker, key = '', message }) => `  ${kind} · ${checker} · ${key} ${message}`)
  ].join('\n');
}

function readArgs<Options>(
  { name: script, numbers: names }: ProofCommand<Options>,
  args: readonly string[]
): { json: boolean; help: boolean; numbers: NumberOptions } {
  const values = parse(script, names, args);
  const numbers: NumberOptions = (name, otherwise, from, to) => {
    const text = values[name];
    if (text === undefined) return otherwise;
    if (typeof text === 'string' && /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to) {
      return Number(text);
    }
    throw new UsageError(`--${name} must be a whole number from ${from} to ${to}, not '${String(text)}'.`);
  };
  return { json: values.json === true, help: values.help === true, numbers };
}

function parse(script: string, names: readonly string[], args: readonly string[]): Record<string, unknown> {
  const options: ParseArgsConfig['options'] = {
    help: { type: 'boolean', short: 'h' },
    json: { type: 'boolean' },
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  };
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('. To specify')[0] ?? 'The command line is not valid.', [
      `See all options with \`npm run ${script} -- --help\`.`
    ]);
  }
}
