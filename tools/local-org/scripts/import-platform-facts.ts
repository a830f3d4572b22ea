/**
 * Makes the data files that say what the platform has and how much of it public code uses.
 *
 *   npx tsx tools/local-org/scripts/import-platform-facts.ts <signatures.tsv> <usage.tsv>
 *
 * Signatures: columns namespace, class, kind, member kind, static, type, name, params, modifiers. Usage: columns rank,
 * member, calls, suites, score … Both have a header line.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const KNOWN = fileURLToPath(new URL('../src/stdlib/registry-impl/known-platform.json', import.meta.url));
const USAGE = fileURLToPath(new URL('./data/platform-usage.json', import.meta.url));

const rowsOf = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

/** Member names of each type; constructors and types have none of their own. */
function knownMembers(signatures: readonly string[][]): Record<string, string> {
  const types = new Map<string, Set<string>>();
  for (const [stated = '', className = '', , memberKind = '', , , name = ''] of signatures) {
    // What needs no import is listed apart; those that live in another namespace are listed there as well.
    const namespace = stated === '(builtin)' ? 'System' : stated;
    if (stated === '(builtin)' && /^(?:DMLOptions|DescribeSObjectResult)/.test(className)) continue;
    const key = `${namespace}.${className.replace(/<.*$/, '')}`;
    const members = types.get(key) ?? new Set<string>();
    types.set(key, members);
    if (['method', 'property', 'value'].includes(memberKind) && /^\w+$/.test(name)) members.add(name);
  }
  const sorted = [...types].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(sorted.map(([type, members]) => [type, [...members].sort().join(' ')]));
}

/** Uses of each member, most used first, with the weight that says how much public code needs it. */
const usage = (rows: readonly string[][]): { member: string; weight: number }[] =>
  rows.map(([, member = '', , , score = '']) => ({ member, weight: Number(score) }));

const [signaturesPath, usagePath] = process.argv.slice(2);
if (!signaturesPath || !usagePath) {
  console.error('usage: import-platform-facts.ts <signatures.tsv> <usage.tsv>');
  process.exit(2);
}
writeFileSync(KNOWN, `${JSON.stringify(knownMembers(rowsOf(signaturesPath)), null, 2)}\n`);
writeFileSync(USAGE, `${JSON.stringify(usage(rowsOf(usagePath)), null, 2)}\n`);
