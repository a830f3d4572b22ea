import {
  ApexErrorListener,
  ApexParserFactory,
  type ApexParser,
  type ApexToken,
  type QueryContext
} from '@apexdevtools/apex-parser';
import type { Query } from '../ast.js';
import { QuerySyntaxError } from '../problem.js';
import { QueryBuilder } from './build-query.js';
import { tooDeeplyNested } from './nesting.js';
import { LineOffsets } from './offsets.js';

/** Parsing costs some 4 ms per kB; applications repeat their query texts. */
const CACHE_SIZE = 2000;
const cache = new Map<string, Query>();

/** Deeper than any query of an application; the parser's time grows with the third power of the depth. */
const NESTING = { brackets: 40, prefixes: 40, chain: 20_000 };

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
  const lexerErrors = new FirstError(new LineOffsets(text));
  const lexer = ApexParserFactory.createLexer(lexable(text));
  lexer.addErrorListener(lexerErrors);
  const stream = ApexParserFactory.createTokenStream(lexer);
  stream.fill();
  const deep = tooDeeplyNested(stream.tokens as ApexToken[], NESTING);
  if (deep) throw new QuerySyntaxError('the query is nested too deeply', deep.start);
  const attempt = (mode: number): Tree | QuerySyntaxError => {
    const errors = new FirstError(new LineOffsets(text));
    (stream as unknown as Rewindable).seek(0);
    const parser = ApexParserFactory.createParser(stream);
    parser.addErrorListener(errors);
    (parser as unknown as Predicting)._interp.predictionMode = mode;
    const tree = rule(parser);
    if (errors.first) return errors.first;
    const next = parser.getCurrentToken();
    return next.type === END_OF_FILE ? tree : new QuerySyntaxError(`unexpected token: '${next.text}'`, next.start);
  };
  const quick = attempt(SLL);
  const tree = quick instanceof QuerySyntaxError ? attempt(LL) : quick;
  const problems = [lexerErrors.first, tree instanceof QuerySyntaxError ? tree : null].filter((one) => one !== null);
  if (problems.length > 0) throw problems.reduce((first, next) => (next.offset < first.offset ? next : first));
  return build(tree as Tree, new QueryBuilder(text));
}

/**
 * ANTLR's two ways to decide between alternatives. The first looks at the rule alone and takes time in the length of the
 * text; what it reads, the second reads the same. The second takes the third power for lists and brackets, and reads all
 * that the grammar means.
 */
const SLL = 0;
const LL = 1;

// What is used of ANTLR's run time, whose types the parser package does not hand on.
interface Predicting {
  readonly _interp: { predictionMode: number };
}
interface Rewindable {
  seek(index: number): void;
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

  override syntaxError(...args: Parameters<ApexErrorListener['syntaxError']>): void {
    const [, symbol, line, column, message] = args;
    this.first ??= new QuerySyntaxError(
      platformText(message, symbol as ApexToken | null),
      this.offsets.at(line, column)
    );
  }

  override apexSyntaxError(): void {
    // syntaxError is overridden, nothing calls this.
  }
}

/** ANTLR's words in those of the platform: `unexpected token: 'FORM'`. */
function platformText(message: string, symbol: ApexToken | null): string {
  // The message quotes all that was read until then; the token is where the reading ended.
  if (symbol && message.startsWith('no viable alternative')) return `unexpected token: '${symbol.text}'`;
  const token =
    /^(?:mismatched|extraneous) input '(.*)' expecting /s.exec(message) ??
    /^token recognition error at: '(.*)'$/s.exec(message) ??
    /^missing .* at '(.*)'$/s.exec(message);
  return `unexpected token: ${token ? `'${(token[1] as string).trim().split(/\s+/).at(-1) ?? ''}'` : message}`;
}
