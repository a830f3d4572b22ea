import { isCompletion } from '../history/entry.js';
import type { Recorder } from '../history/recorder.js';
import type { ScenarioResult } from '../report/results.js';
import type { Progress } from './progress.js';

/** What a person wants to see move while a scenario runs. */
export interface Counts {
  readonly attempts: number;
  /** Answers that were stored by an earlier attempt. */
  readonly duplicates: number;
  readonly faults: number;
}

const PAUSE_MS = 200;

/** Shows the counts of a scenario behind what it says about itself, several times a second. */
export function startTicker(recorder: Recorder, progress: Progress): { tell(text: string): void; stop(): void } {
  const counter = new Counter(recorder);
  let told = '';
  const show = (): void => {
    const counts = describeCounts(counter.count());
    progress.detail(told === '' ? counts : `${told} · ${counts}`);
  };
  const timer = setInterval(show, PAUSE_MS);
  // It must not keep a process alive that has nothing else to do.
  timer.unref();
  return {
    tell: (text) => {
      told = text;
      show();
    },
    stop: () => clearInterval(timer)
  };
}

/** Such as `same-command-again: valid, 15 attempts, 0.3 s`. */
export function describeResult(result: ScenarioResult): string {
  const { name, verdict, skipReason, durationMs } = result;
  if (skipReason !== null) return `${name}: ${verdict}, ${skipReason}`;
  return `${name}: ${verdict}, ${describeCounts(result)}, ${(durationMs / 1000).toFixed(1)} s`;
}

/** Such as `500 attempts, 490 duplicates, 12 faults`; what there is none of is left out. */
export function describeCounts({ attempts, duplicates, faults }: Partial<Counts>): string {
  return [
    `${attempts ?? 0} attempts`,
    ...(duplicates === undefined || duplicates === 0 ? [] : [`${duplicates} duplicates`]),
    ...(faults === undefined || faults === 0 ? [] : [`${faults} faults`])
  ].join(', ');
}

/** Counts the entries of a scenario; each one is looked at once. */
export class Counter {
  #seen = 0;
  #attempts = 0;
  #duplicates = 0;
  #faults = 0;

  constructor(private readonly recorder: Pick<Recorder, 'entries'>) {}

  count(): Counts {
    const entries = this.recorder.entries();
    for (; this.#seen < entries.length; this.#seen += 1) {
      const entry = entries[this.#seen]!;
      if (entry.kind === 'invoke') this.#attempts += 1;
      else if (isCompletion(entry)) this.#duplicates += entry.replayed === true ? 1 : 0;
      else if (entry.subject === 'fault' && entry.detail.fault !== 'pass') this.#faults += 1;
    }
    return { attempts: this.#attempts, duplicates: this.#duplicates, faults: this.#faults };
  }
}
