import { expect } from 'chai';
import { LatencyRecorder } from '../../src/measure/latency.js';

describe('latency', () => {
  it('is nothing before anything was measured', () => {
    expect(new LatencyRecorder().total()).to.deep.equal({ p50: null, p95: null, p99: null, max: null });
  });

  it('merges the classes instead of averaging their percentiles', () => {
    const recorder = new LatencyRecorder();
    for (let count = 0; count < 90; count += 1) recorder.record('COMPLETED', 10);
    for (let count = 0; count < 10; count += 1) recorder.record('IN_PROGRESS', 1000);

    const total = recorder.total();

    expect(total.p50).to.be.closeTo(10, 0.1);
    expect(total.p95).to.be.closeTo(1000, 1);
    expect(total.max).to.be.closeTo(1000, 1);
    expect(recorder.byClass()['COMPLETED']).to.include({ count: 90 });
  });
});
