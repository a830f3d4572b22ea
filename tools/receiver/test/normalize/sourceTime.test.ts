import { expect } from 'chai';
import { readSourceTime } from '../../src/normalize/sourceTime.js';

describe('the time of an event', () => {
  const good: [string, 'iso8601' | 'seconds' | 'milliseconds', string][] = [
    ['2026-01-31T12:00:00Z', 'iso8601', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00Z', 'iso8601', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T13:00:00.123456789+01:00', 'iso8601', '2026-01-31T12:00:00.123Z'],
    ['2026-01-31T07:00:00,5-0500', 'iso8601', '2026-01-31T12:00:00.500Z'],
    ['2026-02-01 01:00:00+13', 'iso8601', '2026-01-31T12:00:00.000Z'],
    ['1769860800', 'seconds', '2026-01-31T12:00:00.000Z'],
    ['1769860800.000500', 'seconds', '2026-01-31T12:00:00.000Z'],
    ['1769860800.25', 'seconds', '2026-01-31T12:00:00.250Z'],
    ['-1.5', 'seconds', '1969-12-31T23:59:58.500Z'],
    ['1769860800001', 'milliseconds', '2026-01-31T12:00:00.001Z'],
    ['2027-01-31T12:00:00Z', 'iso8601', '2027-01-31T12:00:00.000Z'],
    ['1700-01-01T00:00:00Z', 'iso8601', '1700-01-01T00:00:00.000Z']
  ];
  for (const [text, unit, iso] of good) {
    it(`reads ${text} (${unit})`, () => expect(readSourceTime(text, unit)).to.deep.equal({ iso }));
  }

  const bad: [string, 'iso8601' | 'seconds' | 'milliseconds', string][] = [
    ['2026-01-31T12:00:00', 'iso8601', 'time zone'],
    ['2026-02-30T12:00:00Z', 'iso8601', 'calendar'],
    ['2026-13-01T12:00:00Z', 'iso8601', 'calendar'],
    ['2026-01-31T25:00:00Z', 'iso8601', 'calendar'],
    ['31/01/2026', 'iso8601', 'ISO 8601'],
    ['1769860800', 'iso8601', 'ISO 8601'],
    ['1769860800001', 'seconds', 'the other way round'],
    ['1e9', 'seconds', 'no number of seconds'],
    ['0001-01-01T00:00:00Z', 'iso8601', '1700']
  ];
  for (const [text, unit, problem] of bad) {
    it(`refuses ${text} (${unit})`, () => {
      const reading = readSourceTime(text, unit);
      expect(reading).to.have.property('problem').that.contains(problem);
      expect((reading as { problem: string }).problem).not.to.contain(text);
    });
  }
});
