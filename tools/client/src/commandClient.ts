import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  classifyAnswer,
  commandPath,
  commandStatusPath,
  HEADERS,
  parseIdempotencyKey,
  problemCodeOf,
  type CompletedBody,
  type Problem,
  type StatusBody
} from '@retrysafe/contracts';
import { contentDigest } from './contentDigest.js';
import { ClientUsageError, KeyReuseError } from './errors.js';
import type { KeyStore, StoredCommand } from './keyStore.js';
import type { Refused, SendResult, Unresolved } from './result.js';
import { DEFAULT_POLICY, retryAfterMs, waitMs, type RetryPolicy } from './retryPolicy.js';
import { withTimeLimit } from './timeLimit.js';
import type { CommandResponse, Transport } from './transport.js';

export interface CommandClientOptions {
  readonly transport: Transport;
  readonly store: KeyStore;
  readonly policy?: Partial<RetryPolicy>;
  /** In [0, 1); for tests. */
  readonly random?: () => number;
  /** Milliseconds; for tests. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface SendOptions {
  /**
   * Identifies the command over all its attempts: best a name of the caller's own business (`order-1001`), so that even a
   * caller that lost its store sends the same one. Absent: a random one.
   */
  readonly key?: string;
  readonly correlationId?: string;
  /** Stops trying; the command stays open in the store. */
  readonly signal?: AbortSignal;
}

type Body = Readonly<Record<string, unknown>>;

interface Run {
  readonly command: StoredCommand;
  readonly correlationId: string;
  readonly signal: AbortSignal | undefined;
  attempts: number;
}

/** What one answer means for the run: the end, or another attempt after a wait. */
type Step<T> =
  | { readonly kind: 'final'; readonly result: SendResult<T> }
  | { readonly kind: 'poll'; readonly response: CommandResponse }
  | {
      readonly kind: 'again';
      readonly knowledge: Unresolved['knowledge'];
      readonly error: string;
      readonly retryAfter: string | undefined;
    };

/**
 * Sends commands to the command API of an org so that a retry never becomes a second effect: the key is kept before the
 * first attempt, every attempt carries the same key and content, and only a definite final answer ends a command.
 */
export class CommandClient {
  private readonly policy: RetryPolicy;
  private readonly random: () => number;
  private readonly sleep: NonNullable<CommandClientOptions['sleep']>;

  constructor(private readonly options: CommandClientOptions) {
    this.policy = { ...DEFAULT_POLICY, ...options.policy };
    this.random = options.random ?? Math.random;
    this.sleep = options.sleep ?? ((ms, signal) => delay(ms, undefined, signal ? { signal } : {}));
  }

  /**
   * Runs a command to its end.
   *
   * @throws KeyReuseError when the key is known with other content; ClientUsageError for a malformed key or body. In both
   *   cases nothing was sent. Failures of the network or the org are results, not exceptions.
   */
  async send<T = Record<string, unknown> | null>(
    operation: string,
    body: Body,
    options: SendOptions = {}
  ): Promise<SendResult<T>> {
    const key = options.key ?? randomUUID();
    if (parseIdempotencyKey(key) !== key) {
      throw new ClientUsageError(
        `'${key}' is no idempotency key: use 1 to 128 characters of A-Z a-z 0-9 . _ ~ : and -.`
      );
    }
    const digest = contentDigest(body);
    const command = await this.options.store.add({
      operation,
      key,
      // What is sent later must be what was given now, whatever the caller does with the object.
      body: JSON.parse(JSON.stringify(body)) as Body,
      digest,
      createdAt: new Date().toISOString(),
      state: 'open'
    });
    if (command.digest !== digest) throw new KeyReuseError(operation, key);
    return this.run<T>(command, options);
  }

  /** Goes on with a command that an earlier run or process left open. @throws ClientUsageError for an unknown key. */
  async resume<T = Record<string, unknown> | null>(
    operation: string,
    key: string,
    options: Omit<SendOptions, 'key'> = {}
  ): Promise<SendResult<T>> {
    const command = await this.options.store.get(operation, key);
    if (!command) throw new ClientUsageError(`The store knows no command ${key} of ${operation}.`);
    return this.run<T>(command, options);
  }

  /** Goes on with every open command, one after the other: at the start of a process, say. */
  async resumeAll(options: Omit<SendOptions, 'key'> = {}): Promise<SendResult[]> {
    const results: SendResult[] = [];
    for (const command of await this.options.store.open()) {
      if (options.signal?.aborted) break;
      results.push(await this.run(command, options));
    }
    return results;
  }

  private async run<T>(command: StoredCommand, options: Omit<SendOptions, 'key'>): Promise<SendResult<T>> {
    const run: Run = {
      command,
      correlationId: options.correlationId ?? randomUUID(),
      signal: options.signal,
      attempts: 0
    };
    const result = await this.attempts<T>(run);
    if (result.outcome !== 'unresolved') await this.options.store.close(command.operation, command.key);
    return result;
  }

  private async attempts<T>(run: Run): Promise<SendResult<T>> {
    let last: Step<T> & { kind: 'again' } = {
      kind: 'again',
      knowledge: 'nothing-changed',
      error: 'nothing was sent',
      retryAfter: undefined
    };
    // Once an attempt may have had an effect, a later one that surely had none does not make the whole known.
    let mayHaveActed = false;
    while (run.attempts < this.policy.maxAttempts && !run.signal?.aborted) {
      run.attempts++;
      const step = await this.attempt<T>(run);
      if (step.kind === 'final') {
        // That this attempt was refused says nothing of an earlier one that got no answer.
        const isOpen = mayHaveActed && step.result.outcome === 'refused';
        return isOpen
          ? this.unresolved(run, 'unknown', `status ${step.result.status}, after an attempt without answer`)
          : step.result;
      }
      if (step.kind === 'poll') return this.poll<T>(run, step.response);
      mayHaveActed ||= step.knowledge === 'unknown';
      last = step;
      if (run.attempts < this.policy.maxAttempts) await this.wait(run, run.attempts, step.retryAfter);
    }
    return this.unresolved(run, mayHaveActed ? 'unknown' : last.knowledge, last.error);
  }

  private async attempt<T>(run: Run): Promise<Step<T>> {
    const { operation, key, body } = run.command;
    const response = await this.exchange(run, 'POST', commandPath(operation), {
      headers: { [HEADERS.idempotencyKey]: key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body)
    });
    if (response instanceof Error) return again('unknown', response.message);
    return this.interpret<T>(run, response);
  }

  private interpret<T>(run: Run, response: CommandResponse): Step<T> {
    const answer = classifyAnswer(response.status, problemCodeOf(response.body));
    const retryAfter = response.headers[HEADERS.retryAfter.toLowerCase()];
    if (!answer) {
      // Not an answer of the command API: a proxy, the platform's own limits, an expired login.
      const text = `status ${response.status}: ${response.body.slice(0, 200)}`;
      if (response.status === 401) return again('nothing-changed', text, retryAfter);
      const isRefused = response.status === 403 || response.status === 404;
      return isRefused
        ? { kind: 'final', result: this.refused(run, response.status, null) }
        : again('unknown', text, retryAfter);
    }
    if (answer.effect === 'accepted') return { kind: 'poll', response };
    if (answer.effect === 'done') return this.done<T>(run, response.status, response.body, isReplayed(response));
    const problem = JSON.parse(response.body) as Problem;
    if (answer.next === 'retry-same-key') {
      return again(answer.definite ? 'nothing-changed' : 'unknown', `${answer.code}: ${problem.detail}`, retryAfter);
    }
    return { kind: 'final', result: this.failure(run, response.status, problem) };
  }

  private failure(run: Run, status: number, problem: Problem): SendResult<never> {
    switch (problem.code) {
      case 'REJECTED':
        return { ...common(run), outcome: 'rejected', problem };
      case 'IDEMPOTENCY_CONFLICT':
        return { ...common(run), outcome: 'conflict', problem };
      case 'ATTEMPTS_EXHAUSTED':
        return { ...common(run), outcome: 'exhausted', problem };
      default:
        return this.refused(run, status, problem);
    }
  }

  private refused(run: Run, status: number, problem: Problem | null): Refused {
    return { ...common(run), outcome: 'refused', status, problem };
  }

  private done<T>(run: Run, status: number, text: string, replayed: boolean): Step<T> {
    let body: CompletedBody;
    try {
      body = JSON.parse(text) as CompletedBody;
    } catch {
      return again('unknown', `a ${status} without a JSON body`);
    }
    return {
      kind: 'final',
      result: {
        ...common(run),
        outcome: 'done',
        status: status as 200 | 201,
        recordId: body.recordId,
        result: body.result as T,
        replayed
      }
    };
  }

  /** Asks the status resource until the org has finished the accepted work. */
  private async poll<T>(run: Run, accepted: CommandResponse): Promise<SendResult<T>> {
    const path = commandStatusPath(run.command.operation, run.command.key);
    let retryAfter = accepted.headers[HEADERS.retryAfter.toLowerCase()];
    let lastError = 'the org has not finished yet';
    for (let poll = 0; poll < this.policy.maxPolls && !run.signal?.aborted; poll++) {
      const asked = Math.min(retryAfterMs(retryAfter, Date.now()) ?? this.policy.pollMs, this.policy.maxRetryAfterMs);
      await this.pause(run, Math.max(asked, this.policy.pollMs));
      const response = await this.exchange(run, 'GET', path, { headers: {} });
      if (response instanceof Error || response.status !== 200) {
        lastError = response instanceof Error ? response.message : `status ${response.status}`;
        retryAfter = undefined;
        continue;
      }
      retryAfter = response.headers[HEADERS.retryAfter.toLowerCase()];
      const result = this.ended<T>(run, JSON.parse(response.body) as StatusBody);
      if (result) return result;
    }
    return this.unresolved(run, 'accepted', lastError);
  }

  private ended<T>(run: Run, status: StatusBody): SendResult<T> | null {
    if (status.outcome) {
      const text = JSON.stringify(status.outcome.body);
      const step = this.interpret<T>(run, { status: status.outcome.status, headers: {}, body: text });
      return step.kind === 'final' ? step.result : null;
    }
    if (status.state !== 'Exhausted') return null;
    const problem: Problem = {
      type: 'urn:retrysafe:problem:attempts-exhausted',
      title: 'The attempts of this command are used up; an operator decides.',
      status: 409,
      code: 'ATTEMPTS_EXHAUSTED',
      detail: `${status.attempts} attempts failed.`,
      correlationId: run.correlationId,
      errors: []
    };
    return { ...common(run), outcome: 'exhausted', problem };
  }

  /** @returns the error instead of throwing it: no answer is an outcome here, too. */
  private async exchange(
    run: Run,
    method: 'GET' | 'POST',
    path: string,
    content: { readonly headers: Readonly<Record<string, string>>; readonly body?: string }
  ): Promise<CommandResponse | Error> {
    const headers = { ...content.headers, [HEADERS.correlationId]: run.correlationId, Accept: 'application/json' };
    const request = { method, path, headers, ...(content.body ? { body: content.body } : {}) };
    const send = (): Promise<CommandResponse> =>
      withTimeLimit(this.policy.timeoutMs, run.signal, (signal) => this.options.transport.send({ ...request, signal }));
    try {
      const response = await send();
      if (response.status !== 401 || !this.options.transport.refresh) return response;
      await this.options.transport.refresh();
      return await send();
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private wait(run: Run, attempt: number, retryAfter: string | undefined): Promise<void> {
    return this.pause(run, waitMs(attempt, retryAfter, this.policy, this.random, Date.now()));
  }

  private async pause(run: Run, milliseconds: number): Promise<void> {
    // An abort ends the wait; the loops notice it themselves.
    await this.sleep(milliseconds, run.signal).catch((error: unknown) => {
      if (!run.signal?.aborted) throw error;
    });
  }

  private unresolved(run: Run, knowledge: Unresolved['knowledge'], lastError: string): Unresolved {
    return { ...common(run), outcome: 'unresolved', knowledge, lastError };
  }
}

const common = (run: Run): { operation: string; key: string; attempts: number; correlationId: string } => ({
  operation: run.command.operation,
  key: run.command.key,
  attempts: run.attempts,
  correlationId: run.correlationId
});

function again(
  knowledge: Unresolved['knowledge'],
  error: string,
  retryAfter?: string
): Step<never> & { kind: 'again' } {
  return { kind: 'again', knowledge, error, retryAfter };
}

const isReplayed = (response: CommandResponse): boolean => response.headers[HEADERS.replayed.toLowerCase()] === 'true';
