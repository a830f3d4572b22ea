import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NEGATIVE_CONTROLS } from '../../src/controls/catalogue.js';
import { applyEdits, buildBrokenProject } from '../../src/controls/overlay.js';
import { findProject } from '../../src/run/project.js';
import { scenarioNamed } from '../../src/scenarios/catalogue.js';

const project = findProject(fileURLToPath(new URL('.', import.meta.url)));

describe('negative controls', () => {
  for (const control of NEGATIVE_CONTROLS) {
    it(`${control.name} fits the source as it is now, and leaves the source alone`, async () => {
      const broken = await buildBrokenProject(project, control);
      try {
        for (const { file } of control.edits) {
          const [before, after] = await Promise.all([
            readFile(join(project.root, file), 'utf8'),
            readFile(join(broken.project.root, file), 'utf8')
          ]);
          expect(after, file).to.not.equal(before);
        }
        for (const directory of broken.project.packageDirectories) {
          expect(existsSync(join(broken.project.root, directory)), directory).to.equal(true);
        }
      } finally {
        await broken.remove();
      }
      expect(existsSync(broken.project.root)).to.equal(false);
    });

    it(`${control.name} names a scenario that there is`, () => {
      expect(scenarioNamed(control.caughtBy).name).to.equal(control.caughtBy);
    });
  }

  it('refuse a source in which the text to break is gone or no longer single', () => {
    const edit = { file: 'A.cls', find: 'unique', replace: 'free' };

    expect(applyEdits({ name: 'c' }, 'a unique b', [edit])).to.equal('a free b');
    for (const text of ['nothing', 'unique unique']) {
      expect(() => applyEdits({ name: 'c' }, text, [edit])).to.throw("'c' no longer fits the source");
    }
  });

  it('put in a text as it is, dollar signs included', () => {
    expect(applyEdits({ name: 'c' }, 'a x b', [{ file: 'A', find: 'x', replace: '$& $1' }])).to.equal('a $& $1 b');
  });
});
