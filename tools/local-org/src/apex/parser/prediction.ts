import { ApexLexer as L, ApexParser, type ApexParserRuleContext } from '@apexdevtools/apex-parser';

/**
 * The generated parser decides between alternatives by simulating its automaton, which costs seconds for the first few
 * hundred kilobytes. Almost all of that time goes into the decisions below, which one or a few tokens settle. Whatever they
 * do not settle goes to the generated parser; a test compares the two ways over whole code bases.
 */

/** What is used of ANTLR's run time, whose types the parser package does not hand on. */
interface Internals {
  readonly ruleNames: readonly string[];
  precpred(context: ApexParserRuleContext, precedence: number): boolean;
  readonly _interp: {
    readonly atn: {
      readonly decisionToState: readonly { readonly ruleIndex: number }[];
      readonly ruleToStartState: readonly unknown[];
      nextTokens(state: unknown): { contains(token: number): boolean };
    };
    adaptivePredict(input: TokenInput, decision: number, context: ApexParserRuleContext): number;
  };
}

interface TokenInput {
  /** Type of the token `offset` places ahead, 1 being the next one. */
  LA(offset: number): number;
}

/** Number of the alternative, from 1; 0: not settled here. */
type Decide = (input: TokenInput, context: ApexParserRuleContext, parser: Internals) => number;

const UNSETTLED = 0;

/** Tokens that may stand for a name, keywords of queries and the like included. */
let names: { contains(token: number): boolean } | null = null;

/** `instanceof` may be a name to the grammar; in an expression it never is. */
const isName = (token: number): boolean => token !== L.INSTANCEOF && (names?.contains(token) ?? false);

const LITERALS: ReadonlySet<number> = new Set([
  L.IntegerLiteral,
  L.LongLiteral,
  L.NumberLiteral,
  L.StringLiteral,
  L.MultilineStringLiteral,
  L.BooleanLiteral,
  L.NULL
]);

const isTypeStart = (token: number): boolean => token === L.LIST || token === L.MAP || isName(token);

/** Offset behind `Outer.Inner<A, B>[]` that starts at the offset; 0 when no type stands there. */
function typeEnd(input: TokenInput, start: number): number {
  let at = start;
  for (;;) {
    if (!isTypeStart(input.LA(at))) return 0;
    at += 1;
    if (input.LA(at) === L.LT) {
      at = typeArgumentsEnd(input, at);
      if (at === 0) return 0;
    }
    if (input.LA(at) !== L.DOT) break;
    at += 1;
  }
  while (input.LA(at) === L.LBRACK && input.LA(at + 1) === L.RBRACK) at += 2;
  return at;
}

function typeArgumentsEnd(input: TokenInput, start: number): number {
  let at = start;
  do {
    at = typeEnd(input, at + 1);
    if (at === 0) return 0;
  } while (input.LA(at) === L.COMMA);
  return input.LA(at) === L.GT ? at + 1 : 0;
}

const typeArguments: Decide = (input) => (input.LA(1) === L.LT ? 1 : 2);

/** `typeRef ('.' typeName)*`: the last point may belong to `.class`. */
const typeNameAgain: Decide = (input) => (input.LA(1) === L.DOT && input.LA(2) !== L.CLASS ? 1 : 2);

const typeName: Decide = (input) => {
  const token = input.LA(1);
  if (token === L.LIST) return 1;
  if (token === L.SET) return 2;
  if (token === L.MAP) return 3;
  return isName(token) ? 4 : UNSETTLED;
};

const prefix: Decide = (input) => {
  const token = input.LA(1);
  switch (token) {
    case L.NEW:
      return 3;
    case L.LPAREN:
      return castOrParenthesis(input);
    case L.ADD:
    case L.SUB:
    case L.INC:
    case L.DEC:
      return 6;
    case L.TILDE:
    case L.BANG:
      return 7;
  }
  if (LITERALS.has(token)) return 1;
  if (isName(token) || token === L.THIS || token === L.SUPER) return input.LA(2) === L.LPAREN ? 2 : 1;
  return UNSETTLED;
};

/** `(T) operand` or `(expression)`. */
function castOrParenthesis(input: TokenInput): number {
  const end = typeEnd(input, 2);
  if (end === 0 || input.LA(end) !== L.RPAREN) return 5;
  const next = input.LA(end + 1);
  if (isName(next) || LITERALS.has(next)) return 4;
  switch (next) {
    case L.LPAREN:
    case L.NEW:
    case L.THIS:
    case L.SUPER:
    case L.BANG:
    case L.TILDE:
    case L.LIST:
    case L.MAP:
      return 4;
    case L.LBRACK:
      return input.LA(end + 2) === L.SELECT || input.LA(end + 2) === L.FIND ? 4 : 5;
    case L.ADD:
    case L.SUB:
    case L.INC:
    case L.DEC:
      return UNSETTLED;
    default:
      return 5;
  }
}

type Operator = readonly [alternative: number, precedence: number];

/** Alternative and precedence of each operator behind an operand. */
const OPERATORS: ReadonlyMap<number, Operator> = new Map<number, Operator>([
  [L.MUL, [1, 14]],
  [L.DIV, [1, 14]],
  [L.ADD, [2, 13]],
  [L.SUB, [2, 13]],
  [L.LT, [4, 11]],
  [L.GT, [4, 11]],
  [L.EQUAL, [5, 9]],
  [L.NOTEQUAL, [5, 9]],
  [L.TRIPLEEQUAL, [5, 9]],
  [L.TRIPLENOTEQUAL, [5, 9]],
  [L.LESSANDGREATER, [5, 9]],
  [L.BITAND, [6, 8]],
  [L.CARET, [7, 7]],
  [L.BITOR, [8, 6]],
  [L.AND, [9, 5]],
  [L.OR, [10, 4]],
  [L.COAL, [11, 3]],
  [L.QUESTION, [12, 2]],
  ...[
    L.ASSIGN,
    L.ADD_ASSIGN,
    L.SUB_ASSIGN,
    L.MUL_ASSIGN,
    L.DIV_ASSIGN,
    L.AND_ASSIGN,
    L.OR_ASSIGN,
    L.XOR_ASSIGN,
    L.RSHIFT_ASSIGN,
    L.URSHIFT_ASSIGN,
    L.LSHIFT_ASSIGN
  ].map((token): [number, Operator] => [token, [13, 1]]),
  [L.DOT, [14, 23]],
  [L.QUESTIONDOT, [14, 23]],
  [L.LBRACK, [15, 22]],
  [L.INC, [16, 17]],
  [L.DEC, [16, 17]],
  [L.INSTANCEOF, [17, 10]]
]);
const SHIFT: Operator = [3, 12];

function operatorAhead(input: TokenInput): Operator | null {
  const token = input.LA(1);
  // `<<`, `>>` and `>>>` are two or three tokens.
  if ((token === L.LT || token === L.GT) && input.LA(2) === token) return SHIFT;
  return OPERATORS.get(token) ?? null;
}

/** `merge a [SELECT …]`: a query, not an index. */
const isQueryAhead = (input: TokenInput): boolean =>
  input.LA(1) === L.LBRACK && (input.LA(2) === L.SELECT || input.LA(2) === L.FIND);

const operatorFollows: Decide = (input, context, parser) => {
  if (isQueryAhead(input)) return UNSETTLED;
  const operator = operatorAhead(input);
  return operator && parser.precpred(context, operator[1]) ? 1 : 2;
};

const operator: Decide = (input) => (isQueryAhead(input) ? UNSETTLED : (operatorAhead(input)?.[0] ?? UNSETTLED));

const shift: Decide = (input) => (input.LA(1) === L.LT ? 1 : input.LA(3) === L.GT ? 2 : 3);

const callOrField: Decide = (input) => (input.LA(2) === L.LPAREN ? 1 : 2);

const primary: Decide = (input) => {
  const token = input.LA(1);
  if (LITERALS.has(token)) return 3;
  switch (token) {
    case L.THIS:
      return 1;
    case L.SUPER:
      return 2;
    case L.VOID:
      return 5;
    case L.LBRACK:
      return input.LA(2) === L.SELECT ? 7 : input.LA(2) === L.FIND ? 8 : UNSETTLED;
    case L.FindLiteral:
      return 8;
    case L.LIST:
    case L.MAP:
      return 4;
  }
  if (!isName(token)) return UNSETTLED;
  return isClassLiteral(input) ? 4 : 6;
};

/** `A.B<C>[].class`, which ends in the keyword where a name would go on. */
function isClassLiteral(input: TokenInput): boolean {
  let at = 1;
  while (isTypeStart(input.LA(at))) {
    at += 1;
    if (input.LA(at) === L.LT) {
      at = typeArgumentsEnd(input, at);
      if (at === 0) return false;
    }
    while (input.LA(at) === L.LBRACK && input.LA(at + 1) === L.RBRACK) at += 2;
    if (input.LA(at) !== L.DOT) return false;
    at += 1;
  }
  return input.LA(at) === L.CLASS && at > 1;
}

const STATEMENTS: ReadonlyMap<number, number> = new Map([
  [L.LBRACE, 1],
  [L.IF, 2],
  [L.FOR, 4],
  [L.WHILE, 5],
  [L.DO, 6],
  [L.TRY, 7],
  [L.RETURN, 8],
  [L.THROW, 9],
  [L.BREAK, 10],
  [L.CONTINUE, 11],
  [L.INSERT, 12],
  [L.UPDATE, 13],
  [L.DELETE, 14],
  [L.UNDELETE, 15],
  [L.UPSERT, 16],
  [L.MERGE, 17],
  [L.SYSTEMRUNAS, 18],
  [L.FINAL, 19],
  [L.ATSIGN, 19]
]);

const statement: Decide = (input) => {
  const token = input.LA(1);
  const known = STATEMENTS.get(token);
  if (known !== undefined) return known;
  if (token === L.SWITCH && input.LA(2) === L.ON) return 3;
  if (!isTypeStart(token)) return LITERALS.has(token) || token === L.LPAREN || token === L.NEW ? 20 : UNSETTLED;
  const end = typeEnd(input, 1);
  return end > 0 && isName(input.LA(end)) ? 19 : 20;
};

const otherwise: Decide = (input) => (input.LA(1) === L.ELSE ? 1 : 2);

const OPENING: ReadonlySet<number> = new Set([L.LPAREN, L.LBRACE, L.LBRACK]);
const CLOSING: ReadonlySet<number> = new Set([L.RPAREN, L.RBRACE, L.RBRACK]);

/** What follows `new T`. */
const creatorRest: Decide = (input) => {
  switch (input.LA(1)) {
    case L.LPAREN:
      return 2;
    case L.LBRACK:
      return 3;
    case L.LBRACE:
      return input.LA(2) === L.RBRACE ? 1 : mapOrSet(input);
    default:
      return UNSETTLED;
  }
};

/** Whether the first element is an entry, `key => value`. */
function mapOrSet(input: TokenInput): number {
  for (let at = 2, depth = 0; ; at++) {
    const token = input.LA(at);
    if (token === L.MAPTO && depth === 0) return 4;
    if (token < 0 || (depth === 0 && (token === L.COMMA || token === L.RBRACE))) return 5;
    if (OPENING.has(token)) depth += 1;
    else if (CLOSING.has(token)) depth -= 1;
  }
}

/** Conditions of WHERE joined by AND, or by OR: the first of the two decides. */
const whereConditions: Decide = (input) => {
  if (input.LA(1) === L.NOT) return UNSETTLED;
  for (let at = 1, depth = 0; ; at++) {
    const token = input.LA(at);
    if (OPENING.has(token)) depth += 1;
    else if (CLOSING.has(token)) depth -= 1;
    if (depth === 0 && token === L.SOQLOR) return 2;
    const isEnd = token < 0 || depth < 0;
    const isClause = token === L.WITH || (token === L.GROUP && input.LA(at + 1) === L.BY) || token === L.SOQLAND;
    if (isEnd || (depth === 0 && isClause)) return 1;
  }
};

/** By decision number of the generated parser, with the rule the decision must belong to. */
const DECISIONS: readonly (readonly [decision: number, rule: string, decide: Decide])[] = [
  [36, 'typeRef', typeNameAgain],
  [38, 'typeName', typeArguments],
  [39, 'typeName', typeArguments],
  [40, 'typeName', typeArguments],
  [41, 'typeName', typeArguments],
  [42, 'typeName', typeName],
  [53, 'statement', statement],
  [54, 'ifStatement', otherwise],
  [86, 'expression', prefix],
  [87, 'expression', shift],
  [89, 'expression', callOrField],
  [90, 'expression', operator],
  [91, 'expression', operatorFollows],
  [92, 'primary', primary],
  [98, 'creator', creatorRest],
  [143, 'whereLogicalExpression', whereConditions]
];

let table: (Decide | undefined)[] | null = null;

/** @throws Error when the generated parser is another one than the table was written for. */
function decisionTable(parser: Internals): readonly (Decide | undefined)[] {
  if (table) return table;
  const { atn } = parser._interp;
  names = atn.nextTokens(atn.ruleToStartState[ApexParser.RULE_id]);
  const made: (Decide | undefined)[] = [];
  for (const [decision, rule, decide] of DECISIONS) {
    const found = parser.ruleNames[atn.decisionToState[decision]?.ruleIndex ?? -1];
    if (found !== rule) {
      throw new Error(`the Apex parser changed: decision ${decision} belongs to ${found ?? 'no rule'}, not to ${rule}`);
    }
    made[decision] = decide;
  }
  table = made;
  return made;
}

/** Makes a parser decide by tokens where they settle it. */
export function predictByTokens(apexParser: ApexParser): void {
  const parser = apexParser as unknown as Internals;
  const decisions = decisionTable(parser);
  const simulator = parser._interp;
  const simulate = simulator.adaptivePredict.bind(simulator);
  simulator.adaptivePredict = (input, decision, context) => {
    const settled = decisions[decision]?.(input, context, parser) ?? UNSETTLED;
    return settled === UNSETTLED ? simulate(input, decision, context) : settled;
  };
}
