import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Bytes of JavaScript for each byte of the limit. A queried record with Id and Name takes 370, a map with three entries 460:
 * with this figure the limit of 6 MB holds some 130,000 such records, so that none fails here that the platform would take.
 */
const RATIO = 8;
/** What an empty transaction shows. */
const LEAST = 1000;

const inUse = (): number => {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
};

/**
 * Heap of one transaction: what its thread uses more than when it began. Garbage counts until the engine has collected it, so
 * before anything fails the garbage is collected.
 */
export class HeapGauge {
  private start = inUse();
  /** Growth from which it is worth to look closer. */
  private suspicious = 0;

  /** Bytes as the platform counts them. */
  used(): number {
    return Math.max(LEAST, Math.round((inUse() - this.start) / RATIO));
  }

  /** Bytes in use when they are more than `limit`; null when they are not. */
  excess(limit: number): number | null {
    const most = limit * RATIO;
    if (inUse() - this.start <= Math.max(most, this.suspicious)) return null;
    collectGarbage();
    const left = inUse() - this.start;
    // Collecting takes milliseconds: not again before much has been added.
    this.suspicious = left + most / 2;
    return left > most ? Math.round(left / RATIO) : null;
  }
}

let collect: (() => void) | null = null;

function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
