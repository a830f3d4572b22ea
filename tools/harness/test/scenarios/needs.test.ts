import { expect } from 'chai';
import { combineVerdicts } from '../../src/checkers/finding.js';
import { RunHistory } from '../../src/history/recorder.js';
import { HarnessError } from '../../src/run/errors.js';
import { Helpers } from '../../src/run/helpers.js';
import { SILENT } from '../../src/run/progress.js';
import { runScenario, type ScenarioSetting } from '../../src/run/scenarioRun.js';
import { SCENARIOS, scenarioNamed } from '../../src/scenarios/catalogue.js';
import { reasonToSkip } from '../../src/scenarios/needs.js';
import type { AnyScenario } from '../../src/scenarios/scenario.js';

const session = { instanceUrl: 'https://example.invalid', accessToken: 'none', username: 'u' };
const LOCAL = { isLocal: true };
const ELSEWHERE = { isLocal: false };

/** An org that must not be asked anything. */
function elsewhere(): ScenarioSetting {
  return {
    org: {
      kind: 'alias',
      isLocal: false,
      label: 'scratch',
      orgId: '00D',
      apiVersion: '68.0',
      admin: session,
      close: () => Promise.resolve()
    },
    callers: { integration: session, stranger: undefined },
    admin: undefined as never,
    history: new RunHistory(),
    helpers: new Helpers(),
    seed: 1,
    profileName: 'smoke',
    concurrency: 2,
    prefix: 'p',
    signal: new AbortController().signal,
    progress: SILENT
  };
}

describe('what a scenario needs', () => {
  it('is there on a local org', () => {
    for (const scenario of SCENARIOS) {
      expect(reasonToSkip(scenario, LOCAL, { stranger: session }), scenario.name).to.equal(undefined);
    }
  });

  it('may be missing elsewhere; most scenarios need nothing', () => {
    const skipped = SCENARIOS.filter((one) => reasonToSkip(one, ELSEWHERE, { stranger: undefined }) !== undefined);

    expect(skipped.length).to.be.lessThan(SCENARIOS.length / 2);
    expect(skipped.map(({ name }) => name)).to.include.members(['retryable-failure', 'unauthorised-caller']);
    expect(reasonToSkip({ needs: ['faults', 'remote'] }, ELSEWHERE, { stranger: undefined })).to.match(
      /fail.*; .*remote/
    );
  });

  it('that is missing has the scenario skipped with a reason, and nothing sent', async () => {
    const setting = elsewhere();
    const { result } = await runScenario(scenarioNamed('same-key-on-every-attempt'), {}, setting);

    expect(result).to.include({ verdict: 'skipped', attempts: 0, findingCount: 0 });
    expect(result.skipReason).to.contain('remote service');
    expect(setting.history.entries).to.be.empty;
  });

  it('must be declared: whoever uses it without is not skipped, and not valid either', async () => {
    const careless: AnyScenario = {
      ...scenarioNamed('unauthorised-caller'),
      needs: [],
      observe: () => Promise.reject(new HarnessError('not reached'))
    };
    const { result } = await runScenario(careless, {}, elsewhere());

    expect(result).to.include({ verdict: 'unknown', skipReason: null });
    expect(result.findings[0]?.message).to.contain('no second user');
  });
});

describe('the verdict of a run', () => {
  it('is not spoiled by what was skipped, and is not made by it either', () => {
    expect(combineVerdicts(['valid', 'skipped'])).to.equal('valid');
    expect(combineVerdicts(['skipped', 'invalid', 'valid'])).to.equal('invalid');
    expect(combineVerdicts(['skipped', 'unknown', 'valid'])).to.equal('unknown');
    expect(combineVerdicts(['skipped', 'skipped'])).to.equal('unknown');
    expect(combineVerdicts([])).to.equal('unknown');
  });
});
