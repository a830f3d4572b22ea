import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { listDefinitions } from './list-modules.js';

/**
 * Starts a thread from a module beside the caller.
 *
 * Compiled code runs as it is. Run from source, the module and what it imports are bundled first (esbuild, once for
 * each state of the sources): a slot starts in a tenth of the time that a TypeScript loader in every thread would take.
 *
 * @param base `import.meta.url` of the caller.
 * @param name module name without extension, e.g. './database-thread'.
 */
export async function startThread(base: string, name: string, options: WorkerOptions): Promise<Worker> {
  if (!base.endsWith('.ts')) return new Worker(new URL(`${name}.js`, base), options);
  // The bundle is plain JavaScript: without this, each thread would load the TypeScript loader of its parent again.
  return new Worker(await bundleOf(base, name), { ...options, execArgv: [] });
}

/** Bundles a thread's module, so that a later `startThread` need not wait for it. */
export async function prepareThread(base: string, name: string): Promise<void> {
  if (base.endsWith('.ts')) await bundleOf(base, name);
}

function bundleOf(base: string, name: string): Promise<string> {
  const entry = fileURLToPath(new URL(`${name}.ts`, base));
  let bundle = bundles.get(entry);
  if (!bundle) bundles.set(entry, (bundle = bundleEntry(entry)));
  return bundle;
}

const bundles = new Map<string, Promise<string>>();

const KEEP_MS = 24 * 3600 * 1000;
/** Bundles stay inside the package, so that packages left outside are found from there. */
const BUNDLE_FOLDER = fileURLToPath(new URL('../../.threads/', import.meta.url));
const SOURCE_FOLDER = fileURLToPath(new URL('../', import.meta.url));

async function bundleEntry(entry: string): Promise<string> {
  const name = `${basename(entry, '.ts')}-${await sourceState()}`;
  const path = `${BUNDLE_FOLDER}${name}.mjs`;
  if (existsSync(path)) return path;
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    plugins: [listDefinitions],
    sourcemap: 'linked',
    outdir: BUNDLE_FOLDER,
    logLevel: 'silent'
  });
  const map = outputFiles.find((file) => file.path.endsWith('.map'))?.text;
  const bundle = outputFiles.find((file) => !file.path.endsWith('.map'))?.text;
  if (!map || !bundle) throw new Error(`esbuild made nothing of ${entry}`);
  await removeOld();
  await mkdir(BUNDLE_FOLDER, { recursive: true });
  await writeWhole(`${path}.map`, map);
  await writeWhole(path, bundle.replace(/\/\/# sourceMappingURL=.*\s*$/, `//# sourceMappingURL=${name}.mjs.map\n`));
  return path;
}

let state: Promise<string> | null = null;

/** Changes when a source file does: names, sizes and times of all of them. */
function sourceState(): Promise<string> {
  state ??= (async () => {
    const hash = createHash('sha1').update(process.version);
    for (const file of (await readdir(SOURCE_FOLDER, { recursive: true })).sort()) {
      if (!/\.(ts|json)$/.test(file)) continue;
      const { size, mtimeMs } = await stat(join(SOURCE_FOLDER, file));
      hash.update(`${file}:${size}:${mtimeMs};`);
    }
    return hash.digest('hex');
  })();
  return state;
}

/** Bundles of earlier states of the sources. One that is a day old may still be read by nobody but a debugger. */
async function removeOld(): Promise<void> {
  const limit = Date.now() - KEEP_MS;
  for (const name of await readdir(BUNDLE_FOLDER).catch(() => [])) {
    const path = `${BUNDLE_FOLDER}${name}`;
    const info = await stat(path).catch(() => null);
    if (info && info.mtimeMs < limit) await rm(path, { force: true });
  }
}

/** Another process may write the same file: only a whole one ever has the final name. */
async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.${process.pid}`, text);
  await rename(`${path}.${process.pid}`, path);
}
