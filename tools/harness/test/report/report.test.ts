import { expect } from 'chai';
import { mkdtemp, mkdir, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { assertResults, dropReportFolder, prepareReportFolder, writeReport } from '../../src/report/folder.js';
import { toJUnit } from '../../src/report/junit.js';
import { controlMatrixOf } from '../../src/report/controlMatrix.js';
import { toHtml } from '../../src/report/html/page.js';
import type { ControlResult } from '../../src/report/results.js';
import { renderResults } from '../../src/report/terminal.js';
import { UsageError } from '../../src/run/errors.js';
import { HistoryBuilder, answers } from '../support/history.js';
import { sampleResults, sampleScenario } from '../support/results.js';

describe('results', () => {
  it('fit the published schema', () => {
    assertResults(sampleResults());
  });

  for (const [name, change] of Object.entries({
    'an unknown verdict': { verdict: 'fine' },
    'a missing seed': { seed: undefined },
    'an extra member, such as a token': { accessToken: '00D!x' },
    'negative attempts': { scenarios: [{ ...sampleScenario(), attempts: -1 }] }
  })) {
    it(`do not fit it with ${name}`, () => {
      const results = JSON.parse(JSON.stringify({ ...sampleResults(), ...change })) as unknown;

      expect(() => assertResults(results)).to.throw('do not fit their schema');
    });
  }
});

describe('the report folder', () => {
  let root: string;
  beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'report-'))));
  afterEach(() => rm(root, { recursive: true }));

  it('is new for each run, and linked as the latest', async () => {
    const first = await prepareReportFolder(root, undefined, new Date('2026-01-31T10:00:00Z'), 1);
    const second = await prepareReportFolder(root, undefined, new Date('2026-01-31T10:00:05Z'), 2);

    expect(second.path).to.not.equal(first.path);
    for (const folder of [first, second]) await writeReport(folder, sampleResults(), []);
    expect(await readlink(join(root, 'reports', 'latest'))).to.equal('2026-01-31T10-00-05-seed-2');
  });

  it('never replaces a folder that somebody else called latest', async () => {
    await mkdir(join(root, 'reports', 'latest'), { recursive: true });
    await writeFile(join(root, 'reports', 'latest', 'mine.txt'), 'mine');

    await writeReport(await prepareReportFolder(root, undefined, new Date(), 1), sampleResults(), []);

    expect(await readFile(join(root, 'reports', 'latest', 'mine.txt'), 'utf8')).to.equal('mine');
  });

  it('is the folder that was asked for', async () => {
    const asked = join(root, 'a', 'b');

    const folder = await prepareReportFolder(root, asked, new Date(), 1);

    expect(folder).to.deep.equal({ path: asked, linked: false });
    expect(await readdir(asked)).to.be.empty;
  });

  it('goes again when the run never began, unless something is in it', async () => {
    const empty = await prepareReportFolder(root, join(root, 'empty'), new Date(), 1);
    const full = await prepareReportFolder(root, join(root, 'full'), new Date(), 1);
    await writeFile(join(full.path, 'mine.txt'), 'mine');

    for (const folder of [empty, full]) await dropReportFolder(folder);

    expect(await readdir(root)).to.deep.equal(['full']);
  });

  it('is refused before anything runs when it cannot be written', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');

    const error = await prepareReportFolder(root, join(file, 'below'), new Date(), 1).catch(
      (thrown: unknown) => thrown
    );

    expect(error).to.be.instanceOf(UsageError);
    expect((error as UsageError).actions.join()).to.contain('--report-dir');
  });

  it('is refused where a folder exists in which nothing can be made', async function () {
    if (process.platform !== 'linux') this.skip();

    const error = await prepareReportFolder(root, '/proc/nowhere', new Date(), 1).catch((thrown: unknown) => thrown);

    expect(error).to.be.instanceOf(UsageError);
  });

  it('holds results, history and JUnit', async () => {
    const { entries } = new HistoryBuilder().attempt('k', 'A', answers.created());

    await writeReport({ path: root, linked: false }, sampleResults(), entries);

    expect(JSON.parse(await readFile(join(root, 'results.json'), 'utf8'))).to.deep.equal(sampleResults());
    expect((await readFile(join(root, 'history.jsonl'), 'utf8')).trim().split('\n')).to.have.length(2);
    expect(await readFile(join(root, 'junit.xml'), 'utf8')).to.contain('<testsuites');
  });
});

describe('JUnit', () => {
  it('tells failure from error, with the line that replays it', () => {
    const xml = toJUnit(
      sampleResults({
        scenarios: [
          sampleScenario(),
          sampleScenario({
            name: 'broken',
            verdict: 'invalid',
            findings: [{ checker: 'c', kind: 'violation', key: 'k<&>', message: 'two "effects" \u0007', evidence: [] }]
          }),
          sampleScenario({ name: 'untold', verdict: 'unknown' }),
          sampleScenario({ name: 'elsewhere', verdict: 'skipped', skipReason: 'no faults' })
        ],
        negativeControls: [
          {
            name: 'n',
            breaks: 'b',
            caughtBy: null,
            expectedBy: 's',
            verdict: 'valid',
            verdicts: { s: 'valid' },
            message: 'Escaped: x'
          }
        ]
      })
    );
    const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml) as {
      testsuites: {
        testsuite: {
          tests: string;
          failures: string;
          errors: string;
          skipped: string;
          testcase: { name: string; skipped?: { message: string }; failure?: { message: string; '#text': string } }[];
        }[];
      };
    };
    const [scenarios, controls] = parsed.testsuites.testsuite;

    expect(scenarios).to.include({ tests: '4', failures: '1', errors: '1', skipped: '1' });
    expect(scenarios?.testcase[3]?.skipped).to.include({ message: 'no faults' });
    expect(scenarios?.testcase[1]?.failure?.['#text']).to.contain('k<&>').and.to.contain('--scenario');
    expect(controls).to.include({ tests: '1', failures: '1', errors: '0' });
  });
});

describe('the table on the terminal', () => {
  it('shows verdicts, the rate of duplicate effects and the seed', () => {
    const text = renderResults(sampleResults(), '/reports/x', false);

    expect(text).to.contain('0 of 500').and.to.contain('seed 42').and.to.contain('/reports/x');
    expect(text).to.match(/Verdict: valid/);
    expect(text).to.not.match(/\u001b/);
  });

  it('shows the evidence and how to see it again', () => {
    const { entries } = new HistoryBuilder().attempt('k', 'A', answers.created()).attempt('k', 'A', answers.created());
    const findings = [
      { checker: 'one-effect-per-key', kind: 'violation' as const, key: 'k', message: '2 effects.', evidence: entries }
    ];
    const scenario = sampleScenario({ verdict: 'invalid', findings, findingCount: 8 });

    const text = renderResults(sampleResults({ verdict: 'invalid', scenarios: [scenario] }), '/r', false);

    expect(text).to.contain('one-effect-per-key · k: 2 effects.');
    expect(text).to.contain('#0').and.to.contain('client 1 sends create-order k');
    expect(text).to.contain('7 more findings').and.to.contain(scenario.replay);
  });
});

describe('what an org could not be asked', () => {
  const results = sampleResults({
    scenarios: [
      sampleScenario(),
      sampleScenario({ name: 'faults-a', verdict: 'skipped', skipReason: 'no faults here', attempts: 0 }),
      sampleScenario({ name: 'faults-b', verdict: 'skipped', skipReason: 'no faults here', attempts: 0 })
    ]
  });

  it('fits the schema, and is told with its reason', () => {
    assertResults(results);
    expect(renderResults(results, '/r', false))
      .to.match(/│ faults-a\s+│ skipped\s+│ –/)
      .and.to.contain('no faults here: faults-a, faults-b');
    expect(toHtml(results, [])).to.contain('Skipped: no faults here.');
  });
});

describe('the matrix of negative controls', () => {
  const control = (
    name: string,
    expectedBy: string,
    verdict: 'invalid' | 'valid' | null,
    others: ControlResult['verdicts'] = {}
  ): ControlResult => ({
    name,
    breaks: 'Something.',
    expectedBy,
    caughtBy: verdict === 'invalid' ? expectedBy : null,
    verdict,
    verdicts: { ...(verdict === null ? {} : { [expectedBy]: verdict }), ...others },
    message: ''
  });
  const negativeControls = [
    control('a', 'one', 'invalid', { two: 'invalid', three: 'unknown' }),
    control('b', 'two', 'valid', { one: 'valid' }),
    control('c', 'one', null)
  ];

  it('tells what each scenario made of each mistake', () => {
    expect(controlMatrixOf(negativeControls)).to.deep.equal({
      controls: ['a', 'b', 'c'],
      rows: [
        { scenario: 'one', cells: ['caught', 'quiet', 'not-run'] },
        { scenario: 'two', cells: ['noticed', 'escaped', 'not-run'] },
        { scenario: 'three', cells: ['unclear', 'not-run', 'not-run'] }
      ]
    });
  });

  it('is shown on the terminal and on the page', () => {
    const results = sampleResults({ negativeControls });
    assertResults(results);
    const text = renderResults(results, 'reports', false);

    expect(text)
      .to.match(/│ one\s+│ ✔ │ – │ · │/)
      .and.to.match(/│ two\s+│ \+ │ ✘ │ · │/)
      .and.to.contain('2  b')
      .and.to.contain('1 of 3 negative controls caught.');
    expect(toHtml(results, [])).to.contain('<td class="cell escaped">✘</td>');
  });
});

describe('rounds', () => {
  const round = sampleResults().rounds[0]!;

  it('are shown when there are several', () => {
    const several = sampleResults({ rounds: [round, { ...round, round: 2, seed: 43, attempts: 480 }] });
    assertResults(several);

    expect(renderResults(several, '/r', false)).to.match(/│ 2\s+│ valid\s+│ 480\s+│ 0 of 480/);
    expect(toHtml(several, [])).to.contain('<h2>Rounds</h2>');
    expect(renderResults(sampleResults(), '/r', false)).to.not.contain('│ round');
  });
});
