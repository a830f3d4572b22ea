/**
 * Memory of one slot, with the repository's project deployed, beside a thread of Node that does nothing.
 *
 *   npm run bench -- slot-memory
 *
 * Each figure is what a process takes with many slots less what it takes with few, by the difference in number: what the process
 * takes anyhow falls out. PostgreSQL's own process of a slot is not counted. There is no bar; the exit code is 0 when it was measured.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Footprint } from './support/footprint.js';

const PROGRAM = fileURLToPath(new URL('./support/footprint.ts', import.meta.url));
const FEW = 2;
const MANY = 10;
const MB = 1024 * 1024;

function footprint(kind: 'org' | 'bare', count: number): Promise<Footprint> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [kind, String(count)], { execArgv: process.execArgv });
    child.once('message', (found) => resolve(found as Footprint));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the measured process ended with exit code ${code}`)));
  });
}

/** Bytes that one more of them takes. */
async function each(kind: 'org' | 'bare'): Promise<{ bytes: number; many: Footprint }> {
  const few = await footprint(kind, FEW);
  const many = await footprint(kind, MANY);
  return { bytes: (many.rssBytes - few.rssBytes) / (MANY - FEW), many };
}

const slot = await each('org');
const thread = await each('bare');
const heaps = slot.many.slotHeapBytes;
const heap = heaps.reduce((sum, bytes) => sum + bytes, 0) / heaps.length;
const show = (text: string, value: string): void => void process.stdout.write(`  ${text.padEnd(52)} ${value}\n`);
show('a slot, resident', `${(slot.bytes / MB).toFixed(1)} MB`);
show('  of it objects that stay', `${(heap / MB).toFixed(1)} MB`);
show('a thread that does nothing, resident', `${(thread.bytes / MB).toFixed(1)} MB`);
show('a slot against such a thread', `× ${(slot.bytes / thread.bytes).toFixed(1)}`);
