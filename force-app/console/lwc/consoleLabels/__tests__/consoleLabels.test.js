import { format, labels } from 'c/consoleLabels';

describe('labels', () => {
  it('all have a text in the metadata', () => {
    for (const [name, text] of Object.entries(labels)) {
      expect(text).not.toMatch(/^c\./);
      expect(`${name}: ${text}`).toMatch(/: \S/);
    }
  });

  it('are filled by number, and keep places without a value', () => {
    expect(format('{1} before {0}, {2}', 'a', 'b')).toBe('b before a, {2}');
  });
});
