/** Memory of the org at one moment, after a garbage collection. Bytes. */
export interface MemorySample {
  /** Milliseconds since the measured time began. */
  readonly at: number;
  /** Of the whole process, as the operating system counts. */
  readonly rss: number;
  /** What its threads hold: JavaScript heaps and buffers. */
  readonly used: number;
}

export interface MemoryVerdict {
  /** Means of the three thirds of the time. Bytes. */
  readonly rss: readonly [number, number, number];
  readonly used: readonly [number, number, number];
  /** Last third by first third. */
  readonly rssGrowth: number;
  readonly usedGrowth: number;
  /** null: the time was too short to tell. */
  readonly flat: boolean | null;
}

/** The last third may be so much of the first. */
export const MOST_GROWTH = 1.1;
/** Threads start, code is compiled and caches fill in the first minutes: before that nothing can be told. */
const LEAST_MS = 9 * 60_000;

export const canJudgeMemory = (durationMs: number): boolean => durationMs >= LEAST_MS;

/**
 * Compares the thirds of the measured time.
 *
 * @returns undefined when a third has no sample
 */
export function judgeMemory(samples: readonly MemorySample[], durationMs: number): MemoryVerdict | undefined {
  const thirds = [0, 1, 2].map((third) =>
    samples.filter(({ at }) => Math.min(2, Math.floor((at * 3) / durationMs)) === third)
  );
  if (thirds.some((third) => third.length === 0)) return undefined;
  const means = (pick: (sample: MemorySample) => number): [number, number, number] => {
    const [first, second, last] = thirds.map((third) => third.reduce((sum, s) => sum + pick(s), 0) / third.length);
    return [first!, second!, last!];
  };
  const rss = means((sample) => sample.rss);
  const used = means((sample) => sample.used);
  const rssGrowth = rss[2] / rss[0];
  const usedGrowth = used[2] / used[0];
  const flat = !canJudgeMemory(durationMs) ? null : rssGrowth <= MOST_GROWTH && usedGrowth <= MOST_GROWTH;
  return { rss, used, rssGrowth, usedGrowth, flat };
}
