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
    parentPort.postMessage('holding');
    await new Promise((resolve) => setTimeout(resolve, workerData.holdMs));
    await client.query(workerData.end);
    await client.end();
    parentPort.postMessage('ended');
  })().catch((error) => parentPort.postMessage('failed: ' + error.message));

`;

export interface Rival {
  /** Resolves when the other transaction is over. */
  readonly ended: Promise<void>;
}

/**
 * Another transaction on the org's database, in a thread of its own: runs its statements, holds what it has for a while,
 * then ends. Resolves while it holds.
 */
export async function startRival(
  org: TestOrg,
  statements: readonly { readonly sql: string; readonly parameters: readonly unknown[] }[],
  holdMs: number,
  end: 'COMMIT' | 'ROLLBACK'
): Promise<Rival> {
  const worker = new Worker(SCRIPT, { eval: true, workerData: { address: org.address(), statements, holdMs, end } });
  const message = (wanted: string): Promise<void> =>
    new Promise((resolve, reject) => {
      worker.on('message', (text: string) => {
        if (text === wanted) resolve();
        else if (text.startsWith('failed')) reject(new Error(text));
      });
    });
  const ended = message('ended');
  await message('holding');
  return { ended };
}
