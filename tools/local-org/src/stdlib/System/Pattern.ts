import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { compileRegex, splitText, type JavaRegex } from '../support/java-regex.js';
import { listOfStrings } from '../support/lists.js';
import { apexReference } from '../support/reference.js';
import { Matcher } from './Matcher.js';

const TYPE = platformType('System', 'Pattern');

export class Pattern extends PlatformObject {
  constructor(readonly regex: JavaRegex) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return this.regex.source;
  }
}

export default definePlatformType({
  name: 'System.Pattern',
  source: apexReference('apex_classes_pattern_and_matcher_pattern_methods'),
  statics: {
    'Pattern compile(String)': (regex: string | null) => new Pattern(compileRegex(required(regex))),
    'Boolean matches(String, String)': (regex: string | null, text: string | null) =>
      compileRegex(required(regex)).whole.test(required(text, 2)),
    'String quote(String)': (text: string | null) => `\\Q${required(text).replaceAll('\\E', '\\E\\\\E\\Q')}\\E`
  },
  methods: {
    'Matcher matcher(String)': (self: Pattern, text: string | null) => new Matcher(self, required(text)),
    'String pattern()': (self: Pattern) => self.regex.source,
    'List<String> split(String)': (self: Pattern, text: string | null) =>
      listOfStrings(splitText(self.regex, required(text), 0)),
    'List<String> split(String, Integer)': (self: Pattern, text: string | null, limit: number | null) =>
      listOfStrings(splitText(self.regex, required(text), required(limit, 2))),
    'String toString()': (self: Pattern) => self.regex.source
  }
});
