import { expect } from 'chai';
import { errorText } from '../../src/cli/errorText.js';
import { UsageError } from '../../src/run/errors.js';

describe('an error on the terminal', () => {
  it('says what is wrong, and what to do', () => {
    expect(errorText(new UsageError('No such org.', ['Log in.', 'Or leave it out.']))).to.equal(
      'Error: No such org.\n  → Log in.\n  → Or leave it out.'
    );
  });

  it('that nobody foresaw says where it comes from', () => {
    expect(errorText(new TypeError('odd'))).to.match(/^TypeError: odd\n +at .*errorText\.test/);
    expect(errorText('odd')).to.equal('Error: odd');
  });
});
