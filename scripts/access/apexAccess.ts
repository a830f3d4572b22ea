import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** How a class of the project uses the data of an org. */
export interface ApexAccess {
  readonly name: string;
  /** Null where the class says nothing. */
  readonly sharing: 'with sharing' | 'without sharing' | 'inherited sharing' | null;
  /** Whether a query or a statement runs in system mode. */
  readonly systemMode: boolean;
  /** Queries and statements that do not say in which mode they run. */
  readonly unspecified: readonly string[];
}

const SHARING = /\b(?<sharing>with|without|inherited)\s+sharing\s+(?:(?:virtual|abstract)\s+)?class\b/i;
const CLASS = /\bclass\s+(?<name>\w+)/i;
const QUERY = /\[\s*(?:SELECT|FIND)\b[^\]]*\]/gi;
const STATEMENT =
  /(?:^|[;{}])\s*(?<verb>insert|update|upsert|delete|undelete|merge)\s+(?!as\s+(?:user|system)\b)[\w(]/gi;
const METHOD =
  /\bDatabase\s*\.\s*(?:insert|update|upsert|delete|undelete|merge|query|queryWithBinds|countQuery)\s*\(/gi;

/** Reads the classes below a folder, without tests and what only tests use. @returns in order of their names */
export function readApexAccess(folder: string): ApexAccess[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.cls'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .filter((source) => !/@IsTest\b/i.test(withoutTexts(source).split(/\bclass\b/i)[0] ?? ''))
    .flatMap((source) => apexAccessOf(source) ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @returns null for a source that is no class */
export function apexAccessOf(source: string): ApexAccess | null {
  const code = withoutTexts(source);
  const name = CLASS.exec(code)?.groups?.name;
  if (name === undefined) return null;
  const head = code.slice(0, code.indexOf('{'));
  if (!CLASS.test(head)) return null;
  const sharing = SHARING.exec(head)?.groups?.sharing?.toLowerCase();
  return {
    name,
    sharing: sharing === undefined ? null : (`${sharing} sharing` as ApexAccess['sharing']),
    systemMode: /\bSYSTEM_MODE\b|\bas\s+system\b/i.test(code),
    unspecified: [
      ...[...code.matchAll(QUERY)].map(([text]) => text).filter((text) => !/\bWITH\s+(USER|SYSTEM)_MODE\b/i.test(text)),
      ...[...code.matchAll(STATEMENT)].map(({ 0: text }) => text),
      ...[...code.matchAll(METHOD)]
        .map((match) => callFrom(code, match.index))
        .filter((text) => !/\bAccessLevel\b|\baccessLevel\b/.test(text))
    ].map((text) => text.replace(/\s+/g, ' ').trim())
  };
}

/** A call up to its closing bracket. */
function callFrom(code: string, start: number): string {
  let depth = 0;
  for (let end = code.indexOf('(', start); end < code.length; end++) {
    if (code[end] === '(') depth++;
    if (code[end] === ')' && --depth === 0) return code.slice(start, end + 1);
  }
  return code.slice(start);
}

/** Without comments and the content of text literals. */
function withoutTexts(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'/g, (text) =>
    text.startsWith("'") ? "''" : ' '
  );
}
