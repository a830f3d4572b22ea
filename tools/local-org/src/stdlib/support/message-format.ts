import { illegalArgument } from './arguments.js';

/**
 * Java's MessageFormat for texts: `{0}` is replaced, `''` is one quote, text between quotes is literal. Placeholders
 * without an argument stay as they are.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_string.htm
 * @throws PlatformError System.IllegalArgumentException for a placeholder that is no number or not closed.
 */
export function formatMessage(pattern: string, args: readonly string[]): string {
  let text = '';
  let quoted = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    if (character === "'") {
      if (pattern[at + 1] === "'") {
        text += "'";
        at += 1;
      } else quoted = !quoted;
    } else if (character === '{' && !quoted) {
      const end = closingBrace(pattern, at);
      const placeholder = pattern.slice(at + 1, end);
      const index = /^\s*(\d+)\s*(?:,|$)/.exec(placeholder);
      if (!index) throw illegalArgument(`can't parse argument number: ${placeholder}`);
      text += args[Number(index[1])] ?? `{${index[1]}}`;
      at = end;
    } else text += character;
  }
  return text;
}

function closingBrace(pattern: string, start: number): number {
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    if (pattern[at] === '{') depth += 1;
    else if (pattern[at] === '}' && --depth === 0) return at;
  }
  throw illegalArgument('Unmatched braces in the pattern.');
}
