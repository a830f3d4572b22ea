import { PlatformError } from '../../values/platform-error.js';
import { BoundedRegExp } from './bounded-regex.js';
import { translateRegex } from './java-regex-translator.js';

/** A java.util.regex pattern on JavaScript's RegExp. All groups are named `g1`, `g2` … so that helper groups do not shift them. */
export interface JavaRegex {
  readonly source: string;
  readonly groupCount: number;
  /** Number of each named group. */
  readonly groupNames: ReadonlyMap<string, number>;
  /** Finds from `lastIndex` on; global, with indices. */
  readonly search: RegExp;
  /** Matches at `lastIndex` only. */
  readonly sticky: RegExp;
  /** Matches the whole input only. */
  readonly whole: RegExp;
}

const cache = new Map<string, JavaRegex>();

/** @throws PlatformError System.StringException when the pattern cannot be read. */
export function compileRegex(source: string): JavaRegex {
  const known = cache.get(source);
  if (known) return known;
  const { pattern, flags, groupCount, groupNames } = translateRegex(source);
  const compiled = build(source, pattern, flags, groupCount, groupNames);
  if (cache.size > 500) cache.clear();
  cache.set(source, compiled);
  return compiled;
}

function build(
  source: string,
  pattern: string,
  flags: string,
  groupCount: number,
  groupNames: ReadonlyMap<string, number>
): JavaRegex {
  try {
    return {
      source,
      groupCount,
      groupNames,
      search: new BoundedRegExp(pattern, `gdv${flags}`),
      sticky: new BoundedRegExp(pattern, `ydv${flags}`),
      whole: new BoundedRegExp(`^(?:${pattern})$`, `dv${flags}`)
    };
  } catch (error) {
    throw new PlatformError(
      'System.StringException',
      `Invalid regex: ${(error as Error).message.replace(/^Invalid regular expression: \/[\s\S]*\/\w*: /, '')} in ${source}`
    );
  }
}

/** Offsets of group `index` (0: the whole match) in the input; null when it took no part. */
export function groupRange(match: RegExpExecArray, index: number): readonly [number, number] | null {
  const range = index === 0 ? match.indices![0] : match.indices!.groups?.[`g${index}`];
  return range ?? null;
}

export function groupText(match: RegExpExecArray, index: number): string | null {
  return (index === 0 ? match[0] : match.groups?.[`g${index}`]) ?? null;
}

/**
 * Text that a Java replacement (`$1`, `${name}`, `\$`) stands for.
 * @throws PlatformError System.StringException for a group that does not exist.
 */
export function expandReplacement(regex: JavaRegex, replacement: string, match: RegExpExecArray): string {
  if (!/[\\$]/.test(replacement)) return replacement;
  let text = '';
  for (let at = 0; at < replacement.length; at++) {
    const character = replacement[at]!;
    if (character === '\\') {
      at += 1;
      if (at === replacement.length) throw invalid('character to be escaped is missing');
      text += replacement[at];
    } else if (character !== '$') {
      text += character;
    } else if (replacement[at + 1] === '{') {
      const end = replacement.indexOf('}', at);
      const name = end < 0 ? '' : replacement.slice(at + 2, end);
      const group = regex.groupNames.get(name);
      if (group === undefined) throw invalid(`No group with name {${name}}`);
      text += groupText(match, group) ?? '';
      at = end;
    } else {
      const first = replacement[at + 1] ?? '';
      if (!/\d/.test(first)) throw invalid('Illegal group reference');
      let group = Number(first);
      at += 1;
      if (group > regex.groupCount) throw new PlatformError('System.StringException', `No group ${group}`);
      // More digits belong to the number as long as such a group exists.
      while (/\d/.test(replacement[at + 1] ?? '') && group * 10 + Number(replacement[at + 1]) <= regex.groupCount) {
        group = group * 10 + Number(replacement[at + 1]);
        at += 1;
      }
      text += groupText(match, group) ?? '';
    }
  }
  return text;
}

const invalid = (message: string): PlatformError => new PlatformError('System.StringException', message);

/** Runs the pattern over the input from `from` on and calls back with each match; empty matches advance by one. */
export function eachMatch(regex: JavaRegex, input: string, callback: (match: RegExpExecArray) => boolean | void): void {
  const search = regex.search;
  search.lastIndex = 0;
  for (let match = search.exec(input); match; match = search.exec(input)) {
    const next = match[0].length === 0 ? advance(input, match.index) : search.lastIndex;
    if (callback(match) === false) break;
    search.lastIndex = next;
    if (next > input.length) break;
  }
}

/** The position after the code point at `index`. */
export function advance(input: string, index: number): number {
  const code = input.charCodeAt(index);
  return index + (code >= 0xd800 && code < 0xdc00 && index + 1 < input.length ? 2 : 1);
}

export function replaceMatches(regex: JavaRegex, input: string, replacement: string, firstOnly: boolean): string {
  let text = '';
  let end = 0;
  eachMatch(regex, input, (match) => {
    text += input.slice(end, match.index) + expandReplacement(regex, replacement, match);
    end = match.index + match[0].length;
    return !firstOnly;
  });
  return text + input.slice(end);
}

/**
 * Java's String.split: an empty match at the start gives no part; without a limit trailing empty parts are dropped.
 * @param limit > 0: at most so many parts; 0: all without trailing empty ones; < 0: all.
 */
export function splitText(regex: JavaRegex, input: string, limit: number): string[] {
  const parts: string[] = [];
  let end = 0;
  let found = false;
  eachMatch(regex, input, (match) => {
    if (limit > 0 && parts.length === limit - 1) return false;
    if (match[0].length === 0 && (match.index === 0 || match.index >= input.length)) return true;
    if (end === 0 && match.index === 0 && match[0].length === 0) return true;
    found = true;
    parts.push(input.slice(end, match.index));
    end = match.index + match[0].length;
    return true;
  });
  if (!found) return [input];
  parts.push(input.slice(end));
  if (limit === 0) while (parts.length > 0 && parts[parts.length - 1] === '') parts.pop();
  return parts;
}
