import { ageText, agoText, counted, durationText, instantText, messageOf, numberText } from 'c/consoleSupport';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('texts about time', () => {
  it.each([
    [0, 'less than a minute'],
    [59_999, 'less than a minute'],
    [60_000, '1 minute'],
    [59 * 60_000, '59 minutes'],
    [3_600_000, '1 hour'],
    [47 * 3_600_000, '47 hours'],
    [48 * 3_600_000, '2 days']
  ])('say of %d milliseconds: %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });

  it('tell past and future apart', () => {
    expect(agoText('2026-03-01T11:55:00Z', NOW)).toBe('5 minutes ago');
    expect(agoText('2026-03-01T14:00:00Z', NOW)).toBe('in 2 hours');
    expect(agoText(undefined, NOW)).toBe('never');
    expect(ageText(undefined, NOW)).toBe('');
    expect(ageText('2026-03-01T09:00:00Z', NOW)).toBe('3 hours');
  });

  it('use the locale and the time zone of the user', () => {
    expect(instantText('2026-03-01T12:00:00Z')).toMatch(/^Mar 1, 2026, 12:00/);
    expect(instantText(undefined)).toBe('');
    expect(numberText(12_345)).toBe('12,345');
    expect(counted(1, 'one', '{0} many')).toBe('one');
    expect(counted(1_200, 'one', '{0} many')).toBe('1,200 many');
  });
});

describe('messages of errors', () => {
  it.each([
    [{ body: { message: 'Say why.' } }, 'Say why.'],
    [{ body: [{ message: 'First.' }, { message: 'Second.' }] }, 'First.'],
    [new Error('No connection.'), 'No connection.']
  ])('are found in %o', (error, text) => {
    expect(messageOf(error)).toBe(text);
  });

  it('say something when there is none', () => {
    expect(messageOf({})).toMatch(/^Something went wrong/);
    expect(messageOf(undefined)).toMatch(/^Something went wrong/);
  });
});
