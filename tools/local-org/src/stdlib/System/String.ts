import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { ApexList, ApexMap } from '../../values/collections.js';
import type { DateValue } from '../../values/date.js';
import type { DatetimeValue } from '../../values/datetime.js';
import type { Decimal } from '../../values/decimal.js';
import { doubleText } from '../../values/double.js';
import { stringHash } from '../../values/hash.js';
import { textOf, textOfTyped } from '../../values/text.js';
import { definePlatformType } from '../define.js';
import { required, stringError } from '../support/arguments.js';
import * as escapes from '../support/escapes.js';
import { iterate } from '../support/iterate.js';
import { checkLength } from '../support/heap.js';
import { compileRegex, replaceMatches, splitText } from '../support/java-regex.js';
import { listOfIntegers, listOfStrings } from '../support/lists.js';
import { formatMessage } from '../support/message-format.js';
import { apexReference } from '../support/reference.js';
import * as text from '../support/text.js';
import { localText } from '../support/datetime-text.js';
import { NotSupportedError } from '../../values/platform-error.js';

type Text = string | null;

const same = (left: string, right: Text): boolean => right !== null && left.toLowerCase() === right.toLowerCase();
const fold = (value: string): string => value.toLowerCase();

function substring(self: string, start: number, end: number): string {
  if (start < 0 || start > self.length) throw stringError(`Starting position out of bounds: ${start}`);
  if (end < start || end > self.length) throw stringError(`Ending position out of bounds: ${end}`);
  return self.slice(start, end);
}

/** Java's indexOf: a negative start counts as 0, one behind the end finds only the empty text. */
const indexFrom = (self: string, part: string, start: number): number =>
  part === '' && start > self.length ? self.length : self.indexOf(part, Math.max(start, 0));

/** Java's lastIndexOf: a negative start finds nothing. */
const lastIndexFrom = (self: string, part: string, start: number): number =>
  start < 0 ? -1 : self.lastIndexOf(part, start);

function codePointAt(self: string, index: number): number {
  if (index < 0 || index >= self.length) throw stringError(`Index out of bounds: ${index}`);
  return self.codePointAt(index)!;
}

function join(values: unknown, separator: Text): string {
  const parts: string[] = [];
  const elementType = (values as Partial<ApexList>).elementType;
  for (const value of iterate(required(values, 1))) {
    parts.push(value === null ? '' : elementType ? textOfTyped(value, elementType) : textOf(value));
  }
  return parts.join(separator ?? '');
}

function format(pattern: Text, args: ApexList | null): string {
  const texts = args ? args.items.map((arg) => textOfTyped(arg, args.elementType)) : [];
  return formatMessage(required(pattern, 1), texts);
}

function abbreviate(self: string, width: number, offset: number): string {
  const short = text.abbreviate(self, width, offset);
  if (short === null) throw stringError(`Minimum abbreviation width is ${offset > 4 ? 7 : 4}`);
  return short;
}

function template(self: string, values: ApexMap | null): string {
  return self.replace(/\$\{([^}]*)\}/g, (all, name: string) => {
    const known = required(values, 1);
    return known.has(name) ? textOf(known.get(name)) : all;
  });
}

function repeat(self: string, separator: string, count: number): string {
  if (count <= 0) return '';
  checkLength((self.length + separator.length) * count);
  return (self + separator).repeat(count - 1) + self;
}

const addError = (): never => {
  throw new NotSupportedError('addError on a value that is no field of a record');
};

export default definePlatformType({
  name: 'System.String',
  source: apexReference('apex_methods_system_string'),
  statics: {
    'String escapeSingleQuotes(String)': (value: Text) => required(value).replaceAll("'", "\\'"),
    'String format(String, List<Object>)': format,
    'String fromCharArray(List<Integer>)': (codes: ApexList | null) =>
      required(codes)
        .items.map((code) => String.fromCodePoint(code as number))
        .join(''),
    'String getCommonPrefix(List<String>)': (values: ApexList | null) =>
      text.commonPrefix(required(values).items as Text[]),
    'Boolean isBlank(String)': text.isBlank,
    'Boolean isEmpty(String)': (value: Text) => value === null || value === '',
    'Boolean isNotBlank(String)': (value: Text) => !text.isBlank(value),
    'Boolean isNotEmpty(String)': (value: Text) => value !== null && value !== '',
    'String join(Object, String)': join,
    'String valueOf(Date)': (value: DateValue | null) => value?.toString() ?? null,
    'String valueOf(Datetime)': (value: DatetimeValue | null) =>
      value && localText(value, currentTransaction().user.timeZone),
    'String valueOf(Decimal)': (value: Decimal | null) => value?.toString() ?? null,
    'String valueOf(Double)': (value: number | null) => (value === null ? null : doubleText(value)),
    'String valueOf(Integer)': (value: number | null) => (value === null ? null : String(value)),
    'String valueOf(Long)': (value: bigint | null) => (value === null ? null : String(value)),
    'String valueOf(Object)': (value: unknown) => (value === null ? null : textOf(value)),
    'String valueOfGmt(Datetime)': (value: DatetimeValue | null) => value?.toString() ?? null
  },
  methods: {
    'String abbreviate(Integer)': (self: string, width: number) => abbreviate(self, required(width), 0),
    'String abbreviate(Integer, Integer)': (self: string, width: number, offset: number) =>
      abbreviate(self, required(width), required(offset, 2)),
    'String capitalize()': (self: string) => self.charAt(0).toUpperCase() + self.slice(1),
    'String center(Integer)': (self: string, width: number) => text.center(self, required(width), null),
    'String center(Integer, String)': (self: string, width: number, filler: Text) =>
      text.center(self, required(width), filler),
    'Integer charAt(Integer)': (self: string, index: number) => codePointAt(self, required(index)),
    'Integer codePointAt(Integer)': (self: string, index: number) => codePointAt(self, required(index)),
    'Integer codePointBefore(Integer)': (self: string, index: number) => {
      if (index < 1 || index > self.length) throw stringError(`Index out of bounds: ${index}`);
      return [...self.slice(Math.max(index - 2, 0), index)].at(-1)!.codePointAt(0);
    },
    'Integer codePointCount(Integer, Integer)': (self: string, start: number, end: number) =>
      [...substring(self, start, end)].length,
    'Integer compareTo(String)': (self: string, other: Text) => {
      const right = required(other);
      const at = text.indexOfDifference(self, right);
      if (at < 0) return 0;
      return at < self.length && at < right.length
        ? self.charCodeAt(at) - right.charCodeAt(at)
        : self.length - right.length;
    },
    'Boolean contains(String)': (self: string, part: Text) => self.includes(required(part)),
    'Boolean containsAny(String)': (self: string, characters: Text) =>
      characters !== null && [...characters].some((character) => self.includes(character)),
    'Boolean containsIgnoreCase(String)': (self: string, part: Text) => fold(self).includes(fold(required(part))),
    'Boolean containsNone(String)': (self: string, characters: Text) =>
      characters === null || ![...characters].some((character) => self.includes(character)),
    'Boolean containsOnly(String)': (self: string, characters: Text) =>
      characters !== null && [...self].every((character) => characters.includes(character)),
    'Boolean containsWhitespace()': (self: string) => [...self].some(text.isWhitespace),
    'Integer countMatches(String)': (self: string, part: Text) => text.countMatches(self, part ?? ''),
    'String deleteWhitespace()': (self: string) =>
      [...self].filter((character) => !text.isWhitespace(character)).join(''),
    'String difference(String)': (self: string, other: Text) => {
      const at = text.indexOfDifference(self, required(other));
      return at < 0 ? '' : other!.slice(at);
    },
    'Boolean endsWith(String)': (self: string, part: Text) => self.endsWith(required(part)),
    'Boolean endsWithIgnoreCase(String)': (self: string, part: Text) =>
      part !== null && fold(self).endsWith(fold(part)),
    'Boolean equals(String)': (self: string, other: Text) => self === other,
    'Boolean equals(Object)': (self: string, other: unknown) => self === other,
    'Boolean equalsIgnoreCase(String)': same,
    'String escapeCsv()': escapes.escapeCsv,
    'String escapeEcmaScript()': escapes.escapeEcmaScript,
    'String escapeHtml3()': escapes.escapeHtml3,
    'String escapeHtml4()': escapes.escapeHtml4,
    'String escapeJava()': escapes.escapeJava,
    'String escapeUnicode()': escapes.escapeUnicode,
    'String escapeXml()': escapes.escapeXml,
    'List<Integer> getChars()': (self: string) =>
      listOfIntegers([...self].map((character) => character.codePointAt(0)!)),
    'Integer getLevenshteinDistance(String)': (self: string, other: Text) => text.levenshtein(self, required(other)),
    'Integer getLevenshteinDistance(String, Integer)': (self: string, other: Text, threshold: number) => {
      const distance = text.levenshtein(self, required(other));
      return distance <= threshold ? distance : -1;
    },
    'Integer hashCode()': stringHash,
    'Integer indexOf(String)': (self: string, part: Text) => self.indexOf(required(part)),
    'Integer indexOf(String, Integer)': (self: string, part: Text, start: number) =>
      indexFrom(self, required(part), required(start, 2)),
    'Integer indexOfAny(String)': (self: string, characters: Text) =>
      [...Array(self.length).keys()].find((index) => (characters ?? '').includes(self[index]!)) ?? -1,
    'Integer indexOfAnyBut(String)': (self: string, characters: Text) =>
      [...Array(self.length).keys()].find((index) => !(characters ?? '').includes(self[index]!)) ?? -1,
    'Integer indexOfChar(Integer)': (self: string, code: number) => self.indexOf(String.fromCodePoint(required(code))),
    'Integer indexOfChar(Integer, Integer)': (self: string, code: number, start: number) =>
      indexFrom(self, String.fromCodePoint(required(code)), required(start, 2)),
    'Integer indexOfDifference(String)': (self: string, other: Text) => text.indexOfDifference(self, required(other)),
    'Integer indexOfIgnoreCase(String)': (self: string, part: Text) => fold(self).indexOf(fold(required(part))),
    'Integer indexOfIgnoreCase(String, Integer)': (self: string, part: Text, start: number) =>
      indexFrom(fold(self), fold(required(part)), required(start, 2)),
    'Boolean isAllLowerCase()': (self: string) => text.consistsOf(self, /\p{Lowercase}/u),
    'Boolean isAllUpperCase()': (self: string) => text.consistsOf(self, /\p{Uppercase}/u),
    'Boolean isAlpha()': (self: string) => text.consistsOf(self, /\p{L}/u),
    'Boolean isAlphaSpace()': (self: string) => self === '' || text.consistsOf(self, /[\p{L} ]/u),
    'Boolean isAlphanumeric()': (self: string) => text.consistsOf(self, /[\p{L}\p{Nd}]/u),
    'Boolean isAlphanumericSpace()': (self: string) => self === '' || text.consistsOf(self, /[\p{L}\p{Nd} ]/u),
    'Boolean isAsciiPrintable()': (self: string) => self === '' || text.consistsOf(self, /[ -~]/),
    'Boolean isNumeric()': (self: string) => text.consistsOf(self, /\p{Nd}/u),
    'Boolean isNumericSpace()': (self: string) => self === '' || text.consistsOf(self, /[\p{Nd} ]/u),
    'Boolean isWhitespace()': (self: string) => [...self].every(text.isWhitespace),
    'Integer lastIndexOf(String)': (self: string, part: Text) => self.lastIndexOf(required(part)),
    'Integer lastIndexOf(String, Integer)': (self: string, part: Text, start: number) =>
      lastIndexFrom(self, required(part), required(start, 2)),
    'Integer lastIndexOfChar(Integer)': (self: string, code: number) =>
      self.lastIndexOf(String.fromCodePoint(required(code))),
    'Integer lastIndexOfChar(Integer, Integer)': (self: string, code: number, start: number) =>
      lastIndexFrom(self, String.fromCodePoint(required(code)), required(start, 2)),
    'Integer lastIndexOfIgnoreCase(String)': (self: string, part: Text) => fold(self).lastIndexOf(fold(required(part))),
    'Integer lastIndexOfIgnoreCase(String, Integer)': (self: string, part: Text, start: number) =>
      lastIndexFrom(fold(self), fold(required(part)), required(start, 2)),
    'String left(Integer)': (self: string, length: number) => self.slice(0, Math.max(required(length), 0)),
    'String leftPad(Integer)': (self: string, width: number) => text.pad(self, required(width), null, 'left'),
    'String leftPad(Integer, String)': (self: string, width: number, filler: Text) =>
      text.pad(self, required(width), filler, 'left'),
    'Integer length()': (self: string) => self.length,
    'String mid(Integer, Integer)': (self: string, start: number, length: number) =>
      length < 0 || start > self.length ? '' : self.slice(Math.max(start, 0), Math.max(start, 0) + length),
    'String normalizeSpace()': (self: string) => text.trim(self).replace(/[\s\u00a0]+/g, ' '),
    'Integer offsetByCodePoints(Integer, Integer)': (self: string, index: number, count: number) =>
      index + [...self.slice(index)].slice(0, count).join('').length,
    'String overlay(String, Integer, Integer)': (self: string, other: Text, start: number, end: number) => {
      const [low, high] = [Math.min(start, end), Math.max(start, end)].map((at) =>
        Math.max(0, Math.min(at, self.length))
      );
      return self.slice(0, low) + (other ?? '') + self.slice(high);
    },
    'String remove(String)': (self: string, part: Text) => (part ? self.replaceAll(part, '') : self),
    'String removeEnd(String)': (self: string, part: Text) =>
      part && self.endsWith(part) ? self.slice(0, -part.length) : self,
    'String removeEndIgnoreCase(String)': (self: string, part: Text) =>
      part && fold(self).endsWith(fold(part)) ? self.slice(0, -part.length) : self,
    'String removeStart(String)': (self: string, part: Text) =>
      part && self.startsWith(part) ? self.slice(part.length) : self,
    'String removeStartIgnoreCase(String)': (self: string, part: Text) =>
      part && fold(self).startsWith(fold(part)) ? self.slice(part.length) : self,
    'String repeat(Integer)': (self: string, count: number) => repeat(self, '', required(count)),
    'String repeat(String, Integer)': (self: string, separator: Text, count: number) =>
      repeat(self, separator ?? '', required(count, 2)),
    'String replace(String, String)': (self: string, part: Text, replacement: Text) =>
      self.split(required(part)).join(required(replacement, 2)),
    'String replaceAll(String, String)': (self: string, regex: Text, replacement: Text) =>
      replaceMatches(compileRegex(required(regex)), self, required(replacement, 2), false),
    'String replaceFirst(String, String)': (self: string, regex: Text, replacement: Text) =>
      replaceMatches(compileRegex(required(regex)), self, required(replacement, 2), true),
    'String reverse()': (self: string) => [...self].reverse().join(''),
    'String right(Integer)': (self: string, length: number) => (required(length) <= 0 ? '' : self.slice(-length)),
    'String rightPad(Integer)': (self: string, width: number) => text.pad(self, required(width), null, 'right'),
    'String rightPad(Integer, String)': (self: string, width: number, filler: Text) =>
      text.pad(self, required(width), filler, 'right'),
    'List<String> split(String)': (self: string, regex: Text) =>
      listOfStrings(splitText(compileRegex(required(regex)), self, 0)),
    'List<String> split(String, Integer)': (self: string, regex: Text, limit: number) =>
      listOfStrings(splitText(compileRegex(required(regex)), self, required(limit, 2))),
    'List<String> splitByCharacterType()': (self: string) => listOfStrings(text.splitByCharacterType(self, false)),
    'List<String> splitByCharacterTypeCamelCase()': (self: string) =>
      listOfStrings(text.splitByCharacterType(self, true)),
    'Boolean startsWith(String)': (self: string, part: Text) => self.startsWith(required(part)),
    'Boolean startsWithIgnoreCase(String)': (self: string, part: Text) =>
      part !== null && fold(self).startsWith(fold(part)),
    'String stripHtmlTags()': text.stripHtmlTags,
    'String substring(Integer)': (self: string, start: number) => substring(self, required(start), self.length),
    'String substring(Integer, Integer)': (self: string, start: number, end: number) =>
      substring(self, required(start), required(end, 2)),
    'String substringAfter(String)': (self: string, separator: Text) =>
      separator === null || !self.includes(separator) ? '' : self.slice(self.indexOf(separator) + separator.length),
    'String substringAfterLast(String)': (self: string, separator: Text) =>
      !separator || !self.includes(separator) ? '' : self.slice(self.lastIndexOf(separator) + separator.length),
    'String substringBefore(String)': (self: string, separator: Text) =>
      separator === null || !self.includes(separator) ? self : self.slice(0, self.indexOf(separator)),
    'String substringBeforeLast(String)': (self: string, separator: Text) =>
      !separator || !self.includes(separator) ? self : self.slice(0, self.lastIndexOf(separator)),
    'String substringBetween(String)': (self: string, tag: Text) => between(self, tag, tag),
    'String substringBetween(String, String)': between,
    'String swapCase()': text.swapCase,
    'String toLowerCase()': (self: string) => self.toLowerCase(),
    'String toLowerCase(String)': (self: string, locale: Text) => self.toLocaleLowerCase(languageTag(locale)),
    'String toUpperCase()': (self: string) => self.toUpperCase(),
    'String toUpperCase(String)': (self: string, locale: Text) => self.toLocaleUpperCase(languageTag(locale)),
    'String template(Map<String, Object>)': template,
    'String toString()': (self: string) => self,
    'String trim()': text.trim,
    'String uncapitalize()': (self: string) => self.charAt(0).toLowerCase() + self.slice(1),
    'String unescapeCsv()': escapes.unescapeCsv,
    'String unescapeEcmaScript()': escapes.unescapeJava,
    'String unescapeHtml3()': escapes.unescapeHtml,
    'String unescapeHtml4()': escapes.unescapeHtml,
    'String unescapeJava()': escapes.unescapeJava,
    'String unescapeUnicode()': escapes.unescapeUnicode,
    'String unescapeXml()': escapes.unescapeXml,
    'void addError(String)': addError,
    'void addError(String, Boolean)': addError,
    'void addError(Exception)': addError,
    'void addError(Exception, Boolean)': addError
  }
});

function between(self: string, open: Text, close: Text): Text {
  if (open === null || close === null) return null;
  const start = self.indexOf(open);
  const end = start < 0 ? -1 : self.indexOf(close, start + open.length);
  return end < 0 ? null : self.slice(start + open.length, end);
}

const languageTag = (locale: Text): string => required(locale).replaceAll('_', '-');
