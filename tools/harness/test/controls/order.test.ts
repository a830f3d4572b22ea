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
  const sizes = { 'concurrent-duplicates': {}, 'event-burst': {}, 'invalid-requests': {} };

  it('are all, beginning with the one that must notice it', () => {
    expect(scenariosFor({ caughtBy: 'invalid-requests' }, sizes)).to.deep.equal([
      'invalid-requests',
      'concurrent-duplicates',
      'event-burst'
    ]);
    expect(scenariosFor({ caughtBy: 'late-worker' }, sizes)).to.have.length(4);
  });
});
