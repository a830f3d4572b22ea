import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SfError } from '@salesforce/core';

/**
 * The clone that the plugin is linked from: what it deploys, and where the local org and the load test are.
 *
 * @throws SfError when the plugin was copied out of its repository
 */
export function repositoryRoot(from: string = fileURLToPath(import.meta.url)): string {
  for (let folder = dirname(from); dirname(folder) !== folder; folder = dirname(folder)) {
    const isRepository =
      existsSync(join(folder, 'sfdx-project.json')) && existsSync(join(folder, 'tools', 'harness', 'package.json'));
    if (isRepository) return folder;
  }
  throw new SfError('This command needs the Retrysafe repository around the plugin.', 'RepositoryNotFound', [
    'Clone the repository, run `npm ci` in it, and link the plugin with `sf plugins link tools/plugin`.'
  ]);
}
