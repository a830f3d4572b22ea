import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './errors.js';

/** The Salesforce DX project that is deployed and proved. */
export interface SfdxProject {
  /** Absolute path of the folder that holds sfdx-project.json. */
  readonly root: string;
  /** Package directories in the order of the file, which is their order of dependency. */
  readonly packageDirectories: readonly string[];
}

/**
 * The project that a folder belongs to.
 *
 * @throws UsageError when neither the folder nor one above it holds a readable sfdx-project.json
 */
export function findProject(from: string): SfdxProject {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const text = readIfThere(join(folder, 'sfdx-project.json'));
    if (text !== undefined) return parseProject(folder, text);
    if (dirname(folder) === folder) {
      throw new UsageError(`There is no sfdx-project.json in ${resolve(from)} or above it.`, [
        'Run the command in a clone of the repository.'
      ]);
    }
  }
}

function parseProject(root: string, text: string): SfdxProject {
  try {
    const { packageDirectories } = JSON.parse(text) as { packageDirectories: { path: string }[] };
    return { root, packageDirectories: packageDirectories.map((directory) => directory.path) };
  } catch (error) {
    throw new UsageError(`${join(root, 'sfdx-project.json')} cannot be read: ${(error as Error).message}`, [], {
      cause: error
    });
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
