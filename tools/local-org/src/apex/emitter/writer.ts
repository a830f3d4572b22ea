/** From JavaScript line `from` on, the Apex line is the JavaScript line minus `shift`. */
export type LineShift = readonly [from: number, shift: number];

/**
 * JavaScript text under construction that keeps Apex's lines: what stands on Apex line n goes to JavaScript line n, so
 * that V8's stack traces give Apex lines. Where a function has to be written behind one that stands below it in the
 * source, the following lines are shifted, and `shifts` says by how much.
 */
export class LineWriter {
  private readonly parts: string[] = [];
  private line = 1;
  private shift = 0;
  readonly shifts: LineShift[] = [];

  /** @param text without line breaks. */
  write(text: string): void {
    this.parts.push(text);
  }

  /** Goes down to an Apex line; does nothing when the text is on it or below. */
  moveTo(apexLine: number): void {
    const target = apexLine + this.shift;
    if (target <= this.line) return;
    this.parts.push('\n'.repeat(target - this.line));
    this.line = target;
  }

  /** Start of a function whose first Apex line is given. */
  startAt(apexLine: number): void {
    if (apexLine + this.shift < this.line) {
      this.parts.push('\n');
      this.line += 1;
      this.shift = this.line - apexLine;
      this.shifts.push([this.line, this.shift]);
    }
    this.moveTo(apexLine);
  }

  /** A place to be filled later, by `fill`. */
  reserve(): number {
    return this.parts.push('') - 1;
  }

  /** @param text without line breaks. */
  fill(place: number, text: string): void {
    this.parts[place] = text;
  }

  toString(): string {
    return this.parts.join('');
  }
}
