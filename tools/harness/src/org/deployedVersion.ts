import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../run/errors.js';
import type { SfdxProject } from '../run/project.js';
import type { RestClient } from './restClient.js';

const SHOWN = 5;

/**
 * Compares the classes in an org with those of the project, so that a run without a deploy proves what it says.
 *
 * @throws UsageError when classes are missing or differ
 */
export async function requireSameVersion(admin: RestClient, project: SfdxProject): Promise<void> {
  const path = `/services/data/v${admin.apiVersion}/tooling/query?q=${encodeURIComponent('SELECT Name, Body FROM ApexClass WHERE NamespacePrefix = null')}`;
  const inOrg = new Map<string, string>();
  for (let next: string | undefined = path; next !== undefined;) {
    const page: { records: { Name: string; Body: string }[]; nextRecordsUrl?: string } = await admin.call('GET', next);
    for (const { Name, Body } of page.records) inOrg.set(Name, Body);
    next = page.nextRecordsUrl;
  }
  const differing: string[] = [];
  const missing: string[] = [];
  for (const file of await classFiles(project)) {
    const name = file.replace(/^.*[\\/]/, '').replace(/\.cls$/, '');
    const body = inOrg.get(name);
    if (body === undefined) missing.push(name);
    else if (normalised(body) !== normalised(await readFile(file, 'utf8'))) differing.push(name);
  }
  if (missing.length === 0 && differing.length === 0) return;
  throw new UsageError(
    missing.length > 0
      ? `The org lacks ${missing.length} classes of the project, such as ${missing.slice(0, SHOWN).join(', ')}.`
      : `The org holds another version of ${differing.length} classes, such as ${differing.slice(0, SHOWN).join(', ')}.`,
    ['Leave out --no-deploy, or deploy first with `npm run deploy -- --target-org ALIAS`.']
  );
}

async function classFiles({ root, packageDirectories }: SfdxProject): Promise<string[]> {
  const files = await Promise.all(
    packageDirectories.map(async (directory) =>
      (await readdir(join(root, directory), { recursive: true }))
        .filter((path) => path.endsWith('.cls'))
        .map((path) => join(root, directory, path))
    )
  );
  return files.flat();
}

/** Line ends and space at the end are not kept by every way of deploying. */
function normalised(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd();
}
