import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * The standard library is found by listing its folders, which a bundle cannot do: here the module that lists them is
 * replaced by one that imports every file by name.
 */
export const listDefinitions: Plugin = {
  name: 'list-definitions',
  setup(build) {
    build.onLoad({ filter: /registry-impl[\\/]load\.ts$/ }, async ({ path }) => {
      const library = dirname(dirname(path));
      const files: string[] = [];
      for (const folder of await readdir(library, { withFileTypes: true })) {
        if (!folder.isDirectory() || !/^[A-Z]/.test(folder.name)) continue;
        for (const file of await readdir(join(library, folder.name))) {
          if (file.endsWith('.ts')) files.push(`../${folder.name}/${file}`);
        }
      }
      const imports = files.sort().map((file, index) => `import * as m${index} from ${JSON.stringify(file)};`);
      const list = files.map((_, index) => `m${index}`).join(', ');
      const contents = `${imports.join('\n')}
        export const loadDefinitions = async () => [${list}].flatMap((module) => module.default ?? []);`;
      return { contents, loader: 'ts', resolveDir: dirname(path) };
    });
  }
};
