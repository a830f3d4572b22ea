/**
 * A process that holds so many slots, or so many threads that do nothing, and says what it takes.
 *
 * Forked with two arguments: `org` or `bare`, and their number. Sends one `Footprint`, and ends.
 */
import { Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import type { MemoryReport } from '../../src/api/host.js';
import { readProject } from '../../src/metadata/index.js';
import { startLocalOrg } from '../../src/index.js';

/** What a process takes once all its threads are at rest. */
export interface Footprint {
  /** Resident memory of the process, in bytes. PostgreSQL's processes are not in it. */
  readonly rssBytes: number;
  /** Objects that each slot holds after garbage collection, in bytes; empty for threads that do nothing. */
  readonly slotHeapBytes: readonly number[];
}

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url));
const USE = "insert new Account(Name = 'Footprint'); System.debug([SELECT COUNT() FROM Account]);";

async function orgWith(slots: number): Promise<Footprint> {
  const org = await startLocalOrg({ slots, jobSlots: 1 });
  try {
    const reply = await org.run<{ compileErrors: unknown[]; deployErrors: unknown[] }>('deploy-project', {
      package: readProject(PROJECT),
      keepGoing: false
    });
    if (reply.compileErrors.length + reply.deployErrors.length > 0) throw new Error(JSON.stringify(reply));
    // As many at once as there are slots: each takes its copy of the org's code.
    await Promise.all(Array.from({ length: slots * 4 }, () => org.run('execute-anonymous', { source: USE })));
    const answer = await fetch(`${org.url}/local-org/v1/memory`, {
      headers: { authorization: `Bearer ${org.accessToken}` }
    });
    const { rssBytes, threads } = (await answer.json()) as MemoryReport;
    return {
      rssBytes,
      slotHeapBytes: threads.filter(({ thread }) => thread.startsWith('slot')).map(({ heapBytes }) => heapBytes)
    };
  } finally {
    await org.stop();
  }
}

async function bareThreads(count: number): Promise<Footprint> {
  const workers = Array.from(
    { length: count },
    () => new Worker("require('node:worker_threads').parentPort.on('message', () => undefined)", { eval: true })
  );
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('online', resolve))));
  const { rss } = process.memoryUsage();
  await Promise.all(workers.map((worker) => worker.terminate()));
  return { rssBytes: rss, slotHeapBytes: [] };
}

const [kind, count] = process.argv.slice(2);
const footprint = kind === 'org' ? await orgWith(Number(count)) : await bareThreads(Number(count));
process.send?.(footprint);
process.disconnect?.();
