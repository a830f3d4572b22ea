import { ApexLexer, type ApexToken } from '@apexdevtools/apex-parser';

/** Types whose values a cast of a signed operand can yield: `(Integer) -x` is a cast, `(x) - y` a subtraction. */
const CASTABLE = new Set(['integer', 'long', 'double', 'decimal', 'object', 'string', 'id', 'sobject', 'boolean']);

/** Tokens after which an expression starts, so that a parenthesis there is no argument list and no statement head. */
const BEFORE_OPERAND = new Set([
  ApexLexer.LPAREN,
  ApexLexer.LBRACE,
  ApexLexer.RBRACE,
  ApexLexer.LBRACK,
  ApexLexer.SEMI,
  ApexLexer.COMMA,
  ApexLexer.ASSIGN,
  ApexLexer.GT,
  ApexLexer.LT,
  ApexLexer.BANG,
  ApexLexer.TILDE,
  ApexLexer.QUESTION,
  ApexLexer.COLON,
  ApexLexer.EQUAL,
  ApexLexer.TRIPLEEQUAL,
  ApexLexer.NOTEQUAL,
  ApexLexer.LESSANDGREATER,
  ApexLexer.TRIPLENOTEQUAL,
  ApexLexer.AND,
  ApexLexer.OR,
  ApexLexer.COAL,
  ApexLexer.ADD,
  ApexLexer.SUB,
  ApexLexer.MUL,
  ApexLexer.DIV,
  ApexLexer.BITAND,
  ApexLexer.BITOR,
  ApexLexer.CARET,
  ApexLexer.MAPTO,
  ApexLexer.ADD_ASSIGN,
  ApexLexer.SUB_ASSIGN,
  ApexLexer.MUL_ASSIGN,
  ApexLexer.DIV_ASSIGN,
  ApexLexer.AND_ASSIGN,
  ApexLexer.OR_ASSIGN,
  ApexLexer.XOR_ASSIGN,
  ApexLexer.LSHIFT_ASSIGN,
  ApexLexer.RSHIFT_ASSIGN,
  ApexLexer.URSHIFT_ASSIGN,
  ApexLexer.RETURN
]);

/**
 * The grammar reads `(a) - b` as a cast of `-b` to the type `a`. Parentheses round a dotted name that is no castable
 * type, followed by a sign, mean nothing: they are returned, to be hidden from the parser.
 */
export function parenthesizedOperands(tokens: readonly ApexToken[]): readonly ApexToken[] {
  const visible = tokens.filter((token) => token.channel === 0);
  const found: ApexToken[] = [];
  visible.forEach((token, start) => {
    if (token.type !== ApexLexer.LPAREN) return;
    const before = visible[start - 1];
    if (!before || !BEFORE_OPERAND.has(before.type)) return;
    const close = endOfDottedName(visible, start + 1);
    const after = visible[close + 1]?.type;
    if (visible[close]?.type !== ApexLexer.RPAREN || (after !== ApexLexer.ADD && after !== ApexLexer.SUB)) return;
    if (close === start + 2 && CASTABLE.has(visible[start + 1]?.text.toLowerCase() ?? '')) return;
    found.push(token, visible[close] as ApexToken);
  });
  return found;
}

/** Index behind `a.b.c`; the index itself when there is no name. */
function endOfDottedName(tokens: readonly ApexToken[], start: number): number {
  let index = start;
  while (isWord(tokens[index])) {
    index++;
    if (tokens[index]?.type !== ApexLexer.DOT) return index;
    index++;
  }
  return start;
}

const isWord = (token: ApexToken | undefined): boolean => token !== undefined && /^[a-z_]\w*$/i.test(token.text);
