/**
 * Bundles the commands, so that a plugin linked from a clone needs no further build: the packages of this repository go in,
 * those of the Salesforce CLI stay out.
 */
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** @returns {Promise<void>} */
export async function buildPlugin() {
  const commands = readdirSync(here('./src/commands'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts')
  );
  // Chunks are named by what is in them, so those of the last build would stay.
  for (const folder of ['./dist/commands', './dist/chunks']) await rm(here(folder), { recursive: true, force: true });
  await build({
    entryPoints: commands.map((path) => here(`./src/commands/${path}`)),
    outbase: here('./src'),
    outdir: here('./dist'),
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['retrysafe-source'],
    external: ['@oclif/*', '@salesforce/*'],
    sourcemap: true,
    logLevel: 'warning'
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPlugin();
