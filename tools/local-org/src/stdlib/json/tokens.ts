import { PlatformError } from '../../values/platform-error.js';

export type JsonTokenKind =
  | 'START_OBJECT'
  | 'END_OBJECT'
  | 'START_ARRAY'
  | 'END_ARRAY'
  | 'FIELD_NAME'
  | 'VALUE_STRING'
  | 'VALUE_NUMBER_INT'
  | 'VALUE_NUMBER_FLOAT'
  | 'VALUE_TRUE'
  | 'VALUE_FALSE'
  | 'VALUE_NULL';

export interface JsonToken {
  readonly kind: JsonTokenKind;
  /** Decoded text of strings and names, digits of numbers, else the text itself. */
  readonly text: string;
}

const PUNCTUATION: Readonly<Record<string, JsonToken>> = {
  '{': { kind: 'START_OBJECT', text: '{' },
  '}': { kind: 'END_OBJECT', text: '}' },
  '[': { kind: 'START_ARRAY', text: '[' },
  ']': { kind: 'END_ARRAY', text: ']' }
};

const LITERALS: Readonly<Record<string, JsonToken>> = {
  true: { kind: 'VALUE_TRUE', text: 'true' },
  false: { kind: 'VALUE_FALSE', text: 'false' },
  null: { kind: 'VALUE_NULL', text: 'null' }
};

const EXPECTED_VALUE = "expected a valid value (number, String, array, object, 'true', 'false' or 'null')";

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t'
};

export const jsonError = (message: string): PlatformError => new PlatformError('System.JSONException', message);

// Sticky patterns, shared: each use sets lastIndex first.
const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_]\w*/y;
/** Characters of a string that stand for themselves. */
const PLAIN = /[^"\\\u0000-\u001f]*/y;

/** As many as Jackson allows by default; what reads a document goes down level by level. */
const MAX_DEPTH = 1000;

/** What may come next. */
type Expected = 'value' | 'first name' | 'first element' | 'separator';

/**
 * Reads a JSON text token by token; errors come at their place. Their texts follow Jackson's, which the platform shows.
 */
export class JsonTokens {
  private at = 0;
  private expected: Expected = 'value';
  /** Brackets that are open. */
  private readonly open: ('{' | '[')[] = [];

  constructor(private readonly text: string) {}

  /** null behind the last token. @throws PlatformError System.JSONException */
  next(): JsonToken | null {
    this.skipSpace();
    switch (this.expected) {
      case 'value':
        return this.value();
      case 'first name':
        return this.text[this.at] === '}' ? this.end() : this.fieldName();
      case 'first element':
        return this.text[this.at] === ']' ? this.end() : this.value();
      case 'separator':
        return this.separator();
    }
  }

  private get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  private skipSpace(): void {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    }
  }

  private unexpected(expected: string): PlatformError {
    if (this.atEnd) return this.endOfInput();
    const character = this.text[this.at]!;
    return jsonError(
      `Unexpected character ('${character}' (code ${character.charCodeAt(0)})): ${expected} at input location ${this.location()}`
    );
  }

  private endOfInput(): PlatformError {
    return this.text.trim() === ''
      ? jsonError('No content to map to Object due to end of input')
      : jsonError(`Unexpected end-of-input at input location ${this.location()}`);
  }

  /** `[line,column]`, from 1. */
  private location(): string {
    const before = this.text.slice(0, this.at);
    const lineStart = before.lastIndexOf('\n') + 1;
    return `[${before.split('\n').length},${this.at - lineStart + 1}]`;
  }

  private value(): JsonToken {
    const character = this.text[this.at];
    if (character === '{' || character === '[') {
      this.at += 1;
      this.open.push(character);
      if (this.open.length > MAX_DEPTH) {
        throw jsonError(
          `Document nesting depth (${this.open.length}) exceeds the maximum allowed (${MAX_DEPTH}) at input location ${this.location()}`
        );
      }
      this.expected = character === '{' ? 'first name' : 'first element';
      return PUNCTUATION[character]!;
    }
    const token = this.scalar();
    this.expected = 'separator';
    return token;
  }

  private fieldName(): JsonToken {
    if (this.text[this.at] !== '"') throw this.unexpected('was expecting double-quote to start field name');
    const token: JsonToken = { kind: 'FIELD_NAME', text: this.string() };
    this.skipSpace();
    if (this.text[this.at] !== ':') throw this.unexpected('was expecting a colon to separate field name and value');
    this.at += 1;
    this.expected = 'value';
    return token;
  }

  private end(): JsonToken {
    this.open.pop();
    this.expected = 'separator';
    return PUNCTUATION[this.text[this.at++]!]!;
  }

  /** After a value: the end of what is open, or a comma and the next entry; at the top nothing more. */
  private separator(): JsonToken | null {
    const inside = this.open.at(-1);
    if (inside === undefined) {
      if (!this.atEnd) throw this.unexpected(EXPECTED_VALUE);
      return null;
    }
    const character = this.text[this.at];
    if (character === (inside === '{' ? '}' : ']')) return this.end();
    if (character !== ',') {
      throw this.unexpected(`was expecting comma to separate ${inside === '{' ? 'OBJECT' : 'ARRAY'} entries`);
    }
    this.at += 1;
    this.skipSpace();
    return inside === '{' ? this.fieldName() : this.value();
  }

  private scalar(): JsonToken {
    const character = this.text[this.at];
    if (character === '"') return { kind: 'VALUE_STRING', text: this.string() };
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match) {
      this.at = NUMBER.lastIndex;
      if (/^-?0\d/.test(match[0]))
        throw jsonError(`Invalid numeric value: Leading zeroes not allowed at input location ${this.location()}`);
      const isFloat = match[1] !== undefined || match[2] !== undefined;
      return { kind: isFloat ? 'VALUE_NUMBER_FLOAT' : 'VALUE_NUMBER_INT', text: match[0] };
    }
    WORD.lastIndex = this.at;
    const literal = WORD.exec(this.text)?.[0];
    if (literal && Object.hasOwn(LITERALS, literal)) {
      this.at += literal.length;
      return LITERALS[literal]!;
    }
    if (literal)
      throw jsonError(
        `Unrecognized token '${literal}': was expecting 'null', 'true', 'false' or NaN at input location ${this.location()}`
      );
    throw this.unexpected(EXPECTED_VALUE);
  }

  /** At an opening quote. */
  private string(): string {
    const start = this.at + 1;
    PLAIN.lastIndex = start;
    PLAIN.exec(this.text);
    if (this.text[PLAIN.lastIndex] === '"') {
      this.at = PLAIN.lastIndex + 1;
      return this.text.slice(start, PLAIN.lastIndex);
    }
    let decoded = '';
    this.at = start;
    for (;;) {
      PLAIN.lastIndex = this.at;
      PLAIN.exec(this.text);
      decoded += this.text.slice(this.at, PLAIN.lastIndex);
      this.at = PLAIN.lastIndex;
      const character = this.text[this.at];
      if (character === undefined)
        throw jsonError(
          `Unexpected end-of-input: was expecting closing quote for a string value at input location ${this.location()}`
        );
      this.at += 1;
      if (character === '"') return decoded;
      if (character !== '\\') {
        throw jsonError(
          `Illegal unquoted character ((CTRL-CHAR, code ${character.charCodeAt(0)})): has to be escaped using backslash to be included in string value at input location ${this.location()}`
        );
      }
      decoded += this.escape();
    }
  }

  private escape(): string {
    const character = this.text[this.at] ?? '';
    if (character === 'u') {
      const digits = this.text.slice(this.at + 1, this.at + 5);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.unexpected('expected a hex-digit for character escape sequence');
      this.at += 5;
      return String.fromCharCode(parseInt(digits, 16));
    }
    const simple = ESCAPES[character];
    if (simple === undefined) {
      throw jsonError(
        `Unrecognized character escape '${character}' (code ${character.charCodeAt(0)}) at input location ${this.location()}`
      );
    }
    this.at += 1;
    return simple;
  }
}
