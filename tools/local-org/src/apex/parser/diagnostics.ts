import { ApexErrorListener, ApexLexer, type ApexToken } from '@apexdevtools/apex-parser';

/** A syntax error. `line` and `column` count from 1. */
export interface SyntaxProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

type Arguments = Parameters<ApexErrorListener['syntaxError']>;

/**
 * Collects syntax errors of lexer and parser, in the words of Salesforce's compiler as near as the grammar permits.
 * Only the first one is reliable: what follows may be a result of the parser's recovery.
 */
export class ProblemCollector extends ApexErrorListener {
  readonly problems: SyntaxProblem[] = [];

  override syntaxError(...args: Arguments): void {
    const [recognizer, symbol, line, column, text] = args;
    const message =
      recognizer instanceof ApexLexer ? lexerMessage(text) : parserMessage(recognizer, symbol as ApexToken, text);
    this.problems.push({ message, line, column: column + 1 });
  }

  override apexSyntaxError(): void {
    // syntaxError is overridden, nothing calls this.
  }

  /** The first error by place in the source; null when there is none. */
  first(): SyntaxProblem | null {
    const byPlace = (a: SyntaxProblem, b: SyntaxProblem): number => a.line - b.line || a.column - b.column;
    return [...this.problems].sort(byPlace)[0] ?? null;
  }
}

function lexerMessage(text: string): string {
  const found = /^token recognition error at: '(.*)'$/s.exec(text)?.[1] ?? '';
  if (!found.startsWith("'")) return `Unrecognized symbol '${found}', which is not a valid Apex identifier.`;
  const illegal = /\\(?![btnfr"'\\]|u[0-9a-fA-F]{4})./s.exec(found)?.[0];
  if (illegal) {
    return `Illegal string literal: Invalid string literal '${found.slice(1)}'. Illegal character sequence '${illegal}' in string literal.`;
  }
  return 'Line breaks not allowed in string literals';
}

interface TokenSource {
  readonly _input?: { LT(offset: number): ApexToken | null };
}

function parserMessage(recognizer: unknown, symbol: ApexToken, text: string): string {
  const found = tokenText(symbol);
  const missing = /^missing '?(.+?)'? at '/s.exec(text);
  if (missing) return `Missing '${expectedName(missing[1])}' at '${found}'`;
  const expecting = /expecting (\{.*\}|'.+'|\S+)$/s.exec(text)?.[1];
  const single = expecting && !expecting.startsWith('{') ? expectedName(expecting.replace(/^'|'$/g, '')) : null;
  if (text.startsWith('extraneous input')) {
    const next = (recognizer as TokenSource)._input?.LT(2);
    return single && next ? `Extra '${found}', at '${tokenText(next)}'.` : `Unexpected token '${found}'.`;
  }
  if (text.startsWith('mismatched input') && single) {
    return single === ';' ? `Missing ';' at '${found}'` : `Expecting '${single}' but was: '${found}'`;
  }
  return `Unexpected token '${found}'.`;
}

const tokenText = (token: ApexToken): string => (token.type === -1 ? '<EOF>' : token.text);

/** Names that the grammar gives to classes of tokens, in Salesforce's words. */
function expectedName(name: string | undefined): string {
  return name === 'Identifier' ? 'identifier' : (name ?? '');
}
