import { expect } from 'chai';
import { exitCodeOf } from '../../src/cli/exitCodes.js';
import { helpText } from '../../src/cli/help.js';
import { parseCommandLine } from '../../src/cli/options.js';
import { UsageError } from '../../src/run/errors.js';
import { SCENARIOS } from '../../src/scenarios/catalogue.js';

describe('the command line', () => {
  it('has defaults for everything', () => {
    expect(parseCommandLine([])).to.deep.equal({
      help: false,
      json: false,
      targetOrg: undefined,
      profile: 'standard',
      scenarios: undefined,
      negativeControls: undefined,
      fullMatrix: false,
      minutes: undefined,
      seed: undefined,
      concurrency: undefined,
      reportDir: undefined,
      deploy: true,
      record: undefined,
      compare: undefined,
      keepData: false,
      allowProduction: false
    });
  });

  it('compares two folders, and takes folders for nothing else', () => {
    expect(parseCommandLine(['--compare', 'a', 'b']).compare).to.deep.equal(['a', 'b']);
    for (const args of [
      ['--compare', 'a'],
      ['--compare', 'a', 'b', 'c'],
      ['a', 'b']
    ]) {
      expect(() => parseCommandLine(args)).to.throw(UsageError);
    }
  });

  it('takes scenarios one by one, with commands, and each once', () => {
    expect(parseCommandLine(['--scenario', 'a,b', '--scenario=c', '--scenario', 'a']).scenarios).to.deep.equal([
      'a',
      'b',
      'c'
    ]);
  });

  it('tells asked for, refused and not mentioned apart', () => {
    expect(parseCommandLine(['--negative-controls']).negativeControls).to.equal(true);
    expect(parseCommandLine(['--no-negative-controls']).negativeControls).to.equal(false);
    expect(parseCommandLine(['--negative-control', 'a,b']).negativeControls).to.deep.equal(['a', 'b']);
    expect(parseCommandLine(['--negative-controls', '--all-scenarios']).fullMatrix).to.equal(true);
    expect(parseCommandLine(['--minutes', '240']).minutes).to.equal(240);
    expect(parseCommandLine(['--no-deploy']).deploy).to.equal(false);
  });

  for (const args of [
    ['--seed', '-1'],
    ['--seed', '1.5'],
    ['--seed', 'abc'],
    ['--seed', '2147483648'],
    ['--seed='],
    ['--concurrency', '1'],
    ['--concurrency', '501'],
    ['--target-org='],
    ['--report-dir', ' '],
    ['--scenario', ','],
    ['--no-such-option'],
    ['--profile'],
    ['--minutes', '0'],
    ['--minutes', '241'],
    ['--all-scenarios'],
    ['--all-scenarios', '--no-negative-controls'],
    ['stray']
  ]) {
    it(`refuses ${args.join(' ')}`, () => {
      expect(() => parseCommandLine(args)).to.throw(UsageError);
    });
  }
});

describe('the help', () => {
  it('names every scenario, and every exit code', () => {
    const text = helpText();

    for (const { name } of SCENARIOS) expect(text).to.contain(name);
    for (const verdict of ['valid', 'invalid', 'unknown'] as const) {
      expect(text).to.match(new RegExp(`^ +${exitCodeOf(verdict)} +${verdict}`, 'm'));
    }
    expect(text).to.match(/^ +2 +bad usage/m);
  });
});
