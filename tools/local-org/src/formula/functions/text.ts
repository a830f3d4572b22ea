import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { toId18 } from '../../values/id.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { TimeValue } from '../../values/time.js';
import { integerOf, numberOf, numberText, textOf } from '../values.js';
import { eager, type FunctionTable } from './define.js';

const integer = (value: number): Decimal => Decimal.fromInteger(value);
const pattern = new Map<string, RegExp>();

/** Source: https://help.salesforce.com/s/articleView?id=sf.customize_functions.htm (text functions) */
export const TEXT: FunctionTable = {
  TEXT: { parameters: ['any'], result: 'text', run: eager(([value]) => asText(value)) },
  VALUE: {
    parameters: ['text'],
    result: 'number',
    run: eager(([text]) => Decimal.tryParse(textOf(text).trim().replaceAll(',', '')))
  },
  LEN: { parameters: ['text'], result: 'number', run: eager(([text]) => integer(textOf(text).length)) },
  LEFT: {
    parameters: ['text', 'number'],
    result: 'text',
    run: eager(([text, count]) => textOf(text).slice(0, Math.max(0, integerOf(count) ?? 0)))
  },
  RIGHT: {
    parameters: ['text', 'number'],
    result: 'text',
    run: eager(([text, count]) => {
      const length = Math.max(0, integerOf(count) ?? 0);
      return length === 0 ? '' : textOf(text).slice(-length);
    })
  },
  MID: {
    parameters: ['text', 'number', 'number'],
    result: 'text',
    run: eager(([text, start, count]) => {
      const from = Math.max(1, integerOf(start) ?? 1) - 1;
      return textOf(text).slice(from, from + Math.max(0, integerOf(count) ?? 0));
    })
  },
  CONTAINS: {
    parameters: ['text', 'text'],
    result: 'boolean',
    run: eager(([text, part]) => textOf(text).includes(textOf(part)))
  },
  BEGINS: {
    parameters: ['text', 'text'],
    result: 'boolean',
    run: eager(([text, start]) => textOf(text).startsWith(textOf(start)))
  },
  FIND: {
    parameters: ['text', 'text', 'number'],
    least: 2,
    result: 'number',
    run: eager(([part, text, start]) =>
      integer(textOf(text).indexOf(textOf(part), (integerOf(start ?? null) ?? 1) - 1) + 1)
    )
  },
  SUBSTITUTE: {
    parameters: ['text', 'text', 'text'],
    result: 'text',
    run: eager(([text, from, to]) =>
      textOf(from) === '' ? textOf(text) : textOf(text).replaceAll(textOf(from), () => textOf(to))
    )
  },
  TRIM: { parameters: ['text'], result: 'text', run: eager(([text]) => textOf(text).trim()) },
  UPPER: { parameters: ['text', 'text'], least: 1, result: 'text', run: eager(([text]) => textOf(text).toUpperCase()) },
  LOWER: { parameters: ['text', 'text'], least: 1, result: 'text', run: eager(([text]) => textOf(text).toLowerCase()) },
  INITCAP: {
    parameters: ['text'],
    result: 'text',
    run: eager(([text]) =>
      textOf(text)
        .toLowerCase()
        .replace(
          /(^|[^\p{L}\p{N}])(\p{L})/gu,
          (_whole, before: string, letter: string) => before + letter.toUpperCase()
        )
    )
  },
  REVERSE: { parameters: ['text'], result: 'text', run: eager(([text]) => [...textOf(text)].reverse().join('')) },
  LPAD: {
    parameters: ['text', 'number', 'text'],
    least: 2,
    result: 'text',
    run: eager(([text, length, fill]) =>
      pad(textOf(text), integerOf(length) ?? 0, fill === undefined ? ' ' : textOf(fill), true)
    )
  },
  RPAD: {
    parameters: ['text', 'number', 'text'],
    least: 2,
    result: 'text',
    run: eager(([text, length, fill]) =>
      pad(textOf(text), integerOf(length) ?? 0, fill === undefined ? ' ' : textOf(fill), false)
    )
  },
  REGEX: {
    parameters: ['text', 'text'],
    result: 'boolean',
    run: eager(([text, expression]) => regex(textOf(expression)).test(textOf(text)))
  },
  ASCII: {
    parameters: ['text'],
    result: 'number',
    run: eager(([text]) => (textOf(text) === '' ? null : integer(textOf(text).codePointAt(0) as number)))
  },
  CHR: { parameters: ['number'], result: 'text', run: eager(([code]) => String.fromCodePoint(integerOf(code) ?? 0)) },
  BR: { parameters: [], result: 'text', run: () => '\n' },
  CASESAFEID: { parameters: ['text'], result: 'text', run: eager(([id]) => toId18(textOf(id)) ?? textOf(id)) },
  HYPERLINK: {
    parameters: ['text', 'text', 'text'],
    least: 2,
    result: 'text',
    run: eager(
      ([url, label, target]) =>
        `<a href="${html(textOf(url))}" target="${html(textOf(target ?? '_blank'))}">${html(textOf(label))}</a>`
    )
  },
  IMAGE: {
    parameters: ['text', 'text', 'number', 'number'],
    least: 2,
    result: 'text',
    run: eager(([url, alternative, height, width]) => {
      const size = [height, width].every((side) => side !== undefined)
        ? ` style="height:${integerOf(height)}px; width:${integerOf(width)}px;"`
        : '';
      return `<img src="${html(textOf(url))}" alt="${html(textOf(alternative))}"${size} border="0"/>`;
    })
  },
  HTMLENCODE: { parameters: ['text'], result: 'text', run: eager(([text]) => html(textOf(text))) },
  URLENCODE: {
    parameters: ['text'],
    result: 'text',
    run: eager(([text]) => encodeURIComponent(textOf(text)).replaceAll('%20', '+'))
  }
};

function asText(value: unknown): string {
  const number = numberOf(value);
  if (number) return numberText(number);
  if (value instanceof DatetimeValue) return `${value.toIso().slice(0, 19).replace('T', ' ')}Z`;
  if (value instanceof TimeValue) return value.toString();
  if (value instanceof DateValue) return value.toString().slice(0, 10);
  return textOf(value);
}

function pad(text: string, length: number, fill: string, left: boolean): string {
  if (text.length >= length) return text.slice(0, Math.max(0, length));
  return left ? text.padStart(length, fill) : text.padEnd(length, fill);
}

const html = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Java's names for classes of characters, which JavaScript lacks. */
const POSIX: Readonly<Record<string, string>> = {
  Alpha: 'a-zA-Z',
  Digit: '0-9',
  Alnum: 'a-zA-Z0-9',
  Upper: 'A-Z',
  Lower: 'a-z',
  Punct: '!-\\/:-@\\[-`{-~',
  Space: '\\s',
  XDigit: '0-9a-fA-F'
};

/** REGEX takes a Java expression that must match the whole text. */
export function regex(expression: string): RegExp {
  const known = pattern.get(expression);
  if (known) return known;
  const flags = /^\(\?([is]+)\)/.exec(expression);
  let body = flags ? expression.slice(flags[0].length) : expression;
  if (/[*+?}]\+|\(\?>|\\[GZQ]/.test(body.replace(/\\\+|\[[^\]]*\]/g, ''))) {
    throw new NotSupportedError(`the regular expression ${expression} in a formula`);
  }
  body = body
    .replace(/\\p\{(\w+)\}/g, (whole, name: string) => (POSIX[name] ? `[${POSIX[name]}]` : whole))
    .replace(/\\A/g, '^')
    .replace(/\\z/g, '$');
  let compiled: RegExp;
  try {
    compiled = new RegExp(`^(?:${body})$`, `${flags?.[1] ?? ''}${/\\p\{/.test(body) ? 'u' : ''}`);
  } catch {
    throw new NotSupportedError(`the regular expression ${expression} in a formula`);
  }
  if (pattern.size > 1000) pattern.clear();
  pattern.set(expression, compiled);
  return compiled;
}
