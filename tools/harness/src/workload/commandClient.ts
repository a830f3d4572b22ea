import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  HEADERS,
  classifyAnswer,
  commandPath,
  commandStatusPath,
  problemCodeOf,
  type StatusBody
} from '@retrysafe/contracts';
import type { Completion, CompletionKind } from '../history/entry.js';
import type { End, Recorder } from '../history/recorder.js';
import type { LatencyRecorder } from '../measure/latency.js';
import { HttpClient, describeFailure, headerOf, type HttpAnswer } from '../org/httpClient.js';
import type { Session } from '../org/session.js';
import { OrgUnreachableError } from '../run/errors.js';

/** One command as a caller sends it. */
export interface Command {
  readonly operation: string;
  readonly key: string;
  /** JSON text, sent as it is. */
  readonly body: string;
  /** Headers that differ from what a correct caller sends; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface CommandClientOptions {
  readonly session: Session;
  readonly recorder: Recorder;
  readonly latency: LatencyRecorder;
  /** Most requests in flight. */
  readonly connections: number;
  /** Where requests go instead of the org itself: a fault proxy. */
  readonly origin?: string;
  readonly signal: AbortSignal;
}

/** Sends commands and records every attempt. It repeats nothing unless {@link CommandClient.settle} is asked to. */
export class CommandClient {
  readonly #http: HttpClient;

  constructor(private readonly options: CommandClientOptions) {
    this.#http = new HttpClient(options.origin ?? options.session.instanceUrl, options.connections);
  }

  /** One attempt. Never throws for a lost answer: that is an outcome. */
  async attempt(command: Command, client: number, attempt = 1): Promise<Completion> {
    const { recorder, latency, session, signal } = this.options;
    const { operation, key, body } = command;
    const invoke = recorder.invoke({ client, attempt, operation, key, body });
    const start = performance.now();
    let end: End;
    try {
      const answer = await this.#http.send({
        method: 'POST',
        path: commandPath(operation),
        headers: withChanges(
          {
            authorization: `Bearer ${session.accessToken}`,
            'content-type': 'application/json',
            accept: 'application/json',
            [HEADERS.idempotencyKey]: key,
            [HEADERS.correlationId]: `${recorder.scenario}-${invoke}`
          },
          command.headers
        ),
        body,
        signal
      });
      end = interpret(answer);
    } catch (error) {
      end = { kind: 'unknown', error: describeFailure(error) };
    }
    latency.record(end.code ?? (end.status === undefined ? 'none' : String(end.status)), performance.now() - start);
    return recorder.complete(invoke, end);
  }

  /**
   * What a correct caller does: the same key and the same content again until the answer is certain and final.
   *
   * @param maxAttempts after so many, the last answer is returned as it is
   * @throws OrgUnreachableError when none of the attempts got any answer at all
   */
  async settle(command: Command, client: number, maxAttempts = 8): Promise<Completion> {
    let answered = false;
    for (let attempt = 1; ; attempt += 1) {
      const completion = await this.attempt(command, client, attempt);
      answered ||= completion.status !== undefined;
      const final = completion.kind !== 'unknown' && completion.code !== 'RETRYABLE_FAILURE';
      if (final || this.options.signal.aborted) return completion;
      if (attempt >= maxAttempts) {
        if (answered) return completion;
        throw new OrgUnreachableError(`The org did not answer ${attempt} attempts in a row (${completion.error}).`);
      }
      await sleep(Math.min(50 * 2 ** attempt, 1000), undefined, { signal: this.options.signal }).catch(() => undefined);
    }
  }

  /**
   * Asks the status resource. It is no attempt, so the history does not get it.
   *
   * @returns undefined when there was no answer, or another than the status
   */
  async status({ operation, key }: Command): Promise<StatusBody | undefined> {
    const { session, signal } = this.options;
    const path = commandStatusPath(operation, key);
    const headers = { authorization: `Bearer ${session.accessToken}`, accept: 'application/json' };
    const answer = await this.#http.send({ method: 'GET', path, headers, signal }).catch(() => undefined);
    return answer?.status === 200 ? (JSON.parse(answer.body.toString('utf8')) as StatusBody) : undefined;
  }

  async close(): Promise<void> {
    await this.#http.close();
  }
}

/** @param changes headers to set, or to leave out (undefined) */
function withChanges(
  headers: Record<string, string>,
  changes: Readonly<Record<string, string | undefined>> | undefined
): Record<string, string> {
  for (const [name, value] of Object.entries(changes ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  return headers;
}

/**
 * What an answer tells, by the contract's table. The platform's own refusals (no session, no access, no such resource)
 * come before any code of the product runs, so they are definite too; every other answer outside the table tells nothing.
 */
export function interpret(answer: HttpAnswer): End {
  const text = answer.body.toString('utf8');
  const seen = {
    status: answer.status,
    replayed: headerOf(answer, HEADERS.replayed) === 'true',
    body: answer.body
  };
  const entry = classifyAnswer(answer.status, problemCodeOf(text));
  if (entry !== undefined) {
    const kind: CompletionKind = !entry.definite ? 'unknown' : entry.effect === 'none' ? 'fail' : 'ok';
    return { kind, code: entry.code, ...seen };
  }
  const refusal = answer.status >= 400 && answer.status < 500 ? platformErrorCode(text) : undefined;
  return refusal === undefined ? { kind: 'unknown', ...seen } : { kind: 'fail', code: refusal, ...seen };
}

/** `[{"errorCode":"…","message":"…"}]`; undefined for anything else, and for exceptions of Apex, which may come late. */
function platformErrorCode(text: string): string | undefined {
  try {
    const parsed = JSON.parse(text) as unknown;
    const first: unknown = Array.isArray(parsed) ? parsed[0] : undefined;
    if (typeof first !== 'object' || first === null || !('errorCode' in first)) return undefined;
    return typeof first.errorCode === 'string' && first.errorCode !== 'APEX_ERROR' ? first.errorCode : undefined;
  } catch {
    return undefined;
  }
}
