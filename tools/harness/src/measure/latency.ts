import { build, type Histogram } from 'hdr-histogram-js';

/** Milliseconds, from merged histograms; null when nothing was measured. */
export interface LatencySummary {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

const HIGHEST_MICROSECONDS = 600_000_000;

function newHistogram(): Histogram {
  return build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: HIGHEST_MICROSECONDS,
    numberOfSignificantValueDigits: 3
  });
}

/** Latencies of one scenario, one histogram per class of answer. */
export class LatencyRecorder {
  readonly #byClass = new Map<string, Histogram>();

  /**
   * @param answerClass code of the answer, or `none` when none came
   * @param milliseconds from before the request was sent until the last byte of the answer
   */
  record(answerClass: string, milliseconds: number): void {
    let histogram = this.#byClass.get(answerClass);
    if (histogram === undefined) this.#byClass.set(answerClass, (histogram = newHistogram()));
    histogram.recordValue(Math.min(Math.max(1, Math.round(milliseconds * 1000)), HIGHEST_MICROSECONDS));
  }

  /** Adds what another one has measured. */
  add(other: LatencyRecorder): void {
    for (const [answerClass, histogram] of other.#byClass) {
      let own = this.#byClass.get(answerClass);
      if (own === undefined) this.#byClass.set(answerClass, (own = newHistogram()));
      own.add(histogram);
    }
  }

  /** All classes together: histograms are added, percentiles are never averaged. */
  total(): LatencySummary {
    const merged = newHistogram();
    for (const histogram of this.#byClass.values()) merged.add(histogram);
    return summarise(merged);
  }

  byClass(): Record<string, LatencySummary & { readonly count: number }> {
    return Object.fromEntries(
      [...this.#byClass].map(([name, histogram]) => [name, { count: histogram.totalCount, ...summarise(histogram) }])
    );
  }
}

function summarise(histogram: Histogram): LatencySummary {
  if (histogram.totalCount === 0) return { p50: null, p95: null, p99: null, max: null };
  const at = (percentile: number): number => histogram.getValueAtPercentile(percentile) / 1000;
  return { p50: at(50), p95: at(95), p99: at(99), max: histogram.maxValue / 1000 };
}
