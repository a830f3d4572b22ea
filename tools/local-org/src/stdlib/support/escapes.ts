import { ISO_8859_1_ENTITIES, SYMBOL_ENTITIES } from './html-entities.js';

const hex4 = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

/** Java string escapes; everything outside printable ASCII becomes `\uXXXX`. @param quotes which quote marks to escape. */
function escapeJavaLike(text: string, quotes: string): string {
  let escaped = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    const code = text.charCodeAt(index);
    const short = SHORT_ESCAPES.get(character);
    if (short !== undefined) escaped += short;
    else if (quotes.includes(character)) escaped += `\\${character}`;
    else escaped += code < 32 || code > 127 ? `\\u${hex4(code)}` : character;
  }
  return escaped;
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\b', '\\b'],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\\', '\\\\']
]);

export const escapeJava = (text: string): string => escapeJavaLike(text, '"');
export const escapeEcmaScript = (text: string): string => escapeJavaLike(text, `"'/`);

export const escapeUnicode = (text: string): string =>
  [...Array(text.length).keys()]
    .map((index) => (text.charCodeAt(index) > 127 ? `\\u${hex4(text.charCodeAt(index))}` : text[index]))
    .join('');

export function unescapeJava(text: string): string {
  return text.replace(/\\(?:u+([0-9a-fA-F]{4})|([0-7]{1,3})|([^]))/g, (_all, unicode, octal, other: string) => {
    if (unicode) return String.fromCharCode(parseInt(unicode as string, 16));
    if (octal) return String.fromCharCode(parseInt(octal as string, 8));
    return { b: '\b', n: '\n', t: '\t', f: '\f', r: '\r' }[other] ?? other;
  });
}

export const unescapeUnicode = (text: string): string =>
  text.replace(/\\u+([0-9a-fA-F]{4})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)));

const XML: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;']
]);

export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => XML.get(character)!);

const html3 = new Map<string, string>();
const html4 = new Map<string, string>();
const htmlNames = new Map<string, string>([['apos', "'"]]);

function loadHtml(): void {
  if (html4.size > 0) return;
  for (const [character, entity] of XML) if (character !== "'") html3.set(character, entity);
  ISO_8859_1_ENTITIES.split(' ').forEach((name, index) => html3.set(String.fromCharCode(160 + index), `&${name};`));
  for (const entry of html3) html4.set(...entry);
  for (const entry of SYMBOL_ENTITIES.split(' ')) {
    const [name, code] = entry.split(':') as [string, string];
    html4.set(String.fromCodePoint(parseInt(code, 16)), `&${name};`);
  }
  for (const [character, entity] of html4) htmlNames.set(entity.slice(1, -1), character);
}

function escapeHtml(text: string, version: 3 | 4): string {
  loadHtml();
  const table = version === 3 ? html3 : html4;
  let escaped = '';
  for (const character of text) escaped += table.get(character) ?? character;
  return escaped;
}

export const escapeHtml3 = (text: string): string => escapeHtml(text, 3);
export const escapeHtml4 = (text: string): string => escapeHtml(text, 4);

export function unescapeHtml(text: string): string {
  loadHtml();
  return text.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(\w+));/g, (all, decimal, hex, name: string) => {
    const code = decimal ? Number(decimal) : hex ? parseInt(hex as string, 16) : null;
    if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    return htmlNames.get(name) ?? all;
  });
}

export const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|(amp|lt|gt|quot|apos));/g, (_all, decimal, hex, name: string) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(parseInt(hex as string, 16));
    return { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name]!;
  });

export const escapeCsv = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function unescapeCsv(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  const inner = text.slice(1, -1);
  return /[",\r\n]/.test(inner) ? inner.replaceAll('""', '"') : text;
}
