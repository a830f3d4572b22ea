import { expect } from 'chai';
import { sumOf } from '../../src/receiver/metrics.js';

const TEXT = `# HELP receiver_events_total Events.
# TYPE receiver_events_total counter
receiver_events_total{source="Payments",outcome="stored"} 12
receiver_events_total{source="Payments",outcome="known"} 30
receiver_events_total{source="Shop",outcome="stored"} 1e2
receiver_waiting_events 0
receiver_waiting_events_total 7
`;

describe('metrics of a receiver', () => {
  it('are summed over the samples with the labels', () => {
    expect(sumOf(TEXT, 'receiver_events_total')).to.equal(142);
    expect(sumOf(TEXT, 'receiver_events_total', { outcome: 'stored' })).to.equal(112);
    expect(sumOf(TEXT, 'receiver_events_total', { outcome: 'stored', source: 'Shop' })).to.equal(100);
    expect(sumOf(TEXT, 'receiver_waiting_events')).to.equal(0);
    expect(sumOf(TEXT, 'receiver_none')).to.equal(0);
  });
});
