import { ApexLexer, type ApexToken } from '@apexdevtools/apex-parser';

/** How deep a text may be nested before the parser's time grows by more than its length, or its stack ends. */
export interface NestingLimits {
  /** Brackets within brackets. */
  readonly brackets: number;
  /** Angle brackets within angle brackets, and signs, casts and NOT in a row. */
  readonly prefixes: number;
  /** Operators and dots between two separators: they make a tree as deep as they are many. */
  readonly chain: number;
}

interface Level {
  prefixes: number;
  angles: number;
  chain: number;
}

const OPENING = new Set([ApexLexer.LPAREN, ApexLexer.LBRACK, ApexLexer.LBRACE]);
const CLOSING = new Set([ApexLexer.RPAREN, ApexLexer.RBRACK, ApexLexer.RBRACE]);
const SIGNS = new Set([ApexLexer.ADD, ApexLexer.SUB]);
const PREFIXES = new Set([ApexLexer.BANG, ApexLexer.TILDE, ApexLexer.INC, ApexLexer.DEC, ApexLexer.NOT]);
const ENDS_EXPRESSION = new Set([ApexLexer.SEMI, ApexLexer.COMMA]);
const OPERATORS = new Set([
  ApexLexer.DOT,
  ApexLexer.QUESTIONDOT,
  ApexLexer.ASSIGN,
  ApexLexer.QUESTION,
  ApexLexer.COLON,
  ApexLexer.COAL,
  ApexLexer.AND,
  ApexLexer.OR,
  ApexLexer.EQUAL,
  ApexLexer.NOTEQUAL,
  ApexLexer.ADD,
  ApexLexer.SUB,
  ApexLexer.MUL,
  ApexLexer.DIV,
  ApexLexer.BITAND,
  ApexLexer.BITOR,
  ApexLexer.CARET,
  ApexLexer.LBRACK
]);

/**
 * First token at which a text is nested deeper than a parser of the grammar can bear. Asked before the parser runs: it
 * would take hours for some kilobytes.
 *
 * @param tokens those of the whole text; hidden ones do not count.
 */
export function tooDeeplyNested(tokens: readonly ApexToken[], limits: NestingLimits): ApexToken | null {
  const open: Level[] = [newLevel()];
  let previous: ApexToken | null = null;
  for (const token of tokens) {
    if (token.channel !== 0) continue;
    const level = open.at(-1) as Level;
    count(level, token, previous);
    if (OPENING.has(token.type)) open.push(newLevel());
    else if (CLOSING.has(token.type) && open.length > 1) {
      open.pop();
      // A block ends its statement; other brackets end an operand.
      if (token.type === ApexLexer.RBRACE) open[open.length - 1] = newLevel();
    }
    const isTooDeep =
      open.length - 1 > limits.brackets ||
      level.prefixes > limits.prefixes ||
      level.angles > limits.prefixes ||
      level.chain > limits.chain;
    if (isTooDeep) return token;
    previous = token;
  }
  return null;
}

const newLevel = (): Level => ({ prefixes: 0, angles: 0, chain: 0 });

function count(level: Level, token: ApexToken, previous: ApexToken | null): void {
  const { type } = token;
  const afterOperand = previous !== null && CLOSING.has(previous.type) && SIGNS.has(type);
  const isPrefix = PREFIXES.has(type) || type === ApexLexer.LPAREN || (SIGNS.has(type) && !afterOperand);
  level.prefixes = isPrefix ? level.prefixes + 1 : 0;
  if (type === ApexLexer.LT) level.angles++;
  else if (type === ApexLexer.GT) level.angles = Math.max(0, level.angles - 1);
  else if (type === ApexLexer.SEMI || type === ApexLexer.AND || type === ApexLexer.OR) level.angles = 0;
  if (ENDS_EXPRESSION.has(type)) level.chain = 0;
  else if (OPERATORS.has(type)) level.chain++;
}
