import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, prometheusContentType } from 'prom-client';

export type DeliveryOutcome =
  'stored' | 'known' | 'empty' | 'handshake' | 'unauthorized' | 'malformed' | 'too-large' | 'unavailable' | 'error';

/** What the process counts. Each receiver of a process has its own set. */
export interface Metrics {
  readonly registry: Registry;
  readonly deliveries: Counter<'source' | 'outcome'>;
  readonly refusals: Counter<'source' | 'reason'>;
  readonly acceptedBySecret: Counter<'source' | 'secret'>;
  readonly events: Counter<'source' | 'outcome'>;
  readonly conflicts: Counter<'source'>;
  readonly acknowledgement: Histogram<'source'>;
  readonly groupSize: Histogram;
  readonly calls: Counter<'outcome'>;
  readonly callSeconds: Histogram;
  readonly batchSize: Histogram;
  readonly forwarded: Counter<'outcome'>;
  readonly paused: Gauge<'reason'>;
  readonly apiUsage: Gauge<'kind'>;
  readonly waiting: Gauge;
  readonly oldestWaiting: Gauge;
  readonly deadLetters: Gauge;
  readonly sessions: Counter;
}

export const METRICS_CONTENT_TYPE = prometheusContentType;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'receiver_' });
  const counter = <L extends string = never>(name: string, help: string, labelNames: L[] = []): Counter<L> =>
    new Counter({ name: `receiver_${name}`, help, labelNames, registers });
  const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []): Gauge<L> =>
    new Gauge({ name: `receiver_${name}`, help, labelNames, registers });
  const histogram = <L extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: L[] = []
  ): Histogram<L> => new Histogram({ name: `receiver_${name}`, help, buckets, labelNames, registers });
  const counts = [1, 2, 5, 10, 20, 50, 100, 150, 200];
  return {
    registry,
    deliveries: counter('deliveries_total', 'Deliveries by outcome.', ['source', 'outcome']),
    refusals: counter('refusals_total', 'Deliveries whose signature was refused, by reason.', ['source', 'reason']),
    acceptedBySecret: counter(
      'accepted_by_secret_total',
      'Verified deliveries by the position of the secret that fitted: 0 is the first one configured.',
      ['source', 'secret']
    ),
    events: counter('events_total', 'Events by outcome: stored or known.', ['source', 'outcome']),
    conflicts: counter('conflicts_total', 'Known event keys that came with another content.', ['source']),
    acknowledgement: histogram(
      'acknowledgement_seconds',
      'From the complete body to the answer.',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      ['source']
    ),
    groupSize: histogram('commit_deliveries', 'Deliveries that shared a commit.', counts),
    calls: counter('forward_calls_total', 'API calls to Salesforce by outcome.', ['outcome']),
    callSeconds: histogram('forward_call_seconds', 'Duration of API calls.', [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]),
    batchSize: histogram('forward_batch_events', 'Events of a call.', counts),
    forwarded: counter('forwarded_total', 'Forwarded events by outcome.', ['outcome']),
    paused: gauge('forward_paused', '1 while forwarding rests, by reason.', ['reason']),
    apiUsage: gauge('salesforce_api_calls', 'Daily API calls of the org as it last told: used and limit.', ['kind']),
    waiting: gauge('waiting_events', 'Events that are stored and not yet forwarded.'),
    oldestWaiting: gauge('oldest_waiting_seconds', 'Age of the oldest event that is not yet forwarded.'),
    deadLetters: gauge('dead_letters', 'Events that will not be tried again without a person.'),
    sessions: counter('salesforce_sessions_total', 'Sessions opened with Salesforce.')
  };
}
