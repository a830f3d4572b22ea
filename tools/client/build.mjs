/** Adds the CommonJS form to what `tsc -b` has made: one file, the contract's table included. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  entryPoints: [here('./dist/index.js')],
  outfile: here('./dist/index.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'warning'
});
await writeFile(here('./dist/index.d.cts'), "export * from './index.js';\n");
