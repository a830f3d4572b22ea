import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The package directory whose components are served. */
export const CONSOLE_PACKAGE = join(ROOT, 'force-app', 'console');

/** Browser code of this tool: the shell around the components and what stands for the platform's modules. */
export const PAGE = join(ROOT, 'tools', 'console', 'page');

const require = createRequire(import.meta.url);

/** Folder of an installed package. @throws Error when it is not installed */
export function packageFolder(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    const manifest = join(folder, name, 'package.json');
    try {
      return dirname(require.resolve(manifest));
    } catch {
      // Further up.
    }
  }
  throw new Error(`The package ${name} is not installed; run \`npm ci\`.`);
}
