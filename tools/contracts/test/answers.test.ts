import { expect } from 'chai';
import { ANSWERS, classifyAnswer, problemCodeOf, problemSchema, problemType } from '../src/index.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Status codes that `RestResponse.statusCode` may have (Apex Developer Guide, "RestResponse Class"). */
const APEX_STATUSES = [
  200, 201, 202, 204, 206, 300, 301, 302, 304, 400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 414, 415, 417, 500, 503
];

describe('the table of answers', () => {
  it('uses only status codes that Apex REST can send', () => {
    for (const answer of ANSWERS) expect(APEX_STATUSES, answer.code).to.include.members([...answer.statuses]);
  });

  it('has each code once', () => {
    expect(new Set(ANSWERS.map((answer) => answer.code)).size).to.equal(ANSWERS.length);
  });

  it('calls an answer indefinite exactly when the effect is unknown', () => {
    for (const answer of ANSWERS) expect(answer.definite, answer.code).to.equal(answer.effect !== 'unknown');
  });

  it('asks for a retry or a poll exactly where it sends Retry-After', () => {
    for (const answer of ANSWERS) {
      expect(answer.retryAfter, answer.code).to.equal(answer.next === 'retry-same-key' || answer.next === 'poll');
    }
  });

  it('never stores an answer that a later attempt may change', () => {
    for (const answer of ANSWERS)
      if (answer.next === 'retry-same-key') expect(answer.stored, answer.code).to.equal(false);
  });
});

describe('classifyAnswer', () => {
  it('takes success from the status alone', () => {
    expect(classifyAnswer(201, undefined)?.code).to.equal('COMPLETED');
    expect(classifyAnswer(202, undefined)?.code).to.equal('ACCEPTED');
  });

  it('does not trust a status without its code, nor a code under another status', () => {
    expect(classifyAnswer(503, undefined)).to.equal(undefined);
    expect(classifyAnswer(500, 'REJECTED')).to.equal(undefined);
    expect(classifyAnswer(409, 'IN_PROGRESS')).to.equal(undefined);
  });

  it('tells the two meanings of one status apart', () => {
    expect(classifyAnswer(503, 'IN_PROGRESS')?.definite).to.equal(false);
    expect(classifyAnswer(503, 'RETRYABLE_FAILURE')?.definite).to.equal(true);
    expect(classifyAnswer(409, 'IDEMPOTENCY_CONFLICT')?.next).to.equal('correct-request');
    expect(classifyAnswer(409, 'ATTEMPTS_EXHAUSTED')?.next).to.equal('operator');
  });
});

describe('the problem body', () => {
  const validate = new Ajv2020({ allErrors: true }).compile(problemSchema());
  const problem = {
    type: problemType('IDEMPOTENCY_CONFLICT'),
    title: 'The idempotency key belongs to a command with other content.',
    status: 409,
    code: 'IDEMPOTENCY_CONFLICT',
    detail: 'The key was first used with other business fields.',
    correlationId: 'c-1',
    errors: []
  };

  it('accepts a body of the contract', () => {
    expect(validate(problem), JSON.stringify(validate.errors)).to.equal(true);
  });

  for (const [name, change] of Object.entries({
    'another title': { title: 'Conflict' },
    'another status': { status: 422 },
    'the type of another code': { type: problemType('REJECTED') },
    'an unknown code': { code: 'NOPE' },
    'an extra member': { stack: 'Class.X: line 1' }
  })) {
    it(`refuses ${name}`, () => {
      expect(validate({ ...problem, ...change })).to.equal(false);
    });
  }

  it('is told from what is not a problem body', () => {
    expect(problemCodeOf(JSON.stringify(problem))).to.equal('IDEMPOTENCY_CONFLICT');
    for (const body of ['', '<html>', 'null', '[{"errorCode":"APEX_ERROR","message":"x"}]', '{"code":"NOPE"}']) {
      expect(problemCodeOf(body), body).to.equal(undefined);
    }
  });
});
