/**
 * The metrics of an org, by name: the labels that tell values apart, and the unit. All are gauges: figures of a window, or of
 * the moment.
 */
export const METRICS = Object.freeze({
  retrysafe_window_seconds: { labels: [], unit: 'seconds' },
  retrysafe_command_arrivals: { labels: ['operation', 'kind'], unit: '' },
  retrysafe_work: { labels: ['flow', 'status'], unit: '' },
  retrysafe_unresolved: { labels: ['flow', 'status'], unit: '' },
  retrysafe_oldest_unresolved_seconds: { labels: ['flow'], unit: 'seconds' },
  retrysafe_queue_age_seconds: { labels: ['flow'], unit: 'seconds' },
  retrysafe_latency_seconds: { labels: ['flow', 'quantile'], unit: 'seconds' },
  retrysafe_attempts: { labels: ['flow', 'quantile'], unit: '' },
  retrysafe_attempts_mean: { labels: ['flow'], unit: '' },
  retrysafe_sample_size: { labels: ['flow'], unit: '' },
  retrysafe_records_per_entity_max: { labels: ['object'], unit: '' },
  retrysafe_entities_with_several_records: { labels: ['object'], unit: '' },
  retrysafe_watched_entity_misconfigured: { labels: ['name'], unit: '' },
  retrysafe_circuit_open: { labels: ['endpoint'], unit: '' },
  retrysafe_reconciliation_mismatches: { labels: ['class', 'status'], unit: '' },
  retrysafe_reconciliation_age_seconds: { labels: [], unit: 'seconds' }
} as const satisfies Record<string, { readonly labels: readonly string[]; readonly unit: 'seconds' | '' }>);

export type MetricName = keyof typeof METRICS;

/** Body of the metrics resource: status 200. */
export interface MetricsBody {
  /** ISO 8601, UTC. */
  generatedAt: string;
  /** Begins with a full hour and ends with `generatedAt`. */
  window: { since: string; seconds: number };
  /** Each metric once, whether it has values or not. */
  metrics: {
    name: MetricName;
    /** Base unit, which the name ends with; empty for counts. */
    unit: 'seconds' | '';
    /** What the values mean. */
    help: string;
    values: { labels: Record<string, string>; value: number }[];
  }[];
}
