import { expect } from 'chai';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  METRICS,
  SCHEMAS,
  type CompletedBody,
  type MetricName,
  type MetricsBody,
  type StatusBody
} from '../src/index.js';

const ajv = new Ajv2020({ allErrors: true });
const validators = Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, ajv.compile(schema)]));

const completed: CompletedBody = {
  operation: 'create-order',
  idempotencyKey: 'k-1',
  state: 'Succeeded',
  recordId: 'a00000000000001AAA',
  result: { orderNumber: '1' }
};
const status: StatusBody = {
  operation: 'create-order',
  idempotencyKey: 'k-1',
  state: 'Processing',
  attempts: 1,
  acceptedAt: '2026-01-31T12:00:00.000Z',
  completedAt: null,
  nextAttemptAt: null,
  retainUntil: null,
  correlationId: null
};

const metrics: MetricsBody = {
  generatedAt: '2026-01-31T12:00:00.000Z',
  window: { since: '2026-01-30T12:00:00.000Z', seconds: 86400 },
  metrics: (Object.keys(METRICS) as MetricName[]).map((name) => ({
    name,
    unit: METRICS[name].unit,
    help: 'What it means.',
    values: [{ labels: { flow: 'commands' }, value: 0.25 }]
  }))
};

describe('the schemas of bodies', () => {
  it('accept what the types allow', () => {
    expect(validators.completed!(completed)).to.equal(true);
    expect(validators.completed!({ ...completed, recordId: null, result: null })).to.equal(true);
    expect(validators.status!(status)).to.equal(true);
    expect(validators.status!({ ...status, state: 'Succeeded', outcome: { status: 201, body: {} } })).to.equal(true);
    expect(validators.accepted!({ operation: 'o', idempotencyKey: 'k', state: 'Accepted', statusUrl: '/s' })).to.equal(
      true
    );
    expect(validators.batch!({ commands: [{ operation: 'o', idempotencyKey: 'k', body: {} }] })).to.equal(true);
    expect(validators.batchResults!({ results: [{ status: 201, headers: {}, body: {} }] })).to.equal(true);
    expect(validators.metrics!(metrics)).to.equal(true);
  });

  for (const [name, body] of [
    ['completed', { ...completed, recordId: 'short' }],
    ['completed', { ...completed, state: 'Processing' }],
    ['completed', { ...completed, stack: 'x' }],
    ['status', { ...status, state: 'Done' }],
    ['status', { ...status, attempts: undefined }],
    ['batch', { commands: [] }],
    ['batch', { commands: Array.from({ length: 201 }, () => ({ operation: 'o', idempotencyKey: 'k', body: {} })) }],
    ['metrics', { ...metrics, metrics: metrics.metrics.slice(1) }],
    ['metrics', { ...metrics, metrics: metrics.metrics.map((metric) => ({ ...metric, name: 'other' })) }],
    ['metrics', { ...metrics, window: { since: metrics.window.since } }],
    ['batchResults', { results: [{ status: 201, headers: { 'Retry-After': 1 }, body: {} }] }]
  ] as const) {
    it(`refuse a wrong ${name}: ${JSON.stringify(body).slice(0, 60)}`, () => {
      expect(validators[name]!(JSON.parse(JSON.stringify(body)))).to.equal(false);
    });
  }
});
