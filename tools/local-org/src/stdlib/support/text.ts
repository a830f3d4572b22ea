import { checkLength } from './heap.js';
/** Text functions of String that need more than one line; names and rules follow the reference page of String. */

const WHITESPACE = /^[\t\n\v\f\r\x1c-\x1f \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]$/;

/** Java's Character.isWhitespace: no non-breaking spaces. */
export const isWhitespace = (character: string): boolean => WHITESPACE.test(character);

export const isBlank = (text: string | null): boolean => {
  if (text === null) return true;
  for (const character of text) if (!isWhitespace(character)) return false;
  return true;
};

/** Java's String.trim: everything up to the space character. */
export function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= 32) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 32) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** Every character matches, and there is at least one. */
export const consistsOf = (text: string, test: RegExp): boolean => text !== '' && [...text].every((c) => test.test(c));

export function pad(text: string, width: number, filler: string | null, side: 'left' | 'right'): string {
  const fill = filler === null || filler === '' ? ' ' : filler;
  checkLength(width);
  return side === 'left' ? text.padStart(width, fill) : text.padEnd(width, fill);
}

export function center(text: string, width: number, filler: string | null): string {
  const missing = width - text.length;
  if (missing <= 0) return text;
  return pad(pad(text, text.length + Math.floor(missing / 2), filler, 'left'), width, filler, 'right');
}

/** Shortens to `width` characters with `...`; `offset`: a position that should stay visible. Width at least 4 (7). */
export function abbreviate(text: string, width: number, offset: number): string | null {
  if (width < 4) return null;
  if (text.length <= width) return text;
  let start = Math.min(offset, text.length);
  if (text.length - start < width - 3) start = text.length - (width - 3);
  if (start <= 4) return `${text.slice(0, width - 3)}...`;
  if (width < 7) return null;
  return start + width - 3 < text.length
    ? `...${abbreviate(text.slice(start), width - 3, 0)}`
    : `...${text.slice(text.length - (width - 3))}`;
}

export function levenshtein(left: string, right: string): number {
  let previous = [...Array(right.length + 1).keys()];
  for (let row = 1; row <= left.length; row++) {
    const next = [row];
    for (let column = 1; column <= right.length; column++) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1;
      next.push(Math.min(next[column - 1]! + 1, previous[column]! + 1, previous[column - 1]! + cost));
    }
    previous = next;
  }
  return previous[right.length]!;
}

/** Position of the first difference, -1 when the texts are equal. */
export function indexOfDifference(left: string, right: string): number {
  if (left === right) return -1;
  let index = 0;
  while (index < left.length && index < right.length && left[index] === right[index]) index += 1;
  return index;
}

export function commonPrefix(texts: readonly (string | null)[]): string {
  if (texts.length === 0 || texts.some((text) => text === null)) return '';
  let prefix = texts[0]!;
  for (const text of texts) while (!text!.startsWith(prefix)) prefix = prefix.slice(0, -1);
  return prefix;
}

type CharacterType = 'lower' | 'upper' | 'digit' | 'space' | 'other';

function characterType(character: string): string {
  if (/\p{Lu}/u.test(character)) return 'upper' satisfies CharacterType;
  if (/\p{Ll}/u.test(character)) return 'lower' satisfies CharacterType;
  if (/\p{Nd}/u.test(character)) return 'digit' satisfies CharacterType;
  if (/\p{Zs}/u.test(character)) return 'space' satisfies CharacterType;
  // Java tells punctuation from symbols and brackets from dashes.
  for (const category of ['Lt', 'Lm', 'Lo', 'Ps', 'Pe', 'Pd', 'Pc', 'Pi', 'Pf', 'Po', 'Sm', 'Sc', 'Sk', 'So', 'Cc']) {
    if (new RegExp(`\\p{${category}}`, 'u').test(character)) return category;
  }
  return 'other' satisfies CharacterType;
}

export function splitByCharacterType(text: string, camelCase: boolean): string[] {
  const parts: string[] = [];
  let part = '';
  let type = '';
  for (const character of text) {
    const next = characterType(character);
    if (part !== '' && next !== type) {
      if (camelCase && next === 'lower' && type === 'upper') {
        // The last capital starts the new word: `ASFLicense` gives `ASF`, `License`.
        if (part.length > 1) parts.push(part.slice(0, -1));
        part = part.slice(-1);
      } else {
        parts.push(part);
        part = '';
      }
    }
    part += character;
    type = next;
  }
  if (part !== '') parts.push(part);
  return parts;
}

/** The positions at which `part` occurs, without overlaps. */
export function countMatches(text: string, part: string): number {
  if (part === '') return 0;
  return text.split(part).length - 1;
}

export function swapCase(text: string): string {
  let swapped = '';
  for (const character of text) {
    const upper = character.toUpperCase();
    swapped += character === upper ? character.toLowerCase() : upper;
  }
  return swapped;
}

/** Markup without its tags; the text between them stays. */
export const stripHtmlTags = (html: string): string =>
  html
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<(script|style)\b[^]*?<\/\1\s*>/gi, '')
    .replace(/<\/?[a-zA-Z!][^<>]*>/g, '');
