import { ApexLexer, type ApexToken } from '@apexdevtools/apex-parser';
import type { SyntaxProblem } from './diagnostics.js';

const CLOSERS = new Map([
  [ApexLexer.LPAREN, ')'],
  [ApexLexer.LBRACK, ']'],
  [ApexLexer.LBRACE, '}']
]);

const problem = (token: ApexToken, message: string): SyntaxProblem => ({
  message,
  line: token.line,
  column: token.column + 1
});

/**
 * First bracket without its partner. The parser's own message about it names the opening bracket, which does not tell
 * what is wrong.
 */
export function unbalancedBracket(tokens: readonly ApexToken[]): SyntaxProblem | null {
  const visible = tokens.filter((token) => token.channel === 0);
  const open: { readonly closer: string; readonly isForHead: boolean }[] = [];
  for (const [index, token] of visible.entries()) {
    const closer = CLOSERS.get(token.type);
    const innermost = open.at(-1);
    if (closer) {
      open.push({ closer, isForHead: visible[index - 1]?.type === ApexLexer.FOR });
    } else if (token.type === ApexLexer.SEMI) {
      if (innermost && innermost.closer !== '}' && !innermost.isForHead) {
        return problem(token, `Missing '${innermost.closer}' at ';'`);
      }
    } else if (token.text === ')' || token.text === ']' || token.text === '}') {
      if (!innermost) return problem(token, `Unexpected token '${token.text}'.`);
      if (innermost.closer !== token.text) return problem(token, `Missing '${innermost.closer}' at '${token.text}'`);
      open.pop();
    }
  }
  const last = tokens.at(-1);
  const innermost = open.at(-1);
  return innermost && last ? problem(last, `Expecting '${innermost.closer}' but was: '<EOF>'`) : null;
}
