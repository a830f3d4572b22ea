import { queryException } from '../problem.js';

/** `a AND (b OR c) AND NOT d`, as the search expression means it. */
export type SearchTerm =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly SearchTerm[] }
  | { readonly kind: 'not'; readonly part: SearchTerm }
  /** Regular expression over folded text. */
  | { readonly kind: 'words'; readonly pattern: string };

/** Deeper than anybody searches; each level is a call of the reader and of the writer of SQL. */
const MAX_DEPTH = 100;

/**
 * Reads the text of FIND: words side by side must all be there, `"…"` is a phrase, `*` and `?` are wildcards, AND, OR,
 * AND NOT and parentheses combine.
 * https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_sosl_find.htm
 *
 * @throws PlatformError System.QueryException for a text of less than two characters.
 */
export function readSearch(text: string): SearchTerm {
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[()]|(?:[^\s()"\\]|\\.)+/gs)].map((match) => match[0]);
  const plain = text.replace(/[*?"()\s]/g, '');
  if (plain.length < 2) {
    throw queryException({ message: `search term must be longer than one character: ${text}`, offset: 0 });
  }
  const reader = new TermReader(tokens, text);
  return reader.whole();
}

class TermReader {
  private position = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly text: string
  ) {}

  whole(): SearchTerm {
    const term = this.or();
    if (this.position < this.tokens.length) throw this.problem();
    return term;
  }

  private or(): SearchTerm {
    const parts = [this.and()];
    while (this.take('OR')) parts.push(this.and());
    return parts.length === 1 ? (parts[0] as SearchTerm) : { kind: 'or', parts };
  }

  private and(): SearchTerm {
    const parts = [this.unary()];
    for (;;) {
      const token = this.tokens[this.position];
      if (token === undefined || token === ')' || token.toUpperCase() === 'OR') break;
      this.take('AND');
      parts.push(this.unary());
    }
    return parts.length === 1 ? (parts[0] as SearchTerm) : { kind: 'and', parts };
  }

  private unary(): SearchTerm {
    if (this.take('NOT')) return { kind: 'not', part: this.nested(() => this.unary()) };
    if (this.take('(')) {
      const term = this.nested(() => this.or());
      if (!this.take(')')) throw this.problem();
      return term;
    }
    const token = this.tokens[this.position++];
    if (token === undefined || token === ')') throw this.problem();
    return { kind: 'words', pattern: patternOf(token) };
  }

  private nested(read: () => SearchTerm): SearchTerm {
    if (++this.depth > MAX_DEPTH) throw queryException({ message: 'the search is nested too deeply', offset: 0 });
    const term = read();
    this.depth--;
    return term;
  }

  private take(word: string): boolean {
    if (this.tokens[this.position]?.toUpperCase() !== word) return false;
    this.position++;
    return true;
  }

  private problem(): Error {
    return queryException({ message: `unexpected token in search: ${this.text}`, offset: 0 });
  }
}

/** Whole words; a wildcard opens the end it stands at. */
function patternOf(token: string): string {
  const phrase = (token.startsWith('"') ? token.slice(1, -1) : token).toLowerCase();
  let pattern = '';
  for (const [unit] of phrase.matchAll(/\\.|\s+|[^]/gs)) {
    if (unit === '*') pattern += '\\w*';
    else if (unit === '?') pattern += '\\w';
    else if (/^\s/.test(unit)) pattern += '\\W+';
    else pattern += escapeRegex(unit.length > 1 ? unit.slice(1) : unit);
  }
  return `(^|\\W)${pattern}(\\W|$)`;
}

const escapeRegex = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
