import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { listDefinitions } from './list-modules.js';

/**
 * Starts a thread from a module beside the caller.
 *
 * Compiled code runs as it is. Run from source, the module and what it imports are bundled first (esbuild, once a
 * process): a slot starts in a tenth of the time that a TypeScript loader in every thread would take.
 *
 * @param base `import.meta.url` of the caller.
 * @param name module name without extension, e.g. './database-thread'.
 */
export async function startThread(base: string, name: string, options: WorkerOptions): Promise<Worker> {
  if (!base.endsWith('.ts')) return new Worker(new URL(`${name}.js`, base), options);
  // The bundle is plain JavaScript: without this, each thread would load the TypeScript loader of its parent again.
  return new Worker(await bundleOf(base, name), { ...options, execArgv: [] });
}

/** Begins to bundle a thread's module, so that a later `startThread` need not wait for it. */
export function prepareThread(base: string, name: string): void {
  // A failure is reported by the start that needs the bundle.
  if (base.endsWith('.ts')) bundleOf(base, name).catch(() => undefined);
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

async function bundleEntry(entry: string): Promise<string> {
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
  const name = createHash('sha1').update(bundle).digest('hex');
  const path = `${BUNDLE_FOLDER}${name}.mjs`;
  if (!existsSync(path)) {
    await removeOld();
    await mkdir(BUNDLE_FOLDER, { recursive: true });
    await writeWhole(`${path}.map`, map);
    await writeWhole(path, bundle.replace(/\/\/# sourceMappingURL=.*\s*$/, `//# sourceMappingURL=${name}.mjs.map\n`));
  }
  return path;
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
