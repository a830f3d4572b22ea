import { expect } from 'chai';
import type { ApexList } from '../../src/values/collections.js';
import * as values from '../../src/values/index.js';
import { call, inOrg, loadLibrary } from './support/library.js';

const string = (signature: string, ...args: unknown[]): unknown => call(`System.String#${signature}`, ...args);
const items = (list: unknown): readonly unknown[] => (list as ApexList).items;

describe('String', () => {
  before(loadLibrary);

  it('splits by Java patterns and drops trailing empty parts', () => {
    expect(items(string('split(String)', 'a,b,,', ','))).to.deep.equal(['a', 'b']);
    expect(items(string('split(String)', ',a', ','))).to.deep.equal(['', 'a']);
    expect(items(string('split(String)', 'abc', ''))).to.deep.equal(['a', 'b', 'c']);
    expect(items(string('split(String)', '', ','))).to.deep.equal(['']);
    expect(items(string('split(String,Integer)', 'a,b,c', ',', 2))).to.deep.equal(['a', 'b,c']);
    expect(items(string('split(String)', 'one.two', '\\.'))).to.deep.equal(['one', 'two']);
  });

  it('replaces literally and by pattern', () => {
    expect(string('replace(String,String)', 'a.b.c', '.', '$')).to.equal('a$b$c');
    expect(string('replaceAll(String,String)', 'hello world', '(\\w+) (\\w+)', '$2 $1')).to.equal('world hello');
    expect(string('replaceFirst(String,String)', 'aaa', 'a', '\\$')).to.equal('$aa');
  });

  it('formats like MessageFormat', () => {
    const list = (...args: unknown[]): ApexList => new values.ApexList(values.OBJECT, args);
    expect(string('format(String,List<Object>)', "{0} isn''t {1}", list('x', 1000))).to.equal("x isn't 1000");
    expect(string('format(String,List<Object>)', "'{0}' {0}", list('x'))).to.equal('{0} x');
    expect(string('format(String,List<Object>)', '{2}', list('x'))).to.equal('{2}');
  });

  it('checks the bounds of substring', () => {
    expect(string('substring(Integer,Integer)', 'hamburger', 4, 8)).to.equal('urge');
    expect(() => string('substring(Integer)', 'abc', 4)).to.throw('Starting position out of bounds: 4');
    expect(() => string('substring(Integer,Integer)', 'abc', 0, 4)).to.throw('Ending position out of bounds: 4');
  });

  it('finds what stands before, after and between', () => {
    expect(string('substringBefore(String)', 'a.b.c', '.')).to.equal('a');
    expect(string('substringAfterLast(String)', 'a.b.c', '.')).to.equal('c');
    expect(string('substringBetween(String,String)', '<a>x</a>', '<a>', '</a>')).to.equal('x');
    expect(string('substringBetween(String)', 'no', '|')).to.equal(null);
  });

  it('pads, centres, abbreviates', () => {
    expect(string('leftPad(Integer,String)', '7', 3, '0')).to.equal('007');
    expect(string('center(Integer)', 'ab', 5)).to.equal(' ab  ');
    expect(string('abbreviate(Integer)', 'Hello Maximillian', 8)).to.equal('Hello...');
  });

  it('escapes', () => {
    expect(string('escapeHtml4()', '"<é>&')).to.equal('&quot;&lt;&eacute;&gt;&amp;');
    expect(string('unescapeHtml4()', '&quot;&lt;&eacute;&#33;')).to.equal('"<é!');
    expect(string('escapeJava()', 'a"é\n')).to.equal('a\\"\\u00E9\\n');
    expect(string('escapeCsv()', 'a,"b"')).to.equal('"a,""b"""');
    expect(string('escapeSingleQuotes(String)', "it's")).to.equal("it\\'s");
  });

  it('has the hash of Java', () => {
    expect(string('hashCode()', 'Hello World')).to.equal(-862545276);
  });

  it('prints values: dates with and without time, times in the zone of the user', () => {
    const time = values.DatetimeValue.ofUtc(2024, 1, 2, 3, 4, 5);
    expect(string('valueOf(Date)', values.DateValue.of(2024, 1, 2))).to.equal('2024-01-02');
    expect(string('valueOf(Object)', values.DateValue.of(2024, 1, 2))).to.equal('2024-01-02 00:00:00');
    expect(inOrg(() => string('valueOf(Datetime)', time))).to.equal('2024-01-01 19:04:05');
    expect(string('valueOfGmt(Datetime)', time)).to.equal('2024-01-02 03:04:05');
    expect(string('valueOf(Double)', 1)).to.equal('1.0');
  });

  it('refuses null where the platform does', () => {
    expect(() => string('contains(String)', 'a', null)).to.throw('Argument 1 cannot be null');
    expect(string('startsWithIgnoreCase(String)', 'a', null)).to.equal(false);
  });

  it('joins any iterable', () => {
    expect(string('join(Object,String)', new values.ApexSet(values.STRING, ['a', 'b']), ', ')).to.equal('a, b');
    expect(string('join(Object,String)', new values.ApexList(values.DOUBLE, [1]), '')).to.equal('1.0');
  });
});

describe('Pattern and Matcher', () => {
  before(loadLibrary);

  const matcher = (regex: string, input: string): unknown =>
    call('System.Pattern#matcher(String)', call('System.Pattern#compile(String)', regex), input);
  const group = (self: unknown, index: number): unknown => call('System.Matcher#group(Integer)', self, index);

  it('match the whole input or find parts', () => {
    const found = matcher('(\\d+)-(\\d+)', 'a 12-34 b 5-6');
    expect(call('System.Matcher#matches()', found)).to.equal(false);
    expect(call('System.Matcher#find()', call('System.Matcher#reset()', found))).to.equal(true);
    expect([group(found, 1), group(found, 2), call('System.Matcher#start(Integer)', found, 2)]).to.deep.equal([
      '12',
      '34',
      5
    ]);
    expect(call('System.Matcher#find()', found)).to.equal(true);
    expect(group(found, 0)).to.equal('5-6');
    expect(call('System.Matcher#find()', found)).to.equal(false);
    expect(() => group(found, 0)).to.throw('No match found');
  });

  it('know what JavaScript does not: possessive and atomic groups, inline flags, quoting, classes', () => {
    const matches = (regex: string, input: string): unknown =>
      call('System.Pattern#matches(String,String)', regex, input);
    expect(matches('a*+a', 'aaa')).to.equal(false);
    expect(matches('(?>a|ab)c', 'abc')).to.equal(false);
    expect(matches('(?i)HELLO(?-i)World', 'helloWorld')).to.equal(true);
    expect(matches('(?i)HELLO(?-i)World', 'helloworld')).to.equal(false);
    expect(matches('\\Qa.b\\E+', 'a.bbb')).to.equal(true);
    expect(matches('[a-z&&[^aeiou]]+', 'xyz')).to.equal(true);
    expect(matches('[a-z&&[^aeiou]]+', 'xay')).to.equal(false);
    expect(matches('\\p{Upper}\\p{javaLowerCase}+', 'Abc')).to.equal(true);
    expect(matches('(a)(b)\\2\\1', 'abba')).to.equal(true);
    expect(matches("[\\w.!#$%&'*+/=?^_`{|}~-]+@x", 'a!b@x')).to.equal(true);
    expect(matches('.', '\n')).to.equal(false);
    expect(matches('(?s).', '\n')).to.equal(true);
  });

  it('report patterns that cannot be read', () => {
    expect(() => call('System.Pattern#compile(String)', '(a')).to.throw('Unclosed group');
    expect(() => call('System.Pattern#compile(String)', '*a')).to.throw("Dangling meta character '*'");
  });
});
