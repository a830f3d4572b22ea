import type { ApexParserRuleContext, ApexTerminalNode, ApexToken } from '@apexdevtools/apex-parser';
import type { Position } from '../ast/nodes.js';

/** The text being parsed, with what is needed to give places and pieces of it. */
export class SourceText {
  /** UTF-16 offset of each code point; null when the two counts agree (no character outside the BMP). */
  private readonly offsets: Int32Array | null;

  constructor(
    readonly text: string,
    /** All tokens, comments and white space included. */
    readonly tokens: readonly ApexToken[]
  ) {
    this.offsets = codePointOffsets(text);
  }

  position(token: ApexToken): Position {
    return { line: token.line, column: token.column + 1, offset: this.offset(token.start) };
  }

  start(context: ApexParserRuleContext): Position {
    return this.position(context.start);
  }

  /** Place of the last token of the construct, such as the closing brace of a block. */
  end(context: ApexParserRuleContext): Position {
    return this.position(context.stop ?? context.start);
  }

  at(terminal: ApexTerminalNode): Position {
    return this.position(terminal.symbol);
  }

  /** Source text from the first to the last token, both included. */
  between(first: ApexToken, last: ApexToken): string {
    return this.text.slice(this.offset(first.start), this.offset(last.stop + 1));
  }

  /** @param codePoint index as ANTLR counts, in code points. */
  private offset(codePoint: number): number {
    return this.offsets ? (this.offsets[codePoint] ?? this.text.length) : codePoint;
  }
}

function codePointOffsets(text: string): Int32Array | null {
  if (!/[\ud800-\udbff]/.test(text)) return null;
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    offsets.push(offset);
    offset += character.length;
  }
  offsets.push(offset);
  return Int32Array.from(offsets);
}
