import { mkdir } from 'node:fs/promises';
import { openCluster } from '@retrysafe/postgres';
import pg from 'pg';
import type { Logger } from '../observe/logger.js';
import { migrate } from './migrations.js';

export interface DatabaseOptions {
  /** `postgres://…`; wins over the directory. */
  readonly url?: string | undefined;
  /** Of the embedded server. */
  readonly directory?: string | undefined;
  readonly connections: number;
  /** No statement takes longer than this. Milliseconds. */
  readonly statementTimeoutMs: number;
  /** Use the embedded server of a receiver that runs, such as for looking at its dead letters. */
  readonly share?: boolean;
}

const DATABASE = 'receiver';
/** The client gives up a little later than the server, so that the server's answer is heard. */
const GRACE_MS = 500;

/** The pool of connections, and the server when it is ours. */
export interface Database {
  readonly pool: pg.Pool;
  /** Tells once when the embedded server ends without being asked to. */
  onDeath(callback: () => void): void;
  close(): Promise<void>;
}

/**
 * Starts or reaches the database and brings its tables up to date.
 *
 * @throws Error that says what to do: no server, data directory in use, made by a newer receiver
 */
export async function openDatabase(options: DatabaseOptions, logger: Logger): Promise<Database> {
  if (options.directory !== undefined && options.url === undefined) await mkdir(options.directory, { recursive: true });
  const cluster =
    options.url === undefined
      ? await openCluster({ dataDirectory: options.directory, share: options.share ?? false })
      : undefined;
  try {
    if (cluster && !(await cluster.databaseExists(DATABASE))) await cluster.createDatabase(DATABASE);
    const pool = new pg.Pool({
      ...(cluster ? cluster.address(DATABASE) : { connectionString: options.url }),
      max: options.connections,
      application_name: 'retrysafe-receiver',
      connectionTimeoutMillis: options.statementTimeoutMs,
      statement_timeout: options.statementTimeoutMs,
      query_timeout: options.statementTimeoutMs + GRACE_MS,
      idle_in_transaction_session_timeout: 60_000,
      keepAlive: true
    });
    pool.on('error', (error) => logger.warn({ error }, 'an idle connection to the database was lost'));
    try {
      await migrate(pool);
    } catch (error) {
      await pool.end();
      throw error;
    }
    return {
      pool,
      onDeath: (callback) => cluster?.onDeath(callback),
      close: async () => {
        await pool.end();
        await cluster?.stop();
      }
    };
  } catch (error) {
    await cluster?.stop();
    throw error;
  }
}

/**
 * Runs work in one transaction. A connection whose transaction could not be ended is thrown away.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
