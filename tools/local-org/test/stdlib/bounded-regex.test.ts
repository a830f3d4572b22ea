import { expect } from 'chai';
import { compileRegex, replaceMatches, splitText } from '../../src/stdlib/support/java-regex.js';

describe('patterns that never end', function () {
  this.timeout(120_000);

  it('end with a limit exception', () => {
    const input = 'a'.repeat(60);
    for (const pattern of ['(a+)+b', '(a|aa)+b', '(?:a*)*b']) {
      expect(() => compileRegex(pattern).whole.exec(input), pattern).to.throw('Regex too complicated');
    }
  });

  it('leave those alone that end', () => {
    const input = 'key=value; '.repeat(2000);
    expect(replaceMatches(compileRegex('(\\w+)=(\\w+)'), input, '$2', false)).to.equal('value; '.repeat(2000));
    expect(splitText(compileRegex('\\s*;\\s*'), input, 0)).to.have.length(2000);
    expect(compileRegex('(a+)+b').whole.exec(`${'a'.repeat(60)}b`)).not.to.equal(null);
  });

  it('go on where the last match ended', () => {
    const { search } = compileRegex('(x+)+y');
    const input = `${'xxy '.repeat(20)}`;
    search.lastIndex = 0;
    expect(search.exec(input)?.index).to.equal(0);
    expect(search.exec(input)?.index).to.equal(4);
  });

  it('are not even tried on a million characters', () => {
    expect(() => compileRegex('x').search.exec('y'.repeat(1_000_001))).to.throw('Regex too complicated');
  });
});
