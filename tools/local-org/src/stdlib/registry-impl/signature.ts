/** Reads the signature strings of platform type definitions: `'List<String> split(String, Integer)'`. */

/** A type as written in a signature, before its name is looked up. */
export interface TypeText {
  readonly name: string;
  readonly args: readonly TypeText[];
}

export interface MemberSignature {
  readonly returnType: TypeText;
  readonly name: string;
  readonly parameters: readonly TypeText[];
}

class SignatureReader {
  private at = 0;

  constructor(private readonly text: string) {}

  fail(expected: string): never {
    throw new Error(`signature '${this.text}': ${expected} expected at position ${this.at + 1}`);
  }

  private skipSpace(): void {
    while (this.text[this.at] === ' ') this.at++;
  }

  accept(token: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.accept(token)) this.fail(`'${token}'`);
  }

  name(): string {
    this.skipSpace();
    const match = /^[A-Za-z_][\w]*(\.[A-Za-z_]\w*)*/.exec(this.text.slice(this.at));
    if (!match) this.fail('a name');
    this.at += match[0].length;
    return match[0];
  }

  type(): TypeText {
    const name = this.name();
    const args: TypeText[] = [];
    if (this.accept('<')) {
      do args.push(this.type());
      while (this.accept(','));
      this.expect('>');
    }
    let type: TypeText = { name, args };
    while (this.accept('[')) {
      this.expect(']');
      type = { name: 'List', args: [type] };
    }
    return type;
  }

  parameters(): TypeText[] {
    this.expect('(');
    const types: TypeText[] = [];
    if (this.accept(')')) return types;
    do {
      types.push(this.type());
      this.skipSpace();
      // A parameter name is allowed and carries no meaning.
      if (/[A-Za-z_]/.test(this.text[this.at] ?? '')) this.name();
    } while (this.accept(','));
    this.expect(')');
    return types;
  }

  end(): void {
    this.skipSpace();
    if (this.at < this.text.length) this.fail('the end');
  }
}

/** @param text e.g. `Map<Id, Account>`. @throws Error naming the text and the position. */
export function readType(text: string): TypeText {
  const reader = new SignatureReader(text);
  const type = reader.type();
  reader.end();
  return type;
}

/** @param text e.g. `Integer indexOf(String, Integer)`. @throws Error naming the text and the position. */
export function readMethod(text: string): MemberSignature {
  const reader = new SignatureReader(text);
  const returnType = reader.type();
  const name = reader.name();
  const parameters = reader.parameters();
  reader.end();
  return { returnType, name, parameters };
}

/** @param text a parameter list: `(String, Exception)`. @throws Error naming the text and the position. */
export function readParameters(text: string): readonly TypeText[] {
  const reader = new SignatureReader(text);
  const parameters = reader.parameters();
  reader.end();
  return parameters;
}

/** @param text e.g. `Map<String, String> params`. @throws Error naming the text and the position. */
export function readProperty(text: string): { readonly type: TypeText; readonly name: string } {
  const reader = new SignatureReader(text);
  const type = reader.type();
  const name = reader.name();
  reader.end();
  return { type, name };
}
