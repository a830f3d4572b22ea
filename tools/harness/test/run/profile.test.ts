import { expect } from 'chai';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { controlNamed } from '../../src/controls/catalogue.js';
import { UsageError } from '../../src/run/errors.js';
import { loadProfile } from '../../src/run/profile.js';
import { findProject } from '../../src/run/project.js';
import { SCENARIOS } from '../../src/scenarios/catalogue.js';

const { root } = findProject(fileURLToPath(new URL('.', import.meta.url)));

describe('the profiles', () => {
  for (const name of ['smoke', 'standard', 'soak']) {
    it(`${name} has sizes for every scenario, and for nothing else`, () => {
      const { scenarios, negativeControls } = loadProfile(root, name);

      expect(Object.keys(scenarios)).to.have.members(SCENARIOS.map((scenario) => scenario.name));
      for (const control of negativeControls) controlNamed(control);
    });
  }

  it('are run once, but for the one that lasts', () => {
    expect(['smoke', 'standard', 'soak'].map((name) => loadProfile(root, name).minutes)).to.deep.equal([
      undefined,
      undefined,
      60
    ]);
  });
});

describe('a profile of somebody', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'profiles-'));
    await mkdir(join(folder, 'config', 'load-profiles'), { recursive: true });
  });
  after(() => rm(folder, { recursive: true }));

  const mine = (content: string) => writeFile(join(folder, 'config', 'load-profiles', 'mine.json'), content);
  const whole = { description: 'd', concurrency: 2, negativeControls: [], scenarios: { 'same-command-again': {} } };

  it('is read', async () => {
    await mine(JSON.stringify(whole));
    expect(loadProfile(folder, 'mine')).to.deep.equal(whole);
  });

  for (const [name, content, message] of [
    ['is no JSON', '{', 'is not JSON'],
    ['has a size that is none', JSON.stringify({ ...whole, scenarios: { a: { keys: 0 } } }), '/scenarios/a/keys'],
    ['lasts too long', JSON.stringify({ ...whole, minutes: 241 }), '/minutes'],
    ['lacks what it needs', '{}', 'required']
  ] as const) {
    it(`is refused when it ${name}`, async () => {
      await mine(content);
      expect(() => loadProfile(folder, 'mine')).to.throw(UsageError, message);
    });
  }

  it('is missed with the names that there are', () => {
    expect(() => loadProfile(folder, 'other')).to.throw(UsageError, "no profile 'other'");
  });
});
