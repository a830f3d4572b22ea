import { expect } from 'chai';
import { NEGATIVE_CONTROLS } from '../../src/controls/catalogue.js';
import { inDeployOrder, scenariosFor } from '../../src/run/controlRun.js';

describe('the order of negative controls', () => {
  it('puts those that change the schema last, and loses none', () => {
    const ordered = inDeployOrder(NEGATIVE_CONTROLS);
    const changesSchema = ordered.map(({ edits }) => edits.some(({ file }) => file.includes('/objects/')));

    expect(ordered).to.have.members([...NEGATIVE_CONTROLS]);
    expect(changesSchema).to.deep.equal([...changesSchema].sort());
    expect(changesSchema).to.include(true);
  });

  it('needs no field to become unique again', () => {
    const schemaFiles = inDeployOrder(NEGATIVE_CONTROLS).map(
      ({ edits }) => new Set(edits.map(({ file }) => file).filter((file) => file.includes('/objects/')))
    );
    for (const [index, files] of schemaFiles.entries()) {
      const later = schemaFiles[index + 1];
      if (later !== undefined) for (const file of files) expect([...later]).to.include(file);
    }
  });

  it('are the ten of the verification page, each with a name of its own', () => {
    expect(new Set(NEGATIVE_CONTROLS.map(({ name }) => name)).size).to.equal(NEGATIVE_CONTROLS.length);
    expect(NEGATIVE_CONTROLS.map(({ name }) => name)).to.include.members([
      'query-then-insert',
      'no-unique-field',
      'no-fingerprint-check',
      'escaping-exception',
      'effect-on-every-save',
      'no-version-guard',
      'no-folding',
      'no-lease-epoch',
      'random-key-per-attempt',
      'catch-all-duplicate-value'
    ]);
  });
});

describe('the scenarios that a negative control is shown to', () => {
  const sizes = { 'concurrent-duplicates': {}, 'event-burst': {} };

  it('begin with the one that must notice it', () => {
    for (const control of NEGATIVE_CONTROLS) {
      for (const shownTo of ['expected', 'named', 'all'] as const) {
        const [first, ...others] = scenariosFor(control, shownTo, sizes);
        expect(first).to.equal(control.caughtBy);
        expect(others).to.not.include(control.caughtBy);
      }
    }
  });

  it('are that one, or those of all controls, or all', () => {
    const control = { caughtBy: 'concurrent-duplicates' };

    expect(scenariosFor(control, 'expected', sizes)).to.have.length(1);
    expect(scenariosFor(control, 'named', sizes)).to.have.members([
      ...new Set(NEGATIVE_CONTROLS.map(({ caughtBy }) => caughtBy))
    ]);
    expect(scenariosFor(control, 'all', sizes)).to.deep.equal(['concurrent-duplicates', 'event-burst']);
  });
});
