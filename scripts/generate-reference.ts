/**
 * Writes the generated pages of docs/reference. `npm run reference -- --check` writes nothing and fails when one differs.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ANSWERS, openApiDocument } from '@retrysafe/contracts';
import prettier from 'prettier';
import { readApexAccess } from './access/apexAccess.js';
import { readAccessTable } from './access/expected.js';
import { accessPage } from './access/page.js';
import { settingsPage } from './reference/settings.js';

const place = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folder = place('docs/reference/');
const check = process.argv.includes('--check');

function answersPage(): string {
  const rows = ANSWERS.map(
    (answer) =>
      `| \`${answer.code}\` | ${answer.statuses.join(', ')} | ${answer.title} | ${answer.definite ? 'definite' : 'indefinite'} | ` +
      `${answer.effect} | ${answer.next} | ${answer.retryAfter ? 'yes' : 'no'} | ${answer.stored ? 'yes' : 'no'} |`
  );
  return [
    '# Answers of the command API',
    '',
    'Generated from `tools/contracts/src/answers.ts`; do not edit.',
    '',
    '| code | status | meaning | certainty | effect | next step | `Retry-After` | stored |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    ''
  ].join('\n');
}

const pages: Readonly<Record<string, string>> = {
  'openapi.json': JSON.stringify(openApiDocument()),
  'answers.md': answersPage(),
  'settings.md': settingsPage(),
  'access.md': accessPage(readAccessTable(place('config/access.json')), readApexAccess(place('force-app')))
};

let stale = 0;
await mkdir(folder, { recursive: true });
for (const [name, content] of Object.entries(pages)) {
  const path = `${folder}${name}`;
  const options = await prettier.resolveConfig(path);
  const text = await prettier.format(content, { ...options, filepath: path });
  if (!check) {
    await writeFile(path, text);
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`docs/reference/${name} is not what its source gives. Run npm run reference.\n`);
    stale++;
  }
}
process.exitCode = stale > 0 ? 1 : 0;
