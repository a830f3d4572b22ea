import { expect } from 'chai';
import { RunHistory } from '../../src/history/recorder.js';
import { mostContendedKey, outcomesOverTime } from '../../src/report/html/chartData.js';
import { toHtml } from '../../src/report/html/page.js';
import { HistoryBuilder, answers } from '../support/history.js';
import { sampleResults, sampleScenario } from '../support/results.js';

function contended() {
  const recorder = new RunHistory().recorder('races');
  const start = (client: number, key: string) => recorder.invoke({ client, operation: 'o', key, attempt: 1, body: '' });
  const alone = start(1, 'alone');
  recorder.complete(alone, answers.created());
  const first = start(1, 'k');
  const second = start(2, 'k');
  recorder.complete(first, answers.created());
  recorder.complete(second, answers.replayed());
  return recorder.entries();
}

describe('the data of the charts', () => {
  it('shows the key with most attempts at once, and when its effect was committed', () => {
    const timeline = mostContendedKey(contended());

    expect(timeline).to.include({ key: 'k', scenario: 'races' });
    expect(timeline?.attempts.map(({ client, outcome }) => [client, outcome])).to.deep.equal([
      [1, 'first'],
      [2, 'replayed']
    ]);
    expect(timeline?.committedBy).to.equal(timeline?.attempts[0]?.to);
  });

  it('has no such key when nothing overlapped', () => {
    expect(mostContendedKey(new HistoryBuilder().attempt('k', 'A', answers.created()).entries)).to.equal(undefined);
  });

  it('counts every answer once', () => {
    const { ok, fail, unknown } = outcomesOverTime(
      new HistoryBuilder()
        .attempt('k', 'A', answers.created())
        .attempt('k', 'B', answers.conflict())
        .attempt('k', 'A', answers.lost())
        .attempt('k', 'A', answers.replayed()).entries
    );
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

    expect([sum(ok), sum(fail), sum(unknown)]).to.deep.equal([2, 1, 1]);
  });

  it('is empty for an empty history', () => {
    expect(outcomesOverTime([]).ok).to.deep.equal([0, 0]);
  });
});

describe('the report page', () => {
  it('needs no other file and no network', () => {
    const html = toHtml(sampleResults(), contended());

    expect(html).to.not.match(/<(?:script|img|link)[^>]*\s(?:src|href)=/);
    expect(html).to.not.contain('sourceMappingURL');
    expect(html).to.contain('Load test: <span class="valid">valid</span>').and.to.contain('0 of 500');
    for (const id of ['latency', 'outcomes', 'timeline']) expect(html).to.contain(`<canvas id="${id}"`);
  });

  it('shows what an org answers as text, never as markup', () => {
    const nasty = '</script><img src=x onerror=alert(1)>';
    const scenario = sampleScenario({
      verdict: 'invalid',
      findings: [{ checker: 'c', kind: 'violation', key: nasty, message: nasty, evidence: [] }]
    });

    const html = toHtml(
      sampleResults({ scenarios: [scenario] }),
      new HistoryBuilder().attempt(nasty, '', answers.created(nasty)).entries
    );

    expect(html).to.not.contain('<img src=x');
    expect(html).to.contain('&lt;img src=x');
  });
});
