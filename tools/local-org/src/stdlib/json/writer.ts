import { jsonError } from './tokens.js';

/** Text of a string in JSON: quotes, backslash and control characters escaped, the rest as it is. */
export function quoted(text: string): string {
  return /["\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text) ? JSON.stringify(text) : `"${text}"`;
}

interface Level {
  readonly kind: 'object' | 'array';
  count: number;
  /** After a field name, before its value. */
  named: boolean;
}

/**
 * Writes JSON text piece by piece. Pretty text is Jackson's: two spaces a level of objects, `"key" : value`, arrays on one
 * line. @throws PlatformError System.JSONException when the pieces do not fit together.
 */
export class JsonWriter {
  private text = '';
  private readonly levels: Level[] = [];

  constructor(private readonly pretty: boolean) {}

  get depth(): number {
    return this.levels.length;
  }

  toString(): string {
    return this.text;
  }

  startObject(): void {
    this.beforeValue();
    this.text += '{';
    this.levels.push({ kind: 'object', count: 0, named: false });
  }

  endObject(): void {
    const level = this.close('object');
    if (this.pretty) this.text += level.count === 0 ? ' ' : this.newLine();
    this.text += '}';
  }

  startArray(): void {
    this.beforeValue();
    this.text += '[';
    this.levels.push({ kind: 'array', count: 0, named: false });
  }

  endArray(): void {
    this.close('array');
    this.text += this.pretty ? ' ]' : ']';
  }

  name(name: string): void {
    const level = this.levels.at(-1);
    if (level?.kind !== 'object' || level.named) throw jsonError('Can not write a field name, expecting a value');
    if (level.count > 0) this.text += ',';
    if (this.pretty) this.text += this.newLine();
    level.count += 1;
    level.named = true;
    this.text += quoted(name) + (this.pretty ? ' : ' : ':');
  }

  /** A value that is JSON text already. */
  raw(value: string): void {
    this.beforeValue();
    this.text += value;
  }

  private beforeValue(): void {
    const level = this.levels.at(-1);
    if (!level) {
      // Values at the top are parted by a space, as Jackson does.
      if (this.text !== '') this.text += ' ';
      return;
    }
    if (level.kind === 'object') {
      if (!level.named) throw jsonError('Can not write a value, expecting a field name');
      level.named = false;
      return;
    }
    if (level.count > 0) this.text += this.pretty ? ', ' : ',';
    else if (this.pretty) this.text += ' ';
    level.count += 1;
  }

  private close(kind: Level['kind']): Level {
    const level = this.levels.at(-1);
    if (level?.kind !== kind) {
      throw jsonError(`Current context not an ${kind === 'object' ? 'object' : 'ARRAY'} but ${level?.kind ?? 'root'}`);
    }
    this.levels.pop();
    return level;
  }

  private newLine(): string {
    return `\n${'  '.repeat(this.levels.filter((level) => level.kind === 'object').length)}`;
  }
}
