/**
 * Reads single values out of a JSON text without changing the text: numbers keep their digits, however many, and a part of the
 * text is handed on exactly as the sender wrote it. Nothing here recurses, so that no nesting exhausts the stack.
 */

/** Deeper than any message of a provider, and shallow enough for every reader behind us. */
export const MAXIMUM_DEPTH = 256;

/** One value of the text, by its place. */
export interface JsonValue {
  readonly text: string;
  readonly start: number;
  /** After the last character. */
  readonly end: number;
}

export type JsonReading =
  | { readonly value: JsonValue }
  /** What is wrong, without a piece of the text. */
  | { readonly problem: string };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const COMMA = 0x2c;
const SPACE = 0x20;

/** Makes sure that the text is JSON (RFC 8259) and not nested too deep. */
export function readJson(text: string): JsonReading {
  try {
    // The engine's parser is the judge of the grammar; its values are not used, since they round numbers.
    JSON.parse(text);
  } catch {
    return { problem: 'is not JSON' };
  }
  const start = skipSpace(text, 0);
  const end = skipValue(text, start);
  if (depthOf(text) > MAXIMUM_DEPTH) return { problem: `is nested more than ${MAXIMUM_DEPTH} levels deep` };
  return { value: { text, start, end } };
}

/** The value as the sender wrote it. */
export function sourceOf(value: JsonValue): string {
  return value.text.slice(value.start, value.end);
}

/**
 * The value of a member, or of an element if the value is a list and the name a position. Of several members of one name the
 * last counts, as for `JSON.parse` and for Apex.
 */
export function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  const first = value.text.charCodeAt(value.start);
  if (first === OPENING_BRACKET) return /^\d{1,9}$/.test(name) ? elementsOf(value)?.[Number(name)] : undefined;
  if (first !== OPENING_BRACE) return undefined;
  const { text } = value;
  let found: JsonValue | undefined;
  let at = skipSpace(text, value.start + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const nameEnd = skipString(text, at);
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = skipValue(text, start);
    if (stringAt(text, at, nameEnd) === name) found = { text, start, end };
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return found;
}

/** The elements of a list; undefined if the value is none. */
export function elementsOf({ text, start: open }: JsonValue): readonly JsonValue[] | undefined {
  if (text.charCodeAt(open) !== OPENING_BRACKET) return undefined;
  const elements: JsonValue[] = [];
  let at = skipSpace(text, open + 1);
  while (text.charCodeAt(at) !== CLOSING_BRACKET) {
    const end = skipValue(text, at);
    elements.push({ text, start: at, end });
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return elements;
}

/** The text of a string, the digits of a number, `true` or `false`; undefined for null, lists and objects. */
export function scalarOf({ text, start, end }: JsonValue): string | undefined {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return stringAt(text, start, end);
  if (first === OPENING_BRACE || first === OPENING_BRACKET) return undefined;
  const word = text.slice(start, end);
  return word === 'null' ? undefined : word;
}

export function isObject({ text, start }: JsonValue): boolean {
  return text.charCodeAt(start) === OPENING_BRACE;
}

function stringAt(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = skipString(text, at) - 1;
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) deepest = Math.max(deepest, (depth += 1));
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth -= 1;
  }
  return deepest;
}

/** From the first character of a value to after its last. */
function skipValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return skipString(text, start);
  if (first !== OPENING_BRACE && first !== OPENING_BRACKET) return skipWord(text, start);
  let depth = 0;
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = skipString(text, at) - 1;
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) depth += 1;
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
}

/** From the opening quote to after the closing one: the first that an even number of backslashes precedes. */
function skipString(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

/** A number, true, false or null. */
function skipWord(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= SPACE || code === COMMA || code === CLOSING_BRACE || code === CLOSING_BRACKET) break;
  }
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= SPACE) at += 1;
  return at;
}
