import { Worker } from 'node:worker_threads';
import type { TestOrg } from './org.js';

/** Plain JavaScript: the thread needs no loader. */
const SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads');
  const pg = require('pg');
  (async () => {
    const client = new pg.Client({ ...workerData.address, options: '-c search_path=data,public' });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN');
    for (const { sql, parameters } of workerData.statements) await client.query(sql, parameters);
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const watcher = new pg.Client(workerData.address);
    watcher.on('error', () => undefined);
    await watcher.connect();
    const waiters = async () => {
      const found = await watcher.query('SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [rows[0].pid]);
      return found.rows.length;
    };
    const go = new Int32Array(workerData.go);
    parentPort.postMessage('holding');
    while (Atomics.load(go, 0) === 0 && !(workerData.untilMet && (await waiters()) > 0)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await client.query(workerData.end);
    await watcher.end();
    await client.end();
    parentPort.postMessage('ended');
  })().catch((error) => parentPort.postMessage('failed: ' + error.message));

`;

export interface Rival {
  /** Lets it end, whether anybody has met it or not. Resolves when its transaction is over. */
  end(): Promise<void>;
}

/**
 * Another transaction on the org's database, in a thread of its own: runs its statements and holds what it has. Resolves
 * while it holds.
 *
 * @param lasts `until-met`: ends by itself as soon as somebody waits for what it holds; `until-told`: whoever waits, waits on
 */
export async function startRival(
  org: TestOrg,
  statements: readonly { readonly sql: string; readonly parameters: readonly unknown[] }[],
  lasts: 'until-met' | 'until-told',
  end: 'COMMIT' | 'ROLLBACK'
): Promise<Rival> {
  const go = new SharedArrayBuffer(4);
  const workerData = { address: org.address(), statements, untilMet: lasts === 'until-met', go, end };
  const worker = new Worker(SCRIPT, { eval: true, workerData });
  const message = (wanted: string): Promise<void> =>
    new Promise((resolve, reject) => {
      worker.on('message', (text: string) => {
        if (text === wanted) resolve();
        else if (text.startsWith('failed')) reject(new Error(text));
      });
    });
  const ended = message('ended');
  // Whoever waits for the end is told what failed; nobody else has to be.
  ended.catch(() => undefined);
  await message('holding');
  return {
    end: () => {
      Atomics.store(new Int32Array(go), 0, 1);
      return ended;
    }
  };
}
