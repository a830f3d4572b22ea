import { FormulaError } from './error.js';

export interface Token {
  readonly kind: 'text' | 'number' | 'name' | 'symbol' | 'end';
  /** Decoded for text; as written otherwise. */
  readonly value: string;
}

const PATTERN =
  /\s+|\/\*[\s\S]*?\*\/|(?<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|(?<name>\$?[A-Za-z_][A-Za-z0-9_]*(?::[A-Za-z_][A-Za-z0-9_]*)?)|(?<text>"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')|(?<symbol><>|!=|==|<=|>=|&&|\|\||[-+*/^&=<>!(),.])/y;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '\\': '\\' };

/** @throws FormulaError for characters that begin no token. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < source.length) {
    const at = PATTERN.lastIndex;
    const match = PATTERN.exec(source);
    if (!match) throw new FormulaError(`Syntax error. Found '${source[at]}'`);
    const { number, name, text, symbol } = match.groups ?? {};
    if (number !== undefined) tokens.push({ kind: 'number', value: number });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else if (text !== undefined) tokens.push({ kind: 'text', value: unescape(text.slice(1, -1)) });
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', value: symbol });
  }
  tokens.push({ kind: 'end', value: '' });
  return tokens;
}

/** Regular expressions double their backslashes; a single one before another letter stays what it is. */
const unescape = (text: string): string =>
  text.replace(/\\([\s\S])/g, (whole, character: string) => ESCAPES[character] ?? whole);
