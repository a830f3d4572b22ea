import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ROOT } from './processes.js';

/** The packages below `tools`. */
export function toolFolders(): string[] {
  return readdirSync(join(ROOT, 'tools'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join('tools', entry.name))
    .sort();
}

/**
 * Test files of the tools and of the scripts, by how their names end.
 *
 * @returns paths from the root
 */
export function testFiles(ending: '.test.ts' | '.nut.ts'): string[] {
  return [...toolFolders(), 'scripts']
    .map((folder) => join(folder, 'test'))
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith(ending) && !path.split(sep).includes('node_modules'))
        .map((path) => join(folder, path))
    )
    .sort();
}
