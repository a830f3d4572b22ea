import type { ApexParser } from '@apexdevtools/apex-parser';
import { ApexLexer, ApexParserFactory, type ApexToken } from '@apexdevtools/apex-parser';
import type { AnonymousUnit, ClassUnit, CompilationUnit, TriggerUnit } from '../ast/nodes.js';
import { tooDeeplyNested } from '../../soql/parser/nesting.js';
import { unbalancedBracket } from './brackets.js';
import { ProblemCollector, type SyntaxProblem } from './diagnostics.js';
import { SourceText } from './source.js';
import { parenthesizedOperands } from './parentheses.js';
import { predictByTokens } from './prediction.js';
import { anonymousUnit, classUnit, triggerUnit } from './units.js';

export type { SyntaxProblem } from './diagnostics.js';
export type UnitKind = 'class' | 'trigger' | 'anonymous';

export interface ParseOptions {
  /** Leave every decision to the generated parser: slow, for the test that compares. */
  readonly generatedPrediction?: boolean;
}

interface UnitOf {
  class: ClassUnit;
  trigger: TriggerUnit;
  anonymous: AnonymousUnit;
}

export type ParseResult<U extends CompilationUnit = CompilationUnit> =
  | { readonly unit: U; readonly problems?: undefined }
  | { readonly unit?: undefined; readonly problems: readonly SyntaxProblem[] };

const TOO_DEEP = 'Source is nested too deeply.';
const NESTING = { brackets: 200, prefixes: 100, chain: 2000 };

/**
 * Parses one compilation unit.
 * @param fileName for messages about the parser itself only; the problems carry no file name.
 * @returns the syntax tree, or the syntax error nearest to the start of the source: as on the platform, errors that
 *   follow the first are mostly results of it.
 */
export function parseUnit<K extends UnitKind>(
  source: string,
  kind: K,
  fileName: string,
  options: ParseOptions = {}
): ParseResult<UnitOf[K]> {
  const collector = new ProblemCollector();
  const lexer = ApexParserFactory.createLexer(source);
  lexer.addErrorListener(collector);
  const stream = ApexParserFactory.createTokenStream(lexer);
  stream.fill();
  const tokens = stream.tokens as ApexToken[];
  const deep = tooDeeplyNested(tokens, NESTING);
  if (deep) return { problems: [{ message: TOO_DEEP, line: deep.line, column: deep.column + 1 }] };
  hide(parenthesizedOperands(tokens));
  const parser = ApexParserFactory.createParser(stream);
  parser.addErrorListener(collector);
  if (!options.generatedPrediction) predictByTokens(parser);
  const text = new SourceText(source, tokens);
  try {
    const build = UNITS[kind](parser, text);
    const problem =
      brokenString(tokens) ?? invalidName(tokens) ?? pointAfterNumber(tokens, source) ?? collector.first();
    if (problem) return { problems: [clearer(problem, unbalancedBracket(tokens))] };
    return { unit: build() as UnitOf[K] };
  } catch (error) {
    if (error instanceof RangeError) return { problems: [{ message: TOO_DEEP, line: 1, column: 1 }] };
    throw new Error(`the Apex parser failed on ${fileName}: ${(error as Error).message}`, { cause: error });
  }
}

/** Parses at once and returns what makes the syntax tree, to be called only when there was no error. */
const UNITS: Readonly<Record<UnitKind, (parser: ApexParser, text: SourceText) => () => CompilationUnit>> = {
  class(parser, text) {
    const context = parser.compilationUnit();
    return () => classUnit(text, context);
  },
  trigger(parser, text) {
    const context = parser.triggerUnit();
    return () => triggerUnit(text, context);
  },
  anonymous(parser, text) {
    const context = parser.anonymousUnit();
    return () => anonymousUnit(text, context);
  }
};

function hide(tokens: readonly ApexToken[]): void {
  for (const token of tokens) token.channel = ApexLexer.WHITESPACE_CHANNEL;
}

/** The bracket that lacks its partner, where the parser stumbled over its consequences only. */
function clearer(problem: SyntaxProblem, bracket: SyntaxProblem | null): SyntaxProblem {
  if (!bracket) return problem;
  const before = bracket.line < problem.line || (bracket.line === problem.line && bracket.column <= problem.column);
  return before || (/'(?:[([{]|<EOF>)'\.?$/.test(problem.message) && !problem.message.startsWith("Missing ')"))
    ? bracket
    : problem;
}

/** The grammar lets a string run over lines; Apex does not, unless it is quoted three times. */
function brokenString(tokens: readonly ApexToken[]): SyntaxProblem | null {
  const token = tokens.find(({ type, text }) => type === ApexLexer.StringLiteral && /[\r\n]/.test(text));
  return token
    ? { message: 'Line breaks not allowed in string literals', line: token.line, column: token.column + 1 }
    : null;
}

/**
 * Salesforce's lexer reads `1234.` as the start of a decimal number and wants a digit behind the point: `1234.format()` is an
 * error, `1234 .format()` and `1.5.format()` are not.
 */
function pointAfterNumber(tokens: readonly ApexToken[], source: string): SyntaxProblem | null {
  const token = tokens.find(({ type }, index) => {
    const point = tokens[index + 1];
    return type === ApexLexer.IntegerLiteral && point?.type === ApexLexer.DOT;
  });
  if (!token) return null;
  const at = token.stop + 2;
  const message = `Unrecognized symbol '${source[at] ?? ''}', which is not a valid Apex identifier.`;
  return { message, line: token.line, column: token.column + 1 + (at - token.start) };
}

/** The grammar takes names of any letters; Apex wants ASCII. The text is that of Salesforce's compiler. */
function invalidName(tokens: readonly ApexToken[]): SyntaxProblem | null {
  const token = tokens.find(({ type, text }) => type === ApexLexer.Identifier && !/^[A-Za-z][\w$]*$/.test(text));
  if (!token) return null;
  const message =
    `Invalid identifier '${token.text}'. Apex identifiers must start with an ASCII letter (a-z or A-Z) ` +
    "followed by any number of ASCII letters (a-z or A-Z), digits (0 - 9), '$', '_'.";
  return { message, line: token.line, column: token.column + 1 };
}
