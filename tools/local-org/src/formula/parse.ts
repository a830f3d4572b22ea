import type { BinaryOperator, FormulaNode } from './ast.js';
import { FormulaError } from './error.js';
import { tokenize, type Token } from './tokens.js';

/** Loosest first. Source: https://help.salesforce.com/s/articleView?id=sf.customize_functions.htm (operators) */
const LEVELS: readonly Readonly<Record<string, BinaryOperator>>[] = [
  { '||': '||' },
  { '&&': '&&' },
  { '=': '=', '==': '=', '<>': '<>', '!=': '<>' },
  { '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
  { '+': '+', '-': '-', '&': '&' },
  { '*': '*', '/': '/' },
  { '^': '^' }
];
/** Deeper nesting would only exhaust the stack. */
const MAX_DEPTH = 200;
/** A chain makes a tree as deep as it is long; no formula that the platform takes (3,900 characters) is longer. */
const MAX_OPERATORS = 2000;

/** @throws FormulaError in the platform's words. */
export function parseFormula(source: string): FormulaNode {
  return new Parser(tokenize(source)).parse();
}

const tooDeep = (): FormulaError => new FormulaError('Formula is nested too deeply');

class Parser {
  private at = 0;
  private depth = 0;
  private operators = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): FormulaNode {
    if (this.peek().kind === 'end') throw new FormulaError('Syntax error. Missing formula');
    const node = this.binary(0);
    if (this.peek().kind !== 'end') throw this.unexpected();
    return node;
  }

  private peek(): Token {
    return this.tokens[this.at] as Token;
  }

  private takeSymbol(value: string): boolean {
    if (this.peek().kind !== 'symbol' || this.peek().value !== value) return false;
    this.at++;
    return true;
  }

  private unexpected(): FormulaError {
    return new FormulaError(
      this.peek().kind === 'end' ? 'Syntax error. Found end of formula' : `Syntax error. Extra ${this.peek().value}`
    );
  }

  private binary(level: number): FormulaNode {
    const operators = LEVELS[level];
    if (!operators) return this.unary();
    if (++this.depth > MAX_DEPTH * LEVELS.length) throw tooDeep();
    let left = this.binary(level + 1);
    for (;;) {
      const operator = this.peek().kind === 'symbol' ? operators[this.peek().value] : undefined;
      if (operator === undefined) break;
      this.at++;
      if (++this.operators > MAX_OPERATORS) throw tooDeep();
      left = { kind: 'binary', operator, left, right: this.binary(level + 1) };
    }
    this.depth--;
    return left;
  }

  private unary(): FormulaNode {
    for (const operator of ['-', '+', '!'] as const) {
      if (!this.takeSymbol(operator)) continue;
      if (++this.operators > MAX_OPERATORS) throw tooDeep();
      return { kind: 'unary', operator, operand: this.unary() };
    }
    return this.primary();
  }

  private primary(): FormulaNode {
    const token = this.peek();
    if (this.takeSymbol('(')) {
      const inner = this.binary(0);
      if (!this.takeSymbol(')')) throw new FormulaError("Syntax error. Missing ')'");
      return inner;
    }
    this.at++;
    switch (token.kind) {
      case 'text':
        return { kind: 'text', value: token.value };
      case 'number':
        return { kind: 'number', value: token.value };
      case 'name':
        return this.named(token.value);
      default:
        this.at--;
        throw this.unexpected();
    }
  }

  private named(name: string): FormulaNode {
    if (this.takeSymbol('(')) return { kind: 'call', name: name.toUpperCase(), args: this.arguments() };
    const lower = name.toLowerCase();
    if (lower === 'true' || lower === 'false') return { kind: 'boolean', value: lower === 'true' };
    if (lower === 'null') return { kind: 'null' };
    const path = [name];
    while (this.takeSymbol('.')) {
      if (this.peek().kind !== 'name') throw this.unexpected();
      path.push(this.peek().value);
      this.at++;
    }
    return { kind: 'reference', path };
  }

  private arguments(): FormulaNode[] {
    const args: FormulaNode[] = [];
    if (this.takeSymbol(')')) return args;
    do args.push(this.binary(0));
    while (this.takeSymbol(','));
    if (!this.takeSymbol(')')) throw new FormulaError("Syntax error. Missing ')'");
    return args;
  }
}
