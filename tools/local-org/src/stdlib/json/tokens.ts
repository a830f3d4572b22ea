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

/**
 * Tokens of a JSON text, in order, errors at their place. Texts of errors follow Jackson's, which the platform shows.
 * @throws PlatformError System.JSONException
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const reader = new TokenReader(text);
  yield* reader.value();
  reader.skipSpace();
  if (!reader.atEnd) throw reader.unexpected(EXPECTED_VALUE);
}

class TokenReader {
  private at = 0;

  constructor(private readonly text: string) {}

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  skipSpace(): void {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    }
  }

  unexpected(expected: string): PlatformError {
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

  *value(): Generator<JsonToken> {
    this.skipSpace();
    const character = this.text[this.at];
    if (character === '{') yield* this.object();
    else if (character === '[') yield* this.array();
    else yield this.scalar();
  }

  private *object(): Generator<JsonToken> {
    this.at += 1;
    yield PUNCTUATION['{']!;
    this.skipSpace();
    if (this.text[this.at] !== '}') {
      for (;;) {
        this.skipSpace();
        if (this.text[this.at] !== '"') throw this.unexpected('was expecting double-quote to start field name');
        yield { kind: 'FIELD_NAME', text: this.string() };
        this.skipSpace();
        if (this.text[this.at] !== ':') {
          throw this.unexpected('was expecting a colon to separate field name and value');
        }
        this.at += 1;
        yield* this.value();
        this.skipSpace();
        if (this.text[this.at] === '}') break;
        if (this.text[this.at] !== ',') throw this.unexpected('was expecting comma to separate OBJECT entries');
        this.at += 1;
      }
    }
    this.at += 1;
    yield PUNCTUATION['}']!;
  }

  private *array(): Generator<JsonToken> {
    this.at += 1;
    yield PUNCTUATION['[']!;
    this.skipSpace();
    if (this.text[this.at] !== ']') {
      for (;;) {
        yield* this.value();
        this.skipSpace();
        if (this.text[this.at] === ']') break;
        if (this.text[this.at] !== ',') throw this.unexpected('was expecting comma to separate ARRAY entries');
        this.at += 1;
      }
    }
    this.at += 1;
    yield PUNCTUATION[']']!;
  }

  private scalar(): JsonToken {
    const character = this.text[this.at];
    if (character === '"') return { kind: 'VALUE_STRING', text: this.string() };
    const number = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;
    number.lastIndex = this.at;
    const match = number.exec(this.text);
    if (match) {
      this.at = number.lastIndex;
      if (/^-?0\d/.test(match[0]))
        throw jsonError(`Invalid numeric value: Leading zeroes not allowed at input location ${this.location()}`);
      const isFloat = match[1] !== undefined || match[2] !== undefined;
      return { kind: isFloat ? 'VALUE_NUMBER_FLOAT' : 'VALUE_NUMBER_INT', text: match[0] };
    }
    const word = /[A-Za-z_]\w*/y;
    word.lastIndex = this.at;
    const literal = word.exec(this.text)?.[0];
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
    const plain = /[^"\\\u0000-\u001f]*/y;
    plain.lastIndex = start;
    plain.exec(this.text);
    if (this.text[plain.lastIndex] === '"') {
      this.at = plain.lastIndex + 1;
      return this.text.slice(start, plain.lastIndex);
    }
    let decoded = '';
    this.at = start;
    for (;;) {
      plain.lastIndex = this.at;
      plain.exec(this.text);
      decoded += this.text.slice(this.at, plain.lastIndex);
      this.at = plain.lastIndex;
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
