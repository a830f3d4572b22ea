import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { advance, groupRange, groupText, replaceMatches } from '../support/java-regex.js';
import { apexReference } from '../support/reference.js';
import type { Pattern } from './Pattern.js';

const TYPE = platformType('System', 'Matcher');

/** Runs a pattern over a text; remembers the last match, as java.util.regex.Matcher. */
export class Matcher extends PlatformObject {
  private match: RegExpExecArray | null = null;
  /** Offset of the region in the text; positions in `match` count from it. */
  regionStart = 0;
  regionEnd: number;
  private next = 0;
  anchoringBounds = true;
  transparentBounds = false;
  hitEnd = false;

  constructor(
    public pattern: Pattern,
    private text: string
  ) {
    super();
    this.regionEnd = text.length;
  }

  override get apexType() {
    return TYPE;
  }

  private get region(): string {
    return this.regionStart === 0 && this.regionEnd === this.text.length
      ? this.text
      : this.text.slice(this.regionStart, this.regionEnd);
  }

  private remember(match: RegExpExecArray | null): boolean {
    this.match = match;
    this.hitEnd = match === null || match.index + match[0].length === this.region.length;
    if (match) this.next = match.index + match[0].length;
    return match !== null;
  }

  matches(): boolean {
    const { whole } = this.pattern.regex;
    whole.lastIndex = 0;
    return this.remember(whole.exec(this.region));
  }

  lookingAt(): boolean {
    const { sticky } = this.pattern.regex;
    sticky.lastIndex = 0;
    return this.remember(sticky.exec(this.region));
  }

  find(): boolean {
    const region = this.region;
    // After an empty match the search goes on one character further.
    const from = this.match && this.match[0].length === 0 ? advance(region, this.next) : this.next;
    if (from > region.length) return this.remember(null);
    const { search } = this.pattern.regex;
    search.lastIndex = from;
    return this.remember(search.exec(region));
  }

  findFrom(start: number): boolean {
    if (start < 0 || start > this.text.length) {
      throw new PlatformError('System.StringException', `Illegal start index: ${start}`);
    }
    this.reset();
    this.next = start;
    return this.find();
  }

  reset(text = this.text): this {
    this.text = text;
    this.regionStart = 0;
    this.regionEnd = text.length;
    this.next = 0;
    this.match = null;
    return this;
  }

  setRegion(start: number, end: number): this {
    if (start < 0 || start > end || end > this.text.length) {
      throw new PlatformError('System.StringException', `Illegal region: ${start}, ${end}`);
    }
    this.reset();
    this.regionStart = start;
    this.regionEnd = end;
    return this;
  }

  usePattern(pattern: Pattern): this {
    this.pattern = pattern;
    this.match = null;
    return this;
  }

  private get found(): RegExpExecArray {
    if (!this.match) throw new PlatformError('System.StringException', 'No match found');
    return this.match;
  }

  private checkGroup(index: number): void {
    if (index < 0 || index > this.pattern.regex.groupCount) {
      throw new PlatformError('System.StringException', `Group index out of bounds: ${index}`);
    }
  }

  group(index: number): string | null {
    const match = this.found;
    this.checkGroup(index);
    return groupText(match, index);
  }

  /** -1 for a group that took no part. */
  bound(index: number, which: 0 | 1): number {
    const match = this.found;
    this.checkGroup(index);
    const range = groupRange(match, index);
    return range ? range[which] + this.regionStart : -1;
  }

  replace(replacement: string, firstOnly: boolean): string {
    this.reset();
    return replaceMatches(this.pattern.regex, this.text, replacement, firstOnly);
  }
}

export default definePlatformType({
  name: 'System.Matcher',
  source: apexReference('apex_classes_pattern_and_matcher_matcher_methods'),
  statics: {
    'String quoteReplacement(String)': (text: string | null) => required(text).replace(/[\\$]/g, '\\$&')
  },
  methods: {
    'Integer end()': (self: Matcher) => self.bound(0, 1),
    'Integer end(Integer)': (self: Matcher, group: number | null) => self.bound(required(group), 1),
    'Boolean find()': (self: Matcher) => self.find(),
    'Boolean find(Integer)': (self: Matcher, start: number | null) => self.findFrom(required(start)),
    'String group()': (self: Matcher) => self.group(0),
    'String group(Integer)': (self: Matcher, group: number | null) => self.group(required(group)),
    'Integer groupCount()': (self: Matcher) => self.pattern.regex.groupCount,
    'Boolean hasAnchoringBounds()': (self: Matcher) => self.anchoringBounds,
    'Boolean hasTransparentBounds()': (self: Matcher) => self.transparentBounds,
    'Boolean hitEnd()': (self: Matcher) => self.hitEnd,
    'Boolean lookingAt()': (self: Matcher) => self.lookingAt(),
    'Boolean matches()': (self: Matcher) => self.matches(),
    'Pattern pattern()': (self: Matcher) => self.pattern,
    'Matcher region(Integer, Integer)': (self: Matcher, start: number | null, end: number | null) =>
      self.setRegion(required(start), required(end, 2)),
    'Integer regionEnd()': (self: Matcher) => self.regionEnd,
    'Integer regionStart()': (self: Matcher) => self.regionStart,
    'String replaceAll(String)': (self: Matcher, text: string | null) => self.replace(required(text), false),
    'String replaceFirst(String)': (self: Matcher, text: string | null) => self.replace(required(text), true),
    'Boolean requireEnd()': (self: Matcher) => self.hitEnd,
    'Matcher reset()': (self: Matcher) => self.reset(),
    'Matcher reset(String)': (self: Matcher, text: string | null) => self.reset(required(text)),
    'Integer start()': (self: Matcher) => self.bound(0, 0),
    'Integer start(Integer)': (self: Matcher, group: number | null) => self.bound(required(group), 0),
    'Matcher useAnchoringBounds(Boolean)': (self: Matcher, value: boolean | null) => {
      self.anchoringBounds = required(value);
      return self;
    },
    'Matcher usePattern(Pattern)': (self: Matcher, pattern: Pattern | null) => self.usePattern(required(pattern)),
    'Matcher useTransparentBounds(Boolean)': (self: Matcher, value: boolean | null) => {
      self.transparentBounds = required(value);
      return self;
    }
  }
});
