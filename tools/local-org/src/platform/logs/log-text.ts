/** Amount of detail, ascending. Source: apexcode, "Debug Log Levels". */
export const LEVELS = ['NONE', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'FINE', 'FINER', 'FINEST'] as const;

/** Categories of a DebugLevel in the order of a log's first line, with their names there. */
export const CATEGORIES = [
  ['ApexCode', 'APEX_CODE'],
  ['ApexProfiling', 'APEX_PROFILING'],
  ['Callout', 'CALLOUT'],
  ['Database', 'DB'],
  ['Nba', 'NBA'],
  ['System', 'SYSTEM'],
  ['Validation', 'VALIDATION'],
  ['Visualforce', 'VISUALFORCE'],
  ['Wave', 'WAVE'],
  ['Workflow', 'WORKFLOW']
] as const;

export type Category = (typeof CATEGORIES)[number][0];

/** Level by category, in upper case. */
export type LogLevels = Readonly<Partial<Record<Category, string>>>;

/** What anonymous Apex shows without a word on levels. */
export const DEFAULT_LEVELS: LogLevels = {
  ApexCode: 'DEBUG',
  ApexProfiling: 'INFO',
  Database: 'INFO',
  Callout: 'INFO'
};

/** Category and level of an event; what is not here is always shown. */
const EVENTS: readonly (readonly [prefix: RegExp, category: Category, level: string])[] = [
  [/^(?:SOQL|SOSL|DML)_/, 'Database', 'INFO'],
  [/^CALLOUT_/, 'Callout', 'INFO'],
  [/^(?:CODE_UNIT|EXECUTION)_|^FATAL_ERROR/, 'ApexCode', 'ERROR'],
  [/^(?:CUMULATIVE_)?LIMIT_USAGE/, 'ApexProfiling', 'INFO']
];

const rank = (level: string): number => LEVELS.indexOf(level.toUpperCase() as (typeof LEVELS)[number]);

/**
 * A debug log as clients read it.
 *
 * @param lines `EVENT|text` in order. @param version `68.0`. @param before lines that stand ahead of all events.
 */
export function logText(
  lines: readonly string[],
  levels: LogLevels,
  version: string,
  before: readonly string[] = []
): string {
  const header = CATEGORIES.flatMap(([name, shown]) => (levels[name] ? [`${shown},${levels[name]}`] : [])).join(';');
  const time = new Date().toISOString().slice(11, 23);
  const shown = lines.filter((line) => isShown(line, levels)).map((line) => `${time} (0)|${line}`);
  return [`${version} ${header}`, ...before, ...shown, ''].join('\n');
}

function isShown(line: string, levels: LogLevels): boolean {
  const debug = /^USER_DEBUG\|\[\w+\]\|(\w+)\|/.exec(line)?.[1];
  if (debug !== undefined) return rank(debug) <= rank(levels.ApexCode ?? 'NONE');
  const event = EVENTS.find(([prefix]) => prefix.test(line));
  return event === undefined || rank(event[2]) <= rank(levels[event[1]] ?? 'NONE');
}
