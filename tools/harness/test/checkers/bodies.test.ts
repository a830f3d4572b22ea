import { expect } from 'chai';
import { ANSWERS, problemType, type ProblemCode } from '@retrysafe/contracts';
import { checkBodiesInContract } from '../../src/checkers/bodies.js';
import type { End } from '../../src/history/recorder.js';
import { HistoryBuilder, answers } from '../support/history.js';

const COMPLETED = JSON.stringify({
  operation: 'create-order',
  idempotencyKey: 'k',
  state: 'Succeeded',
  recordId: 'a00000000000001AAA',
  result: {}
});

function conflict(change: Record<string, unknown> = {}): End {
  const code: ProblemCode = 'IDEMPOTENCY_CONFLICT';
  const { title } = ANSWERS.find((answer) => answer.code === code)!;
  const body = { type: problemType(code), title, status: 409, code, detail: '', correlationId: 'c', errors: [] };
  return { ...answers.conflict(), body: Buffer.from(JSON.stringify({ ...body, ...change })) };
}

describe('bodies stay in the contract', () => {
  it('accepts the published bodies, and has no opinion on answers outside the table', () => {
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', answers.created(COMPLETED))
      .attempt('k', 'B', conflict())
      .attempt('k', 'C', answers.gateway())
      .attempt('k', 'D', answers.lost());

    expect(checkBodiesInContract(entries)).to.be.empty;
  });

  it('catches another body, once for each code', () => {
    const { entries } = new HistoryBuilder()
      .attempt('k', 'A', answers.created('{"id":"1"}'))
      .attempt('l', 'A', answers.created('{"id":"2"}'))
      .attempt('m', 'B', conflict({ title: 'Conflict' }))
      .attempt('n', 'B', conflict({ stackTrace: 'Class.X: line 1' }));

    expect(checkBodiesInContract(entries).map((finding) => finding.message.split(' does')[0])).to.deep.equal([
      'The body of COMPLETED',
      'The body of IDEMPOTENCY_CONFLICT'
    ]);
  });

  it('catches a body that is not JSON', () => {
    const { entries } = new HistoryBuilder().attempt('k', 'A', answers.created('created'));

    expect(checkBodiesInContract(entries)[0]?.message).to.contain('not JSON');
  });
});
