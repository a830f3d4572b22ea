import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface ThreadMemory {
  readonly thread: string;
  /** Objects of JavaScript. */
  readonly heapBytes: number;
  /** Buffers and what else lies outside the heap. */
  readonly externalBytes: number;
}

let collect: (() => void) | null = null;

/** What this thread holds once its garbage has been collected: for tests that look for leaks. */
export function settledMemory(thread: string): ThreadMemory {
  collect ??= garbageCollector();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { thread, heapBytes: heapUsed, externalBytes: external };
}

/** Node gives it away only on demand. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
