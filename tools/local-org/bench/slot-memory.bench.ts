/**
 * Memory of one slot, with the repository's project deployed, beside a thread of Node that does nothing.
 *
 *   npm run bench -- slot-memory
 *
 * Counted are the objects that stay: V8 keeps its pages as it likes, so resident memory says little of one slot, and is shown for
 * the whole process. PostgreSQL's own processes are not in it. There is no bar; the exit code is 0 when it was measured.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Footprint } from './support/footprint.js';

const PROGRAM = fileURLToPath(new URL('./support/footprint.ts', import.meta.url));
const SLOTS = 10;
const MB = 1024 * 1024;

function footprint(kind: 'org' | 'bare'): Promise<Footprint> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [kind, String(SLOTS)], { execArgv: process.execArgv });
    child.once('message', (found) => resolve(found as Footprint));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the measured process ended with exit code ${code}`)));
  });
}

const org = await footprint('org');
const bare = await footprint('bare');
const sorted = (bytes: readonly number[]): number[] => [...bytes].sort((left, right) => left - right);
const median = (bytes: readonly number[]): number => sorted(bytes)[Math.floor(bytes.length / 2)] ?? 0;
const show = (text: string, value: string): void => void process.stdout.write(`  ${text.padEnd(44)} ${value}\n`);
const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;
const [slot, thread] = [median(org.heapBytes), median(bare.heapBytes)];
show('a slot that runs Apex', megabytes(slot));
show('a slot that compiles, too', megabytes(sorted(org.heapBytes).at(-1) ?? 0));
show('a thread that does nothing', megabytes(thread));
show('a slot against such a thread', `× ${(slot / thread).toFixed(1)}`);
show(`an org of ${SLOTS} slots and one for jobs, resident`, megabytes(org.rssBytes));
