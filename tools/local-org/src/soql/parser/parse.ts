import { ApexErrorListener, ApexParserFactory, type ApexParser, type QueryContext } from '@apexdevtools/apex-parser';
import type { Query } from '../ast.js';
import { QuerySyntaxError } from '../problem.js';
import { QueryBuilder } from './build-query.js';
import { LineOffsets } from './offsets.js';

/** Parsing costs some 4 ms per kB; applications repeat their query texts. */
const CACHE_SIZE = 2000;
const cache = new Map<string, Query>();

/**
 * Reads the text of a SOQL query: what stands between the brackets in Apex, or what dynamic SOQL and the APIs pass.
 *
 * @throws QuerySyntaxError with the platform's text.
 */
export function parseQuery(text: string): Query {
  const known = cache.get(text);
  if (known) return known;
  const query = parseAll(
    text,
    (parser) => parser.query(),
    (tree: QueryContext, builder) => builder.query(tree)
  );
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
  cache.set(text, query);
  return query;
}

/** Runs one rule of the grammar over the whole text. */
export function parseAll<Tree, Result>(
  text: string,
  rule: (parser: ApexParser) => Tree,
  build: (tree: Tree, builder: QueryBuilder) => Result
): Result {
  const offsets = new LineOffsets(text);
  const listener = new FirstError(offsets);
  const { parser } = ApexParserFactory.createLexerAndParser(lexable(text), listener);
  const tree = rule(parser);
  if (listener.first) throw listener.first;
  const next = parser.getCurrentToken();
  if (next.type !== END_OF_FILE) throw new QuerySyntaxError(`unexpected token: '${next.text}'`, next.start);
  return build(tree, new QueryBuilder(text));
}

const END_OF_FILE = -1;

/** The grammar is Apex's, whose strings know neither `\\%` nor `\\_`. Trees are read from the text as it was given. */
const lexable = (text: string): string =>
  text.replace(/\\(?:([%_])|[^])/g, (unit, wild: string | undefined) => (wild ? '\\n' : unit));

/** Keeps the first error only: those behind it are mostly its consequences. */
class FirstError extends ApexErrorListener {
  first: QuerySyntaxError | null = null;

  constructor(private readonly offsets: LineOffsets) {
    super();
  }

  override apexSyntaxError(line: number, column: number, message: string): void {
    this.first ??= new QuerySyntaxError(platformText(message), this.offsets.at(line, column));
  }
}

/** ANTLR's words in those of the platform: `unexpected token: 'FORM'`. */
function platformText(message: string): string {
  const token =
    /^(?:mismatched|extraneous) input '(.*)' expecting /s.exec(message) ??
    /^no viable alternative at input '(.*)'$/s.exec(message) ??
    /^token recognition error at: '(.*)'$/s.exec(message) ??
    /^missing .* at '(.*)'$/s.exec(message);
  if (!token) return `unexpected token: ${message}`;
  const words = (token[1] as string).trim().split(/\s+/);
  return `unexpected token: '${words.at(-1) ?? ''}'`;
}
