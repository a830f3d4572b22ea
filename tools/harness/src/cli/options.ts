import { parseArgs } from 'node:util';
import { UsageError } from '../run/errors.js';
import { MAX_SEED } from '../run/random.js';

/** Of one run: its history is kept in memory. */
const MAX_MINUTES = 240;

/** The command line of the load test, understood. */
export interface CliOptions {
  readonly help: boolean;
  readonly json: boolean;
  readonly targetOrg: string | undefined;
  readonly profile: string;
  /** Absent: those of the profile. */
  readonly scenarios: readonly string[] | undefined;
  /** Names; true: all of them; false: none. Absent: those of the profile. */
  readonly negativeControls: boolean | readonly string[] | undefined;
  /** Shows every negative control to every scenario. */
  readonly fullMatrix: boolean;
  /** Absent: as the profile says. */
  readonly minutes: number | undefined;
  readonly seed: number | undefined;
  readonly concurrency: number | undefined;
  readonly reportDir: string | undefined;
  readonly deploy: boolean;
  readonly record: string | undefined;
  /** Two folders of recordings to compare; nothing is run. */
  readonly compare: readonly [string, string] | undefined;
  readonly keepData: boolean;
  readonly allowProduction: boolean;
}

/**
 * @param args what follows the script's name
 * @throws UsageError for what cannot be understood
 */
export function parseCommandLine(args: readonly string[]): CliOptions {
  const { values, positionals } = parse(args);
  const [unexpected] = values.compare === true ? [] : positionals;
  if (unexpected !== undefined) {
    throw new UsageError(`'${unexpected}' is no option.`, ['See all options with `npm run load-test -- --help`.']);
  }
  const negativeControls = splitNames('--negative-control', values['negative-control']) ?? values['negative-controls'];
  if (values['all-scenarios'] === true && (negativeControls === undefined || negativeControls === false)) {
    throw new UsageError('--all-scenarios is about negative controls, and none are asked for.', [
      'Add --negative-controls, or --negative-control NAME.'
    ]);
  }
  return {
    help: values.help === true,
    json: values.json === true,
    targetOrg: nonEmpty('--target-org', values['target-org']),
    profile: nonEmpty('--profile', values.profile) ?? 'standard',
    scenarios: splitNames('--scenario', values.scenario),
    negativeControls,
    fullMatrix: values['all-scenarios'] === true,
    minutes: wholeNumber('--minutes', values.minutes, 1, MAX_MINUTES),
    seed: wholeNumber('--seed', values.seed, 0, MAX_SEED),
    concurrency: wholeNumber('--concurrency', values.concurrency, 2, 500),
    reportDir: nonEmpty('--report-dir', values['report-dir']),
    deploy: values.deploy ?? true,
    record: nonEmpty('--record', values.record),
    compare: values.compare === true ? twoFolders(positionals) : undefined,
    keepData: values['keep-data'] === true,
    allowProduction: values['allow-production'] === true
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        'target-org': { type: 'string', short: 'o' },
        profile: { type: 'string' },
        scenario: { type: 'string', multiple: true },
        'negative-control': { type: 'string', multiple: true },
        'negative-controls': { type: 'boolean' },
        'all-scenarios': { type: 'boolean' },
        minutes: { type: 'string' },
        seed: { type: 'string' },
        concurrency: { type: 'string' },
        'report-dir': { type: 'string' },
        deploy: { type: 'boolean' },
        record: { type: 'string' },
        compare: { type: 'boolean' },
        'keep-data': { type: 'boolean' },
        'allow-production': { type: 'boolean' }
      }
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. To specify')[0] ?? 'The command line is not valid.', [
      'See all options with `npm run load-test -- --help`.'
    ]);
  }
}

/** `--scenario a,b --scenario c` and the same names one by one are the same. */
function splitNames(option: string, values: readonly string[] | undefined): string[] | undefined {
  if (values === undefined) return undefined;
  const names = values
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new UsageError(`${option} needs a name.`);
  return [...new Set(names)];
}

function twoFolders([left, right, ...more]: readonly string[]): readonly [string, string] {
  if (left !== undefined && right !== undefined && more.length === 0) return [left, right];
  throw new UsageError('--compare needs two folders that --record has written to.');
}

function nonEmpty(option: string, value: string | undefined): string | undefined {
  if (value !== undefined && value.trim() === '') throw new UsageError(`${option} needs a value.`);
  return value;
}

function wholeNumber(option: string, text: string | undefined, from: number, to: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= from && value <= to) return value;
  throw new UsageError(`${option} must be a whole number from ${from} to ${to}, not '${text}'.`);
}
