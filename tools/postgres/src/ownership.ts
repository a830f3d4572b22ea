import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from './cluster.js';

/** Starts the name of the connection that lives as long as the server's owner; its process id follows. */
const OWNER = 'retrysafe owner ';
/** The server's lock file in its data directory; its lines are documented in PostgreSQL's `miscadmin.h`. */
const LOCK_FILE = 'postmaster.pid';
export const SOCKET_PREFIX = 'lo-';

const STARTING_OR_STOPPING = '57P03';
const WAIT_MS = 30_000;

export interface Ownership {
  release(): Promise<void>;
}

/** Tells whoever finds the server later that its owner is alive: by a connection, because it ends with the process. */
export async function ownServer(address: DatabaseAddress): Promise<Ownership> {
  const client = new pg.Client({ ...address, application_name: OWNER + process.pid });
  // The end of the server is reported by the server's process.
  client.on('error', () => undefined);
  await client.connect();
  return { release: () => client.end().catch(() => undefined) };
}

interface Login {
  readonly user: string;
  readonly password: string;
}

interface LockFile {
  readonly pid: number;
  readonly port: number;
  readonly host: string;
}

/** A server that runs on a data directory. */
export interface RunningServer {
  readonly pid: number;
  readonly host: string;
  readonly port: number;
  /** The process id of its living owner, or null: the owner was killed and left the server behind. */
  readonly owner: string | null;
}

/** The server that runs on a data directory, if one answers there. */
export async function findServer(databaseDir: string, login: Login): Promise<RunningServer | undefined> {
  const lock = await readLockFile(join(databaseDir, LOCK_FILE));
  if (!lock) return undefined;
  const owner = await findOwner({ ...login, host: lock.host, port: lock.port, database: 'postgres' });
  // Nobody answers there: PostgreSQL itself decides whether the file is a left-over.
  return owner === undefined ? undefined : { ...lock, owner };
}

/** Ends a server that was left behind, so that it can be started again. */
export async function endServer(databaseDir: string, server: RunningServer): Promise<void> {
  // Fast shutdown on POSIX; on Windows a hard end, from which PostgreSQL recovers.
  process.kill(server.pid, 'SIGINT');
  const deadline = Date.now() + WAIT_MS;
  while (existsSync(join(databaseDir, LOCK_FILE)) && isAlive(server.pid)) {
    if (Date.now() > deadline) {
      throw new Error(
        `The PostgreSQL server of ${databaseDir} (process ${server.pid}) was left behind and does not end. End it, then start again.`
      );
    }
    await sleep(50);
  }
  if (dirname(server.host) === tmpdir() && basename(server.host).startsWith(SOCKET_PREFIX)) {
    await rm(server.host, { recursive: true, force: true });
  }
}

async function readLockFile(path: string): Promise<LockFile | undefined> {
  if (!existsSync(path)) return undefined;
  const [pid, , , port, socketDirectory, address] = (await readFile(path, 'utf8')).split('\n');
  const host = socketDirectory || address || '127.0.0.1';
  const lock = { pid: Number(pid), port: Number(port), host };
  return lock.pid > 0 && lock.port > 0 ? lock : undefined;
}

/** The owner's process id, null without a living owner, undefined when no server answers. */
async function findOwner(address: DatabaseAddress): Promise<string | null | undefined> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const client = new pg.Client({ ...address, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ name: string }>(
        'SELECT application_name AS name FROM pg_stat_activity WHERE starts_with(application_name, $1)',
        [OWNER]
      );
      return rows[0]?.name.slice(OWNER.length) ?? null;
    } catch (error) {
      if ((error as { code?: string }).code !== STARTING_OR_STOPPING || Date.now() > deadline) return undefined;
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
