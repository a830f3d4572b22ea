import { expect } from 'chai';
import { cronOfMoment, nextCronTime } from '../../src/platform/jobs/cron.js';

describe('the cron expression of one moment', () => {
  // Local times from the tz database: UTC-7 in summer, UTC-8 in winter; UTC+5:30 all year.
  const cases = [
    ['America/Los_Angeles', '2026-07-01T00:30:15Z', '15 30 17 30 6 ? 2026'],
    ['America/Los_Angeles', '2027-01-01T07:59:59Z', '59 59 23 31 12 ? 2026'],
    ['Asia/Kolkata', '2026-12-31T18:30:00Z', '0 0 0 1 1 ? 2027'],
    ['GMT', '2028-02-29T12:00:00Z', '0 0 12 29 2 ? 2028']
  ] as const;

  for (const [zone, moment, expression] of cases) {
    it(`is what the clock shows in ${zone} at ${moment}, and comes then`, () => {
      const at = Date.parse(moment);
      expect(cronOfMoment(at, zone)).to.equal(expression);
      expect(nextCronTime(expression, at - 60_000, zone)).to.equal(at);
      expect(nextCronTime(expression, at, zone)).to.equal(null);
    });
  }
});
