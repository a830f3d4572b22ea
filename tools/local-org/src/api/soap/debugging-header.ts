import { CATEGORIES, LEVELS, type Category, type LogLevels } from '../../platform/logs/log-text.js';
import { ApiError } from '../../platform/api-error.js';
import { listOf, textIn } from '../metadata/soap-body.js';

const DEBUG_ONLY: LogLevels = { ApexCode: 'DEBUG', ApexProfiling: 'INFO' };

/**
 * Amounts of detail that `debugLevel` names, as categories.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/sforce_api_header_debuggingheader.htm
 */
const LOG_TYPES: Readonly<Record<string, LogLevels>> = {
  NONE: {},
  DEBUGONLY: DEBUG_ONLY,
  DB: { ...DEBUG_ONLY, Database: 'INFO' },
  PROFILING: { ...DEBUG_ONLY, ApexProfiling: 'FINE', Database: 'INFO' },
  CALLOUT: { ...DEBUG_ONLY, Callout: 'INFO', Database: 'INFO' },
  DETAIL: Object.fromEntries(CATEGORIES.map(([name]) => [name, 'FINEST'])) as LogLevels
};

/**
 * The levels a SOAP request asks for: by category, or all at once.
 *
 * @returns null when it does not say. @throws ApiError for a category or level there is none of.
 */
export function debugLevelsOf(headers: Readonly<Record<string, unknown>>): LogLevels | null {
  const header = headers.DebuggingHeader as Readonly<Record<string, unknown>> | undefined;
  if (typeof header !== 'object' || header === null) return null;
  const categories = listOf(header.categories);
  if (categories.length === 0) return byLogType(textIn(header, 'debugLevel'));
  const levels: Partial<Record<Category, string>> = {};
  for (const item of categories) {
    const level = levelNamed(textIn(item, 'level'));
    for (const category of categoriesNamed(textIn(item, 'category'))) levels[category] = level;
  }
  return levels;
}

function byLogType(name: string): LogLevels | null {
  if (name === '') return null;
  const levels = LOG_TYPES[name.toUpperCase()];
  if (!levels) throw invalid(`debugLevel '${name}'`, Object.keys(LOG_TYPES));
  return levels;
}

/** SOAP writes `Apex_code` and `Db` where logs write APEX_CODE and DB. */
function categoriesNamed(name: string): Category[] {
  const wanted = name.toUpperCase();
  const found = CATEGORIES.filter(([, shown]) => wanted === 'ALL' || shown === wanted).map(([category]) => category);
  if (found.length === 0) throw invalid(`category '${name}'`, ['ALL', ...CATEGORIES.map(([, shown]) => shown)]);
  return found;
}

function levelNamed(name: string): string {
  const level = LEVELS.find((known) => known === name.toUpperCase());
  if (level === undefined) throw invalid(`level '${name}'`, LEVELS);
  return level;
}

const invalid = (what: string, known: readonly string[]): ApiError =>
  new ApiError(400, 'INVALID_TYPE', `DebuggingHeader: unknown ${what}; use one of ${known.join(', ')}`);
