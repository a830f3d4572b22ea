import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import lwcPlugin from '@lwc/rollup-plugin';
import { transform } from 'esbuild';
import { rollup, type InputOptions, type OutputOptions, type RollupLog } from 'rollup';
import { CONSOLE_PACKAGE, PAGE, ROOT, packageFolder } from '../paths.js';
import { Icons } from './icons.js';
import { readLabels } from './labels.js';
import { platformModules } from './platformModules.js';

// Its types describe an ES module; Node loads CommonJS, whose export is the function itself.
const lwc = lwcPlugin as unknown as typeof lwcPlugin.default;

const COMPONENTS = join(CONSOLE_PACKAGE, 'lwc');
const CACHE = join(ROOT, 'node_modules', '.cache', 'retrysafe-console');
const PACKAGES = ['lwc', '@lwc/rollup-plugin', 'lightning-base-components', 'rollup', 'esbuild'];

/**
 * Scripts of the page by the path at which they are served. `/shadow.js` is a classic script that has to run first; `/app.js` is
 * the module of the shell and the first view, which imports those of the other pages when they are opened.
 */
export type PageScripts = ReadonlyMap<string, string>;

/**
 * The page with the components of `force-app/console`, compiled by LWC's own compiler. Compiling the base components takes
 * long, so the result is kept until a source or a package changes.
 *
 * @throws Error with file and line of what LWC's compiler refuses
 */
export async function bundlePage(): Promise<PageScripts> {
  const cached = join(CACHE, `${await fingerprint()}.json`);
  try {
    return new Map(JSON.parse(await readFile(cached, 'utf8')) as [string, string][]);
  } catch {
    const scripts = await compile();
    await mkdir(CACHE, { recursive: true });
    // Two that compile at once write the same; neither reads half of it.
    const draft = `${cached}.${process.pid}`;
    await writeFile(draft, JSON.stringify([...scripts]));
    await rename(draft, cached);
    await forgetOthers(cached);
    return scripts;
  }
}

/** What older sources gave is of no use to anybody. */
async function forgetOthers(kept: string): Promise<void> {
  const paths = (await readdir(CACHE)).map((name) => join(CACHE, name));
  const old = paths.filter((path) => path !== kept && /\.(js|json)$/.test(path));
  await Promise.all(old.map((path) => rm(path, { force: true })));
}

async function compile(): Promise<PageScripts> {
  const base = packageFolder('lightning-base-components');
  const lightning = join(base, 'src', 'lightning');
  const icons = await Icons.usedIn(lightning, [COMPONENTS, join(PAGE, 'modules'), lightning]);
  const plugins = [
    platformModules(await readLabels(), icons),
    lwc({
      rootDir: PAGE,
      modules: [...(await ownComponents()), { dir: join(PAGE, 'modules') }, { npm: 'lightning-base-components' }],
      enableDynamicComponents: true,
      // Base components use both; the platform's compiler has them on.
      enableLwcOn: true,
      enableSyntheticElementInternals: true
    })
  ];
  // Synthetic shadow has to be there before the engine, whichever module brings the engine in: so it is no module.
  const shadow = { input: { shadow: join(PAGE, 'shadow.js') }, plugins };
  const app = { input: { app: join(PAGE, 'main.js') }, plugins };
  return new Map([
    ...(await scriptsOf(shadow, { format: 'iife' })),
    ...(await scriptsOf(app, {
      format: 'es',
      chunkFileNames: 'page-[name].js',
      // All that the first view needs in one script: left to itself, Rollup makes one of each set of sharers.
      manualChunks: { app: [join(PAGE, 'main.js')] }
    }))
  ]);
}

async function scriptsOf(input: InputOptions, how: OutputOptions): Promise<[path: string, code: string][]> {
  const bundle = await rollup({ ...input, onwarn: judgeWarning });
  try {
    const { output } = await bundle.generate({ ...how, entryFileNames: '[name].js' });
    const chunks = output.filter((each) => each.type === 'chunk');
    return await Promise.all(
      chunks.map(async ({ fileName, code }): Promise<[string, string]> => [`/${fileName}`, await minify(code)])
    );
  } finally {
    await bundle.close();
  }
}

async function minify(script: string): Promise<string> {
  const { code } = await transform(script, {
    target: 'es2022',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.SSR': 'false' },
    legalComments: 'eof'
  });
  return code;
}

/** Base components are as they are; of our own, and of what cannot be found, nothing is let pass. */
function judgeWarning(warning: RollupLog): void {
  const file = warning.id ?? warning.loc?.file ?? '';
  const isOurs = file.startsWith(CONSOLE_PACKAGE) || file.startsWith(PAGE);
  if (warning.code === 'UNRESOLVED_IMPORT' || (isOurs && warning.code !== 'CIRCULAR_DEPENDENCY')) {
    throw new Error(`${relative(ROOT, file)}:${warning.loc?.line ?? 0} ${warning.message}`);
  }
}

/** `c/name` for each component of the package: there its folder is not called `c`. */
async function ownComponents(): Promise<{ name: string; path: string }[]> {
  const entries = await readdir(COMPONENTS, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
    .map(({ name }) => ({ name: `c/${name}`, path: join(COMPONENTS, name, `${name}.js`) }));
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of PACKAGES) {
    const manifest = await readFile(join(packageFolder(name), 'package.json'), 'utf8');
    hash.update(`${name}@${(JSON.parse(manifest) as { version: string }).version}\n`);
  }
  const own = join(ROOT, 'tools', 'console', 'src', 'bundle');
  for (const folder of [COMPONENTS, join(CONSOLE_PACKAGE, 'labels'), PAGE, own]) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('__tests__'))
      .map(({ parentPath, name }) => join(parentPath, name));
    for (const path of paths.sort()) hash.update(relative(ROOT, path)).update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 32);
}
