import { expect } from 'chai';
import { DateValue, DatetimeValue } from '../../src/values/index.js';
import { call, inOrg, loadLibrary } from './support/library.js';

const moment = DatetimeValue.ofUtc(2024, 7, 4, 1, 2, 3, 45);

describe('Date and Datetime', () => {
  before(loadLibrary);

  it('use the zone of the user, or UTC in the Gmt forms', () => {
    inOrg(() => {
      const local = call(
        'System.Datetime#newInstance(Integer,Integer,Integer,Integer,Integer,Integer)',
        2024,
        1,
        15,
        1,
        2,
        3
      );
      expect((local as DatetimeValue).toIso()).to.equal('2024-01-15T09:02:03.000Z');
      expect(call('System.Datetime#hour()', moment)).to.equal(18);
      expect(call('System.Datetime#hourGmt()', moment)).to.equal(1);
      expect(String(call('System.Datetime#date()', moment))).to.equal('2024-07-03');
      expect(String(call('System.Date#today()'))).to.equal('2024-01-01');
    });
  });

  it('format by the letters of SimpleDateFormat', () => {
    inOrg(() => {
      const format = (pattern: string): unknown =>
        call('System.Datetime#format(String,String)', moment, pattern, 'America/Los_Angeles');
      expect(format("yyyy-MM-dd'T'HH:mm:ss.SSSZ")).to.equal('2024-07-03T18:02:03.045-0700');
      expect(format('EEEE, MMM d, h:mm a z')).to.equal('Wednesday, Jul 3, 6:02 PM PDT');
      expect(format('u D F k K XXX')).to.equal('3 185 1 18 6 -07:00');
      expect(format("h 'o''clock'")).to.equal("6 o'clock");
      expect(call('System.Datetime#formatGmt(String)', moment, 'yy/M')).to.equal('24/7');
      expect(call('System.Datetime#format()', moment)).to.equal('7/3/2024, 6:02 PM');
      expect(() => format('b')).to.throw("Illegal pattern character 'b'");
    });
  });

  it('add months without leaving the month', () => {
    expect(String(call('System.Date#addMonths(Integer)', DateValue.of(2024, 1, 31), 1))).to.equal('2024-02-29');
    expect(String(call('System.Date#addYears(Integer)', DateValue.of(2024, 2, 29), 1))).to.equal('2025-02-28');
    expect(call('System.Date#monthsBetween(Date)', DateValue.of(2024, 1, 31), DateValue.of(2025, 3, 1))).to.equal(14);
    expect(call('System.Date#daysBetween(Date)', DateValue.of(2024, 2, 28), DateValue.of(2024, 3, 1))).to.equal(2);
  });

  it('keep the hour when days cross a clock change', () => {
    inOrg(() => {
      const before = call(
        'System.Datetime#newInstance(Integer,Integer,Integer,Integer,Integer,Integer)',
        2024,
        3,
        9,
        12,
        0,
        0
      );
      const after = call('System.Datetime#addDays(Integer)', before, 1) as DatetimeValue;
      expect(call('System.Datetime#hour()', after)).to.equal(12);
      expect(after.ms - (before as DatetimeValue).ms).to.equal(23 * 3_600_000);
    });
  });

  it('read texts and refuse what is none', () => {
    inOrg(() => {
      expect(String(call('System.Date#valueOf(String)', '2024-1-2'))).to.equal('2024-01-02');
      expect(String(call('System.Date#valueOf(String)', '2024-01-02 10:00:00'))).to.equal('2024-01-02');
      expect(() => call('System.Date#valueOf(String)', '02/30/2024')).to.throw('Invalid date: 02/30/2024');
      expect(String(call('System.Date#parse(String)', '12/31/2024'))).to.equal('2024-12-31');
      const parsed = call('System.Datetime#parse(String)', '10/14/2011, 11:46 AM') as DatetimeValue;
      expect(parsed.toIso()).to.equal('2011-10-14T18:46:00.000Z');
      expect((call('System.Datetime#valueOf(String)', '2024-01-02 03:04:05') as DatetimeValue).toIso()).to.equal(
        '2024-01-02T11:04:05.000Z'
      );
      expect(() => call('System.Datetime#valueOf(String)', 'x')).to.throw('Invalid date/time: x');
    });
  });

  it('start weeks on Sunday for the United States', () => {
    inOrg(() => {
      expect(String(call('System.Date#toStartOfWeek()', DateValue.of(2024, 7, 3)))).to.equal('2024-06-30');
    });
  });
});
