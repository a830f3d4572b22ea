/**
 * Writes docs/reference/local-org-coverage.md: what of the platform's library the local org has, weighted by how much
 * public code uses it.
 *
 *   npx tsx --conditions=retrysafe-source tools/local-org/scripts/library-coverage.ts [--check]
 *
 * With --check it writes nothing and fails when the page is out of date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import known from '../src/stdlib/registry-impl/known-platform.json' with { type: 'json' };
import { loadStandardLibrary } from '../src/stdlib/index.js';
import { loadDefinitions } from '../src/stdlib/registry-impl/index.js';
import type { PlatformRegistry, PlatformTypeInfo } from '../src/stdlib/registry.js';
import usage from './data/platform-usage.json' with { type: 'json' };

const PAGE = fileURLToPath(new URL('../../../docs/reference/local-org-coverage.md', import.meta.url));
/** Members that the compiler knows, not the library. */
const LANGUAGE =
  /^(?:SObject#<field>|SObjectType\.field token.*|Schema\.<Name>.*|Schema\.SObjectType\.<Name>|Trigger\..*)$/;
/** Every type has it in the reference's data, though Apex code cannot call it on most. */
const IGNORED_MEMBERS: ReadonlySet<string> = new Set(['clone', '']);

type Support = 'supported' | 'missing' | 'language';

/** `Map#get()`, `new List`, `LoggingLevel.ERROR`, `Database.DMLOptions#optAllOrNone`. */
function supportOf(registry: PlatformRegistry, member: string): Support {
  if (LANGUAGE.test(member)) return 'language';
  const constructor = /^new (\S+)$/.exec(member);
  if (constructor) return (registry.type(constructor[1]!)?.constructors.length ?? 0) > 0 ? 'supported' : 'missing';
  const parts = /^(.*)[#.](\w+)(?:\(\))?$/.exec(member);
  const type = parts && typeOf(registry, parts[1]!);
  return type && hasMember(registry, type, parts[2]!) ? 'supported' : 'missing';
}

/** A static call of `Database.query()` names the class of System, not the namespace. */
const typeOf = (registry: PlatformRegistry, name: string): PlatformTypeInfo | null =>
  registry.type(name) ?? registry.type(`System.${name}`);

function hasMember(registry: PlatformRegistry, type: PlatformTypeInfo, name: string): boolean {
  const wanted = name.toLowerCase();
  if (type.members.has(wanted) || type.enumValues.some((value) => value.toLowerCase() === wanted)) return true;
  if (type.kind === 'enum' && registry.type('System.Enum')?.members.has(wanted)) return true;
  const parent = type.superclass && registry.of(type.superclass);
  return parent ? hasMember(registry, parent, name) : false;
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

function usageTable(registry: PlatformRegistry): string {
  const rows = usage.map(({ member, weight }) => ({ member, weight, support: supportOf(registry, member) }));
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const missing = rows.filter(({ support }) => support === 'missing');
  const covered = total - missing.reduce((sum, { weight }) => sum + weight, 0);
  const lines = [
    `Of the ${rows.length} members that public Apex code uses most, ${rows.length - missing.length} are there: **${percent(covered, total)}** by weight.`,
    ''
  ];
  if (missing.length > 0) {
    lines.push('Missing:', '', '| member | weight |', '| --- | --- |');
    lines.push(...missing.map(({ member, weight }) => `| \`${member}\` | ${weight} |`), '');
  }
  return lines.join('\n');
}

/** @param pages reference page of each class. */
function typeTables(registry: PlatformRegistry, pages: ReadonlyMap<string, string>): string {
  const namespaces = new Map<string, string[]>();
  let [supported, all] = [0, 0];
  for (const [name, members] of Object.entries(known as Record<string, string>)) {
    const type = registry.type(name);
    const names = members.split(' ').filter((member) => !IGNORED_MEMBERS.has(member));
    const missing = type ? names.filter((member) => !hasMember(registry, type, member)) : names;
    all += names.length;
    supported += names.length - missing.length;
    if (!type || names.length === 0) continue;
    const namespace = name.slice(0, name.indexOf('.'));
    const left = missing.length === 0 ? '' : missing.map((member) => `\`${member}\``).join(' ');
    const rows = namespaces.get(namespace) ?? [];
    const page = pages.get(`${type.namespace}.${type.name}`);
    rows.push(
      `| ${page ? `[${name}](${page})` : name} | ${names.length - missing.length} of ${names.length} | ${left} |`
    );
    namespaces.set(namespace, rows);
  }
  const sections = [...namespaces].map(([namespace, rows]) =>
    [`## ${namespace}`, '', '| class | members | not supported |', '| --- | --- | --- |', ...rows, ''].join('\n')
  );
  return [
    `All in all the local org has ${supported} of the ${all} members of the platform's library.`,
    '',
    ...sections
  ].join('\n');
}

async function coveragePage(): Promise<string> {
  const registry = await loadStandardLibrary();
  const pages = new Map((await loadDefinitions()).map(({ name, source }) => [name.replace(/<.*$/, ''), source]));
  return [
    '# Standard library of the local org',
    '',
    '_Generated by `tools/local-org/scripts/library-coverage.ts`; do not edit._',
    '',
    'A member that the platform has and the local org has not is a compile error: `not supported by the local org: X.y(…)`.',
    '',
    usageTable(registry),
    typeTables(registry, pages)
  ].join('\n');
}

const text = await format(await coveragePage(), { parser: 'markdown', printWidth: 120 });
if (!process.argv.includes('--check')) {
  mkdirSync(dirname(PAGE), { recursive: true });
  writeFileSync(PAGE, text);
} else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== text) {
  console.error(`${PAGE} is out of date: run tools/local-org/scripts/library-coverage.ts`);
  process.exitCode = 1;
}
console.log(text.split('\n').find((line) => line.startsWith('Of the ')));
