/** Turns line and column into a character offset. */
export class LineOffsets {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let index = 0; index < text.length; index++) if (text[index] === '\n') this.starts.push(index + 1);
  }

  /** @param line from 1; @param column from 0. */
  at(line: number, column: number): number {
    return (this.starts[line - 1] ?? this.starts.at(-1) ?? 0) + column;
  }
}
