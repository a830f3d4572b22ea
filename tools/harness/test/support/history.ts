import { RunHistory } from '../../src/history/recorder.js';
import type { Entry } from '../../src/history/entry.js';
import type { End } from '../../src/history/recorder.js';

/** Writes histories by hand: one call is one attempt. */
export class HistoryBuilder {
  readonly #recorder = new RunHistory().recorder('by-hand');
  #client = 0;

  /** The recorded entries. */
  get entries(): readonly Entry[] {
    return this.#recorder.entries();
  }

  /** An attempt that has ended. */
  attempt(key: string, content: string, end: End): this {
    const invoke = this.start(key, content);
    this.#recorder.complete(invoke, end);
    return this;
  }

  /** An attempt that has not ended. */
  start(key: string, content: string): number {
    this.#client += 1;
    return this.#recorder.invoke({
      client: this.#client,
      operation: 'create-order',
      key,
      attempt: 1,
      body: content
    });
  }

  end(invoke: number, end: End): this {
    this.#recorder.complete(invoke, end);
    return this;
  }
}

const body = (text: string): Buffer => Buffer.from(text);

/** Answers as the contract makes them. */
export const answers = {
  created: (text = '{"id":"a1"}'): End => ({
    kind: 'ok',
    status: 201,
    code: 'COMPLETED',
    replayed: false,
    body: body(text)
  }),
  replayed: (text = '{"id":"a1"}'): End => ({ ...answers.created(text), replayed: true }),
  conflict: (): End => ({ kind: 'fail', status: 409, code: 'IDEMPOTENCY_CONFLICT', replayed: false, body: body('{}') }),
  rejected: (replayed = false): End => ({
    kind: 'fail',
    status: 400,
    code: 'REJECTED',
    replayed,
    body: body('{"r":1}')
  }),
  invalid: (): End => ({ kind: 'fail', status: 400, code: 'INVALID_REQUEST', replayed: false, body: body('{"f":1}') }),
  busy: (): End => ({ kind: 'unknown', status: 503, code: 'IN_PROGRESS', replayed: false, body: body('{}') }),
  lost: (): End => ({ kind: 'unknown', error: 'ECONNRESET: read ECONNRESET' }),
  escaped: (): End => ({ kind: 'unknown', status: 500, replayed: false, body: body('[{"errorCode":"APEX_ERROR"}]') }),
  gateway: (): End => ({ kind: 'unknown', status: 503, replayed: false, body: body('<html>') })
};
