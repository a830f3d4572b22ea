/** Where the time of an event goes. */
import { request } from 'undici';
import { query } from '../test/support/postgres.js';

/** When an event reached each point. Milliseconds since 1970; all read the clock of one machine. */
export interface Passage {
  readonly sent: number;
  /** The receiver had committed it. */
  stored?: number;
  /** The receiver had the answer of the call that brought it into the inbox. */
  forwarded?: number;
  /** A client read the business record. */
  seen?: number;
}

const STAGES: readonly [name: string, from: keyof Passage, to: keyof Passage][] = [
  ['delivery → stored', 'sent', 'stored'],
  ['stored → in the inbox', 'stored', 'forwarded'],
  ['in the inbox → readable', 'forwarded', 'seen'],
  ['delivery → readable', 'sent', 'seen']
];

/** Fills in what the receiver knows. @param passages by event key */
export async function readPassages(databaseUrl: string, passages: ReadonlyMap<string, Passage>): Promise<void> {
  const rows = await query<{ event_key: string; received_at: Date; delivered_at: Date }>(
    databaseUrl,
    'SELECT event_key, received_at, delivered_at FROM receiver.events'
  );
  for (const row of rows) {
    const passage = passages.get(row.event_key);
    if (passage) Object.assign(passage, { stored: +row.received_at, forwarded: +row.delivered_at });
  }
}

/** A line a stage. */
export function stageTable(passages: readonly Passage[]): string {
  return STAGES.map(([name, from, to]) => {
    const times = passages.flatMap((passage) => {
      const [start, end] = [passage[from], passage[to]];
      return start === undefined || end === undefined ? [] : [end - start];
    });
    const { p50, p95, most } = quantiles(times);
    return `    ${name.padEnd(26)} p50 ${p50} ms, p95 ${p95} ms, most ${most} ms\n`;
  }).join('');
}

export function quantiles(times: readonly number[]): { p50: number; p95: number; most: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? NaN);
  return { p50: at(0.5), p95: at(0.95), most: at(1) };
}

/** Calls to the org so far, and how long they took together. */
export interface Calls {
  readonly count: number;
  readonly seconds: number;
}

export async function readCalls(adminUrl: string): Promise<Calls> {
  const { body } = await request(`${adminUrl}/metrics`);
  const text = await body.text();
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return { count: value('receiver_forward_call_seconds_count'), seconds: value('receiver_forward_call_seconds_sum') };
}
