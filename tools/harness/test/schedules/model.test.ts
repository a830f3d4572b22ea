import { expect } from 'chai';
import { PASS, type Fault } from '../../src/faults/fault.js';
import { LedgerModel, type Answer } from '../../src/schedules/model.js';
import type { ScheduledAttempt } from '../../src/schedules/schedule.js';

const attempt = (content: number, fault: Fault = PASS): ScheduledAttempt => ({ key: 0, content, spelling: 0, fault });
const done = (replayed = false, bodyDigest = 'sha256:1'): Answer => ({ code: 'COMPLETED', replayed, bodyDigest });
const conflict: Answer = { code: 'IDEMPOTENCY_CONFLICT', replayed: false };
const nothing: Answer = { replayed: false };
const LOST: Fault = { kind: 'drop-response' };
const NEVER: Fault = { kind: 'drop-request' };

describe('the model of the ledger', () => {
  it('explains a first attempt, a duplicate and a conflict', () => {
    const model = new LedgerModel();

    expect(model.wave([attempt(0)], [done()])).to.equal(undefined);
    expect(model.wave([attempt(0), attempt(1)], [done(true), conflict])).to.equal(undefined);
    expect(model.finish(new Map([[0, [0]]]))).to.equal(undefined);
  });

  it('explains either winner of a race, and holds on to it', () => {
    for (const winner of [0, 1]) {
      const model = new LedgerModel();
      const race = [attempt(0), attempt(1)];
      expect(model.wave(race, winner === 0 ? [done(), conflict] : [conflict, done()])).to.equal(undefined);
      expect(model.wave([attempt(1 - winner)], [done(true)])).to.contain('belongs to another');
    }
  });

  it('knows that a lost answer may hide the first attempt', () => {
    const model = new LedgerModel();

    expect(model.wave([attempt(1, LOST)], [nothing])).to.equal(undefined);
    expect(model.wave([attempt(0)], [conflict])).to.equal(undefined);
    expect(model.finish(new Map([[0, [1]]]))).to.equal(undefined);
  });

  it('knows that a command which never arrived has no effect', () => {
    const model = new LedgerModel();
    model.wave([attempt(1, NEVER)], [nothing]);

    expect(model.finish(new Map())).to.equal(undefined);
    expect(model.finish(new Map([[0, [1]]]))).to.contain('no attempt reached the org');
    expect(model.wave([attempt(0)], [conflict])).to.contain('no other content can have been first');
  });

  for (const [name, run] of Object.entries({
    'two contents under one key': (model: LedgerModel) => model.wave([attempt(0), attempt(1)], [done(), done(true)]),
    'two first attempts at once': (model: LedgerModel) => model.wave([attempt(0), attempt(0)], [done(), done()]),
    'a second first attempt later': (model: LedgerModel) =>
      model.wave([attempt(0)], [done()]) ?? model.wave([attempt(0)], [done()]),
    'other bytes for a duplicate': (model: LedgerModel) =>
      model.wave([attempt(0)], [done()]) ?? model.wave([attempt(0)], [done(true, 'sha256:2')]),
    'a conflict without another content': (model: LedgerModel) => model.wave([attempt(0)], [conflict]),
    'a rejection of what is in order': (model: LedgerModel) =>
      model.wave([attempt(0)], [{ code: 'REJECTED', replayed: false }]),
    'a second effect': (model: LedgerModel) =>
      model.wave([attempt(0)], [done()]) ?? model.finish(new Map([[0, [0, 0]]])),
    'an effect that is gone': (model: LedgerModel) => model.wave([attempt(0)], [done()]) ?? model.finish(new Map()),
    'the effect of the content that lost': (model: LedgerModel) =>
      model.wave([attempt(0), attempt(1)], [done(), conflict]) ?? model.finish(new Map([[0, [1]]]))
  })) {
    it(`does not explain ${name}`, () => {
      expect(run(new LedgerModel())).to.match(/^key 0: /);
    });
  }
});
