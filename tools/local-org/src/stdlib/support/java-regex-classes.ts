/** Predefined classes of java.util.regex as contents of JavaScript classes (`v` mode). */
export const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['d', '0-9'],
  ['D', '[^0-9]'],
  ['s', ' \\t\\n\\x0B\\f\\r'],
  ['S', '[^ \\t\\n\\x0B\\f\\r]'],
  ['w', 'a-zA-Z_0-9'],
  ['W', '[^a-zA-Z_0-9]'],
  ['h', ' \\t\\xA0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000'],
  ['H', '[^ \\t\\xA0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000]'],
  ['v', '\\n\\x0B\\f\\r\\x85\\u2028\\u2029'],
  ['V', '[^\\n\\x0B\\f\\r\\x85\\u2028\\u2029]']
]);

/** Letters after a backslash that stand for one control character. */
export const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
  ['a', '\x07'],
  ['e', '\x1b']
]);

const POSIX: ReadonlyMap<string, string> = new Map([
  ['Lower', 'a-z'],
  ['Upper', 'A-Z'],
  ['ASCII', '\\x00-\\x7F'],
  ['Alpha', 'a-zA-Z'],
  ['Digit', '0-9'],
  ['Alnum', 'a-zA-Z0-9'],
  ['Punct', '\\x21-\\x2F\\x3A-\\x40\\x5B-\\x60\\x7B-\\x7E'],
  ['Graph', '\\x21-\\x7E'],
  ['Print', '\\x20-\\x7E'],
  ['Blank', ' \\t'],
  ['Cntrl', '\\x00-\\x1F\\x7F'],
  ['XDigit', '0-9a-fA-F'],
  ['Space', ' \\t\\n\\x0B\\f\\r'],
  ['javaLowerCase', '\\p{Lowercase}'],
  ['javaUpperCase', '\\p{Uppercase}'],
  ['javaWhitespace', '\\t\\n\\x0B\\f\\r\\x1c-\\x1f \\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000'],
  ['javaLetter', '\\p{L}'],
  ['javaDigit', '\\p{Nd}'],
  ['javaLetterOrDigit', '\\p{L}\\p{Nd}'],
  ['L1', '\\x00-\\xFF'],
  ['LC', '\\p{Lu}\\p{Ll}\\p{Lt}'],
  ['all', '\\u{0}-\\u{10FFFF}']
]);

/** Unicode blocks (`\p{InGreek}`) that patterns name, as ranges. */
const BLOCKS: ReadonlyMap<string, string> = new Map([
  ['basiclatin', '\\x00-\\x7F'],
  ['latin1supplement', '\\x80-\\xFF'],
  ['latinextendeda', '\\u0100-\\u017F'],
  ['latinextendedb', '\\u0180-\\u024F'],
  ['combiningdiacriticalmarks', '\\u0300-\\u036F'],
  ['greek', '\\u0370-\\u03FF'],
  ['cyrillic', '\\u0400-\\u04FF'],
  ['hebrew', '\\u0590-\\u05FF'],
  ['arabic', '\\u0600-\\u06FF'],
  ['hiragana', '\\u3040-\\u309F'],
  ['katakana', '\\u30A0-\\u30FF'],
  ['cjkunifiedideographs', '\\u4E00-\\u9FFF']
]);

/** Content of a JavaScript class for `\p{name}`; null for a name Java would refuse or we do not know. */
export function namedClass(name: string): string | null {
  const posix = POSIX.get(name);
  if (posix !== undefined) return posix;
  if (/^In/.test(name))
    return (
      BLOCKS.get(
        name
          .slice(2)
          .replace(/[_\- ]/g, '')
          .toLowerCase()
      ) ?? null
    );
  const value = /^(?:(?:gc|general_category|sc|script|blk)=|Is)?(.+)$/i.exec(name)![1]!;
  for (const candidate of [value, `Script=${value}`, `Script=${capitalized(value)}`, capitalized(value)]) {
    if (isProperty(candidate)) return `\\p{${candidate}}`;
  }
  return null;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

function isProperty(name: string): boolean {
  try {
    new RegExp(`\\p{${name}}`, 'v');
    return true;
  } catch {
    return false;
  }
}
