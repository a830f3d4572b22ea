import { NotSupportedError, PlatformError } from '../../values/platform-error.js';
import { namedClass, PREDEFINED, SIMPLE_ESCAPES } from './java-regex-classes.js';

export interface TranslatedRegex {
  /** Source for JavaScript's `v` mode. */
  readonly pattern: string;
  /** 'i' or ''. */
  readonly flags: string;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
}

/** State that inline flags such as `(?s)` change, for the rest of the group they stand in. */
interface Modes {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
  readonly comments: boolean;
  readonly unixLines: boolean;
}

const DEFAULT_MODES: Modes = { ignoreCase: false, dotAll: false, multiline: false, comments: false, unixLines: false };
const LINE_END = '\\n\\r\\u0085\\u2028\\u2029';

/**
 * Writes a java.util.regex pattern for JavaScript. Every group becomes a named one, so that possessive quantifiers and
 * atomic groups (`(?=(?<a1>…))\k<a1>`) need no renumbering.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_classes_pattern_and_matcher_pattern_methods.htm
 * @throws PlatformError System.StringException for a pattern Java refuses; NotSupportedError for what JavaScript cannot do.
 */
export function translateRegex(source: string): TranslatedRegex {
  return new Translator(source).translate();
}

class Translator {
  private at = 0;
  private groups = 0;
  private helpers = 0;
  private readonly names = new Map<string, number>();
  /** The whole pattern ignores case: JavaScript's own flag does it, better than expanding letters. */
  private wholeIgnoresCase = false;

  constructor(private readonly source: string) {}

  translate(): TranslatedRegex {
    const lead = /^\(\?([a-zA-Z]*i[a-zA-Z]*)\)/.exec(this.source);
    this.wholeIgnoresCase = lead !== null && !/\(\?[a-zA-Z]*-[a-zA-Z]*i/.test(this.source);
    const pattern = this.alternation(DEFAULT_MODES);
    if (this.at < this.source.length) this.fail('Unmatched closing )');
    return {
      pattern,
      flags: this.wholeIgnoresCase ? 'i' : '',
      groupCount: this.groups,
      groupNames: this.names
    };
  }

  private fail(reason: string): never {
    throw new PlatformError(
      'System.StringException',
      `Invalid regex: ${reason} near index ${Math.max(this.at - 1, 0)}\n${this.source}`
    );
  }

  private peek(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  private accept(text: string): boolean {
    if (!this.peek(text)) return false;
    this.at += text.length;
    return true;
  }

  private alternation(outer: Modes): string {
    let modes = outer;
    const branches: string[] = [];
    let branch = '';
    while (this.at < this.source.length && !this.peek(')')) {
      if (this.accept('|')) {
        branches.push(branch);
        branch = '';
        continue;
      }
      const flags = this.inlineFlags(modes);
      if (flags) {
        modes = flags;
        continue;
      }
      branch += this.quantified(modes);
    }
    branches.push(branch);
    return branches.join('|');
  }

  /** `(?im-s)`: flags for the rest of the group. */
  private inlineFlags(modes: Modes): Modes | null {
    const match = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?\)/.exec(this.source.slice(this.at, this.at + 24));
    if (!match || match[0] === '(?)') return null;
    this.at += match[0].length;
    return this.apply(modes, match[1] ?? '', match[2] ?? '');
  }

  private apply(modes: Modes, on: string, off: string): Modes {
    const next: Record<string, boolean> = { ...modes };
    const set = (letters: string, value: boolean): void => {
      for (const letter of letters) {
        if (letter === 'i') next['ignoreCase'] = value;
        else if (letter === 's') next['dotAll'] = value;
        else if (letter === 'm') next['multiline'] = value;
        else if (letter === 'x') next['comments'] = value;
        else if (letter === 'd') next['unixLines'] = value;
        else if (letter !== 'u' && letter !== 'U') this.fail('Unknown inline modifier');
      }
    };
    set(on, true);
    set(off, false);
    return next as unknown as Modes;
  }

  private quantified(modes: Modes): string {
    if (modes.comments && this.skipComment()) return '';
    const atom = this.atom(modes);
    const match = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(this.source.slice(this.at));
    if (!match) {
      if (this.peek('{')) this.fail('Illegal repetition');
      return atom;
    }
    this.at += match[0].length;
    if (this.accept('+')) return this.atomic(`(?:${atom})${match[0]}`);
    return `${atom.length > 0 ? atom : '(?:)'}${match[0]}${this.accept('?') ? '?' : ''}`;
  }

  private atomic(body: string): string {
    this.helpers += 1;
    return `(?:(?=(?<a${this.helpers}>${body}))\\k<a${this.helpers}>)`;
  }

  private skipComment(): boolean {
    if (/\s/.test(this.source[this.at] ?? '')) {
      this.at += 1;
      return true;
    }
    if (this.source[this.at] !== '#') return false;
    const end = this.source.indexOf('\n', this.at);
    this.at = end < 0 ? this.source.length : end + 1;
    return true;
  }

  private atom(modes: Modes): string {
    const character = String.fromCodePoint(this.source.codePointAt(this.at)!);
    switch (character) {
      case '(':
        return this.group(modes);
      case '[':
        this.at += 1;
        return this.characterClass(modes);
      case '\\':
        this.at += 1;
        return this.escape(modes);
      case '.':
        this.at += 1;
        return modes.dotAll ? '[^]' : modes.unixLines ? '[^\\n]' : `[^${LINE_END}]`;
      case '^':
        this.at += 1;
        return modes.multiline ? `(?:(?<![^])|(?<=[${LINE_END}])(?=[^]))` : '^';
      case '$':
        this.at += 1;
        return modes.multiline ? `(?=[${LINE_END}]|(?![^]))` : `(?=(?:\\r\\n|[${LINE_END}])?$)`;
      case '*':
      case '+':
      case '?':
        return this.fail(`Dangling meta character '${character}'`);
      default:
        this.at += character.length;
        return this.literal(character, modes);
    }
  }

  private literal(character: string, modes: Modes): string {
    const escaped = escapeLiteral(character);
    if (!modes.ignoreCase || this.wholeIgnoresCase) return escaped;
    const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
    return lower === upper || lower.length !== upper.length ? escaped : `[${lower}${upper}]`;
  }

  private group(modes: Modes): string {
    this.at += 1;
    if (!this.accept('?')) return this.captured(modes, null);
    if (this.accept('>')) return this.atomic(this.closed(modes));
    for (const kind of [':', '=', '!', '<=', '<!']) {
      if (this.accept(kind)) return `(?${kind}${this.closed(modes)})`;
    }
    const name = /^<([a-zA-Z][a-zA-Z0-9]*)>/.exec(this.source.slice(this.at));
    if (name) {
      this.at += name[0].length;
      if (this.names.has(name[1]!)) this.fail(`Named capturing group <${name[1]}> is already defined`);
      return this.captured(modes, name[1]!);
    }
    const flags = /^([a-zA-Z]*)(?:-([a-zA-Z]*))?:/.exec(this.source.slice(this.at));
    if (!flags) return this.fail('Unknown group type');
    this.at += flags[0].length;
    return `(?:${this.closed(this.apply(modes, flags[1] ?? '', flags[2] ?? ''))})`;
  }

  private captured(modes: Modes, name: string | null): string {
    this.groups += 1;
    const number = this.groups;
    if (name !== null) this.names.set(name, number);
    return `(?<g${number}>${this.closed(modes)})`;
  }

  private closed(modes: Modes): string {
    const body = this.alternation(modes);
    if (!this.accept(')')) this.fail('Unclosed group');
    return body;
  }

  /** After a backslash, outside a class. */
  private escape(modes: Modes): string {
    const character = this.source[this.at];
    if (character === undefined) return this.fail('Unexpected internal error');
    switch (character) {
      case 'b':
      case 'B':
        this.at += 1;
        return `\\${character}`;
      case 'A':
        this.at += 1;
        return '^';
      case 'z':
        this.at += 1;
        return '$';
      case 'Z':
        this.at += 1;
        return `(?=(?:\\r\\n|[${LINE_END}])?$)`;
      case 'R':
        this.at += 1;
        return `(?:\\r\\n|[\\n\\x0B\\f\\r\\u0085\\u2028\\u2029])`;
      case 'X':
      case 'G':
        throw new NotSupportedError(`regular expression construct \\${character}`);
      case 'Q':
        this.at += 1;
        return [...this.quotation()].map((quoted) => this.literal(quoted, modes)).join('');
      case 'k': {
        const name = /^k<([a-zA-Z][a-zA-Z0-9]*)>/.exec(this.source.slice(this.at));
        const number = name ? this.names.get(name[1]!) : undefined;
        if (!name || number === undefined) return this.fail('Unknown named group');
        this.at += name[0].length;
        return `\\k<g${number}>`;
      }
    }
    const reference = /^[1-9]\d*/.exec(this.source.slice(this.at));
    if (reference) return this.backReference(reference[0]);
    const set = this.escapedSet();
    if (set !== null) return `[${set}]`;
    return this.literal(this.escapedCharacter(), modes);
  }

  /** As many digits as there are groups before; a group that comes later never matches. */
  private backReference(digits: string): string {
    let taken = 1;
    while (taken < digits.length && Number(digits.slice(0, taken + 1)) <= this.groups) taken += 1;
    this.at += taken;
    const number = Number(digits.slice(0, taken));
    return number <= this.groups ? `\\k<g${number}>` : '(?!)';
  }

  private quotation(): string {
    const end = this.source.indexOf('\\E', this.at);
    const text = this.source.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.source.length : end + 2;
    return text;
  }

  /** `\d`, `\s`, `\p{…}`: content of a class, null when the escape is one character. */
  private escapedSet(): string | null {
    const predefined = PREDEFINED.get(this.source[this.at]!);
    if (predefined !== undefined) {
      this.at += 1;
      return predefined;
    }
    const property = /^([pP])(?:\{(\^?)([^}]+)\}|([A-Z]))/.exec(this.source.slice(this.at));
    if (!property) return null;
    this.at += property[0].length;
    const name = property[3] ?? property[4]!;
    const set = namedClass(name);
    if (set === null) return this.fail(`Unknown character property name {${name}}`);
    return (property[1] === 'P') !== (property[2] === '^') ? `[^${set}]` : set;
  }

  /** The one character an escape stands for. */
  private escapedCharacter(): string {
    const rest = this.source.slice(this.at);
    const hex = /^(?:x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4}))/.exec(rest);
    if (hex) {
      this.at += hex[0].length;
      return String.fromCodePoint(parseInt(hex[1] ?? hex[2] ?? hex[3]!, 16));
    }
    const octal = /^0([0-3]?[0-7]{1,2})/.exec(rest);
    if (octal) {
      this.at += octal[0].length;
      return String.fromCharCode(parseInt(octal[1]!, 8));
    }
    if (rest[0] === 'c' && rest.length > 1) {
      this.at += 2;
      return String.fromCharCode(rest.charCodeAt(1) ^ 64);
    }
    const simple = SIMPLE_ESCAPES.get(rest[0]!);
    if (simple === undefined && /[a-zA-Z0-9]/.test(rest[0]!)) return this.fail('Illegal/unsupported escape sequence');
    const character = simple ?? String.fromCodePoint(rest.codePointAt(0)!);
    this.at += simple === undefined ? character.length : 1;
    return character;
  }

  /** After `[`: unions, nested classes and intersections (`[a-z&&[^bc]]`). */
  private characterClass(modes: Modes): string {
    const negated = this.accept('^');
    const operands: string[] = [];
    let union = '';
    let first = true;
    for (;;) {
      if (this.at >= this.source.length) this.fail('Unclosed character class');
      if (!first && this.accept(']')) break;
      if (this.accept('&&')) {
        operands.push(union);
        union = '';
      } else if (modes.comments && /\s/.test(this.source[this.at]!)) this.at += 1;
      else union += this.classItem(modes);
      first = false;
    }
    operands.push(union);
    const parts = operands.filter((operand) => operand !== '');
    const body = parts.length > 1 ? parts.map((part) => `[${part}]`).join('&&') : (parts[0] ?? '');
    return negated ? `[^${body}]` : `[${body}]`;
  }

  private classItem(modes: Modes): string {
    if (this.accept('[')) return this.characterClass(modes);
    if (this.accept('\\Q')) return [...this.quotation()].map((quoted) => this.classLiteral(quoted, modes)).join('');
    const low = this.classCharacter();
    if (low.set !== null) return low.set;
    const isRange =
      this.peek('-') && this.at + 1 < this.source.length && !/^-(\]|\[|&&)/.test(this.source.slice(this.at));
    if (!isRange) return this.classLiteral(low.character, modes);
    this.at += 1;
    const high = this.classCharacter();
    if (high.set !== null) return `${this.classLiteral(low.character, modes)}\\-${high.set}`;
    if (high.character.codePointAt(0)! < low.character.codePointAt(0)!) this.fail('Illegal character range');
    return this.range(low.character, high.character, modes);
  }

  private classCharacter(): { readonly set: string | null; readonly character: string } {
    if (!this.accept('\\')) {
      const character = String.fromCodePoint(this.source.codePointAt(this.at)!);
      this.at += character.length;
      return { set: null, character };
    }
    if (this.at >= this.source.length) this.fail('Unclosed character class');
    const set = this.escapedSet();
    return set === null ? { set, character: this.escapedCharacter() } : { set, character: '' };
  }

  private classLiteral(character: string, modes: Modes): string {
    const escaped = escapeInClass(character);
    if (!modes.ignoreCase || this.wholeIgnoresCase) return escaped;
    const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
    return lower === upper || lower.length !== upper.length ? escaped : lower + upper;
  }

  private range(low: string, high: string, modes: Modes): string {
    const plain = `${escapeInClass(low)}-${escapeInClass(high)}`;
    if (!modes.ignoreCase || this.wholeIgnoresCase) return plain;
    let extra = '';
    for (let code = low.codePointAt(0)!; code <= Math.min(high.codePointAt(0)!, 0x7f); code++) {
      const letter = String.fromCharCode(code);
      if (/[a-z]/.test(letter)) extra += letter.toUpperCase();
      else if (/[A-Z]/.test(letter)) extra += letter.toLowerCase();
    }
    return plain + extra;
  }
}

const escapeLiteral = (character: string): string =>
  /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : lineSafe(character);

const escapeInClass = (character: string): string =>
  /[()[\]{}/\-\\|&!#%,:;<=>@`~^$*+.?]/.test(character) ? `\\${character}` : lineSafe(character);

const lineSafe = (character: string): string =>
  /[\n\r\u2028\u2029]/.test(character) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character;
