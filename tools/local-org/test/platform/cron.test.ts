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

describe('cron expressions of the scheduler', () => {
  const from = Date.parse('2026-11-30T22:36:00Z');
  // A Monday. Days of the week count from 1, Sunday.
  const cases = [
    ['0 5 * * * ?', '2026-11-30T23:05:00Z'],
    ['0 0 8-18/2 * * ?', '2026-12-01T08:00:00Z'],
    ['0 0 0 L * ?', '2026-12-31T00:00:00Z'],
    ['0 0 0 LW * ?', '2026-12-31T00:00:00Z'],
    ['0 0 0 19W 12 ?', '2026-12-18T00:00:00Z'],
    ['0 0 0 2/5 * ?', '2026-12-02T00:00:00Z'],
    ['0 0 0 ? * L', '2026-12-05T00:00:00Z'],
    ['0 0 0 ? * 6L', '2026-12-25T00:00:00Z'],
    ['0 0 0 ? * FRIL', '2026-12-25T00:00:00Z'],
    ['0 0 0 ? * 2#1', '2026-12-07T00:00:00Z'],
    ['0 0 0 ? * TUE-FRI', '2026-12-01T00:00:00Z'],
    ['0 0 0 ? jan,mar MON', '2027-01-04T00:00:00Z'],
    ['0 0 0 1 1 ? 2028/4', '2028-01-01T00:00:00Z']
  ] as const;
  for (const [expression, next] of cases) {
    it(`${expression} comes at ${next}`, () => {
      expect(new Date(nextCronTime(expression, from, 'GMT') ?? 0).toISOString()).to.equal(next.replace('Z', '.000Z'));
    });
  }

  const refusals = [
    ['0 0,30 * * * ?', 'Seconds and minutes must be specified as integers'],
    ['0 */5 * * * ?', 'Seconds and minutes must be specified as integers'],
    ['* 0 * * * ?', 'Seconds and minutes must be specified as integers'],
    ['0 60 0 * * ?', 'Minute and Second values must be between 0 and 59'],
    ['0 0 24 * * ?', 'Hour values must be between 0 and 23'],
    ['0 0 0 32 1 ?', 'Day of month values must be between 1 and 31'],
    ['0 0 0 1 13 ?', 'Month values must be between 1 and 12'],
    ['0 0 0 ? * 8', 'Day-of-Week values must be between 1 and 7'],
    ['0 0 0 1 1 ? 2100', 'Year values must be between 1970 and 2099'],
    ['0 0 0 10 1 5', 'Support for specifying both a day-of-week AND a day-of-month parameter is not implemented.'],
    ['0 0 0 * * *', 'Support for specifying both a day-of-week AND a day-of-month parameter is not implemented.'],
    ['0 0 0 ? * ?', "'?' can only be specified for Day-of-Month -OR- Day-of-Week."],
    ['0 0 0 1/0 * ?', 'Illegal increment'],
    ['0 0 0 FOO * ?', 'Illegal cron expression'],
    ['', 'Unexpected end of expression.']
  ] as const;
  for (const [expression, message] of refusals) {
    it(`refuses ${expression || 'nothing'}`, () => {
      expect(() => nextCronTime(expression, from, 'GMT')).to.throw(message);
    });
  }
});
