import { expect } from 'chai';
import {
  checkAcknowledgedWorkIsThere,
  checkNoUnaskedEffects,
  checkOneEffectPerKey,
  countDuplicateEffects,
  type Effect
} from '../../src/checkers/effects.js';
import { HistoryBuilder, answers } from '../support/history.js';

const effect = (key: string, id = `id-${key}`): Effect => ({ key, id, fields: {} });

describe('checkers of effects', () => {
  it('accept one effect for any number of attempts', () => {
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', answers.lost())
      .attempt('k', 'A', answers.created())
      .attempt('k', 'A', answers.replayed());

    expect(checkOneEffectPerKey(entries, [effect('k')])).to.be.empty;
    expect(checkAcknowledgedWorkIsThere(entries, [effect('k')])).to.be.empty;
    expect(checkNoUnaskedEffects(entries, [effect('k')])).to.be.empty;
    expect(countDuplicateEffects([effect('k')])).to.equal(0);
  });

  it('catch a second effect and show only the attempts that made the two', () => {
    const { entries } = new HistoryBuilder()
      .attempt('other', 'A', answers.created())
      .attempt('k', 'A', answers.created('{"id":"a1"}'))
      .attempt('k', 'A', answers.created('{"id":"a2"}'))
      .attempt('k', 'A', answers.replayed('{"id":"a1"}'));

    const [finding, ...rest] = checkOneEffectPerKey(entries, [effect('k', 'a1'), effect('k', 'a2'), effect('other')]);

    expect(rest).to.be.empty;
    expect(finding).to.include({ kind: 'violation', key: 'k' });
    expect(finding?.message).to.contain('a1').and.to.contain('a2');
    expect(finding?.evidence.map((entry) => entry.index)).to.deep.equal([2, 3, 4, 5]);
    expect(countDuplicateEffects([effect('k', 'a1'), effect('k', 'a2'), effect('other')])).to.equal(1);
  });

  it('catch a second effect even when every answer was lost', () => {
    const { entries } = new HistoryBuilder().attempt('k', 'A', answers.lost()).attempt('k', 'A', answers.lost());

    expect(checkOneEffectPerKey(entries, [effect('k', 'a1'), effect('k', 'a2')])[0]?.evidence).to.have.length(4);
  });

  it('catch acknowledged work that is not there, but not work whose answer was lost', () => {
    const { entries } = new HistoryBuilder()
      .attempt('acknowledged', 'A', answers.created())
      .attempt('lost', 'B', answers.lost())
      .attempt('refused', 'C', answers.invalid());

    const findings = checkAcknowledgedWorkIsThere(entries, []);

    expect(findings.map((finding) => finding.key)).to.deep.equal(['acknowledged']);
  });

  it('catch the effect of refused work and of work nobody asked for', () => {
    const { entries } = new HistoryBuilder()
      .attempt('refused', 'A', answers.rejected())
      .attempt('lost', 'B', answers.lost());

    const findings = checkNoUnaskedEffects(entries, [effect('refused'), effect('lost'), effect('phantom')]);

    expect(findings.map((finding) => finding.key)).to.deep.equal(['refused', 'phantom']);
  });

  it('allow the effect of an attempt that has not ended', () => {
    const history = new HistoryBuilder().attempt('k', 'A', answers.rejected());
    history.start('k', 'A');

    expect(checkNoUnaskedEffects(history.entries, [effect('k')])).to.be.empty;
  });
});
