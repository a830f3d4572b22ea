import type { StatusBody, MetricsBody } from '@retrysafe/contracts';

/** Rows of a table of two columns. */
export interface Pair extends Record<string, unknown> {
  readonly name: string;
  readonly value: string;
}

export interface MetricRow extends Record<string, unknown> {
  readonly metric: string;
  readonly of: string;
  readonly value: string;
}

/** One row a value; metrics without values are left out. */
export function metricRows({ metrics }: MetricsBody): MetricRow[] {
  return metrics.flatMap(({ name, values, unit }) =>
    values.map(({ labels, value }) => ({
      metric: name,
      of: Object.entries(labels)
        .map(([label, text]) => `${label}=${text}`)
        .join(' '),
      value: unit === 'seconds' ? `${roundTo(value, 3)} s` : String(roundTo(value, 3))
    }))
  );
}

/** What the status resource says, in the order in which people ask. */
export function statusRows(status: StatusBody): Pair[] {
  return Object.entries(status)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ({ name, value: typeof value === 'object' ? JSON.stringify(value) : String(value) }));
}

function roundTo(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
