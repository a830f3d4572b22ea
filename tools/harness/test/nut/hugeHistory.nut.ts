import { expect } from 'chai';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAcknowledgedWorkIsThere, checkOneEffectPerKey } from '../../src/checkers/effects.js';
import { verdictOf } from '../../src/checkers/finding.js';
import { checkAnswersInContract, checkOneOutcomePerKey } from '../../src/checkers/outcomes.js';
import { checkOverlap } from '../../src/checkers/overlap.js';
import { RunHistory } from '../../src/history/recorder.js';
import { prepareReportFolder, writeReport } from '../../src/report/folder.js';
import { sampleResults } from '../support/results.js';

const ATTEMPTS = 500_000;
const KEYS = 50_000;

describe('a history of a million entries', function () {
  this.timeout(120_000);

  it('is judged and reported without running out of stack or memory', async () => {
    const recorder = new RunHistory().recorder('soak');
    const body = Buffer.from('{"recordId":"a"}');
    for (let number = 0; number < ATTEMPTS; number += 1) {
      const key = `k${number % KEYS}`;
      const invoke = recorder.invoke({ client: number % 50, operation: 'create-order', key, attempt: 1, body: key });
      recorder.complete(invoke, { kind: 'ok', status: 201, code: 'COMPLETED', replayed: number >= KEYS, body });
    }
    const history = recorder.entries();
    const effects = Array.from({ length: KEYS }, (_, number) => ({ key: `k${number}`, id: `a${number}`, fields: {} }));
    const findings = [
      ...checkOneEffectPerKey(history, effects),
      ...checkOneOutcomePerKey(history),
      ...checkAcknowledgedWorkIsThere(history, effects),
      ...checkAnswersInContract(history),
      ...checkOverlap(history, 1, 0)
    ];
    const folder = await mkdtemp(join(tmpdir(), 'huge-'));
    try {
      await writeReport(await prepareReportFolder(folder, folder, new Date(), 1), sampleResults(), history);

      expect(history).to.have.length(2 * ATTEMPTS);
      expect(verdictOf(findings)).to.equal('valid');
      expect((await stat(join(folder, 'history.jsonl'))).size).to.be.greaterThan(100 * 2 * ATTEMPTS);
      expect((await stat(join(folder, 'report.html'))).size).to.be.lessThan(2_000_000);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
