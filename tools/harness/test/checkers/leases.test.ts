import { expect } from 'chai';
import { checkLeases, checkLeasesSeen } from '../../src/checkers/leases.js';
import { RunHistory } from '../../src/history/recorder.js';
import { LEASE_SEEN } from '../../src/workload/leaseWorkers.js';

const HELD = { status: 'Processing', epoch: 2, attempts: 2 };

describe('leases', () => {
  const sightings = (state: Record<string, string | number>) => {
    const recorder = new RunHistory().recorder('leases');
    recorder.remark(LEASE_SEEN, { when: 'then', ...state }, 'k');
    return recorder.entries();
  };

  it('that were left alone are fine', () => {
    expect(checkLeasesSeen(['k'], sightings(HELD), 'then', HELD)).to.be.empty;
    expect(checkLeases(['k'], [{ key: 'k', ...HELD }], HELD)).to.be.empty;
  });

  it('that somebody changed are a violation, with the sighting as evidence', () => {
    const [finding] = checkLeasesSeen(['k'], sightings({ ...HELD, status: 'Succeeded' }), 'then', HELD);

    expect(finding).to.include({ kind: 'violation', key: 'k' });
    expect(finding?.message).to.equal('Then, its status is Succeeded, not Processing.');
    expect(finding?.evidence).to.have.length(1);
  });

  it('that nobody looked at prove nothing', () => {
    expect(checkLeasesSeen(['k'], sightings(HELD), 'at another time', HELD)[0]?.kind).to.equal('inconclusive');
  });

  it('that end elsewhere are a violation; those that are gone prove nothing', () => {
    expect(checkLeases(['k'], [{ key: 'k', ...HELD, epoch: 3 }], HELD)[0]?.message).to.contain('epoch is 3, not 2');
    expect(checkLeases(['k'], [], HELD)[0]?.kind).to.equal('inconclusive');
  });
});
