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
  /** Objects that each slot or thread holds, in bytes; a slot's after garbage collection. */
  readonly heapBytes: readonly number[];
}

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url));
const PERMIT = `List<PermissionSetAssignment> granted = new List<PermissionSetAssignment>();
for (PermissionSet each : [SELECT Id FROM PermissionSet WHERE Name = 'Metrics_Reader']) {
  granted.add(new PermissionSetAssignment(AssigneeId = UserInfo.getUserId(), PermissionSetId = each.Id));
}
insert granted;`;
/** A service that runs the project's Apex over several of its objects. */
const SERVICE = 'services/apexrest/integration/v1/metrics';

async function orgWith(slots: number): Promise<Footprint> {
  const org = await startLocalOrg({ slots, jobSlots: 1 });
  try {
    const reply = await org.run<{ compileErrors: unknown[]; deployErrors: unknown[] }>('deploy-project', {
      package: readProject(PROJECT),
      keepGoing: false
    });
    if (reply.compileErrors.length + reply.deployErrors.length > 0) throw new Error(JSON.stringify(reply));
    await org.run('execute-anonymous', { source: PERMIT });
    const get = async (path: string): Promise<unknown> => {
      const answer = await fetch(`${org.url}/${path}`, { headers: { authorization: `Bearer ${org.accessToken}` } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    // As many at once as there are slots: each takes its copy of the org's code.
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: slots * 2 }, () => get(SERVICE)));
    const { rssBytes, threads } = (await get('local-org/v1/memory')) as MemoryReport;
    return {
      rssBytes,
      heapBytes: threads.filter(({ thread }) => thread.startsWith('slot')).map(({ heapBytes }) => heapBytes)
    };
  } finally {
    await org.stop();
  }
}

async function bareThreads(count: number): Promise<Footprint> {
  const program =
    "const { parentPort } = require('node:worker_threads'); parentPort.postMessage(process.memoryUsage().heapUsed); parentPort.on('message', () => undefined)";
  const workers = Array.from({ length: count }, () => new Worker(program, { eval: true }));
  const heapBytes = await Promise.all(
    workers.map((worker) => new Promise<number>((resolve) => worker.once('message', resolve)))
  );
  const { rss } = process.memoryUsage();
  await Promise.all(workers.map((worker) => worker.terminate()));
  return { rssBytes: rss, heapBytes };
}

const [kind, count] = process.argv.slice(2);
const footprint = kind === 'org' ? await orgWith(Number(count)) : await bareThreads(Number(count));
process.send?.(footprint);
process.disconnect?.();
