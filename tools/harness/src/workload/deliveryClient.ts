import { performance } from 'node:perf_hooks';
import { signDelivery, type SignedDelivery } from '@retrysafe/receiver/sign';
import type { End, Recorder } from '../history/recorder.js';
import type { LatencyRecorder } from '../measure/latency.js';
import { HttpClient, describeFailure, type HttpAnswer } from '../org/httpClient.js';
import { PAYMENTS_SOURCE } from '../receiver/process.js';
import type { InboundEvent } from './eventClient.js';

export interface DeliveryClientOptions {
  /** Origin of the receiver. */
  readonly origin: string;
  readonly recorder: Recorder;
  readonly latency: LatencyRecorder;
  readonly connections: number;
  readonly signal: AbortSignal;
}

/** How a delivery differs from what the provider would send. */
export interface Manner {
  /** Number of the attempt, from 1. */
  readonly attempt?: number;
  /** Milliseconds since 1970 that are signed; absent: now. */
  readonly signedAt?: number;
  readonly secret?: string;
  /** Changes the delivery after it was signed. */
  readonly tamper?: (delivery: SignedDelivery) => SignedDelivery;
}

/** The key under which the receiver stores a payment event: the source, then the provider's id. */
export function storedKey(providerKey: string): string {
  return `${PAYMENTS_SOURCE.name}:${providerKey}`;
}

/** The payment provider: signs each event, posts it to the receiver, and records every delivery. */
export class DeliveryClient {
  readonly #http: HttpClient;
  #client = 0;

  constructor(private readonly options: DeliveryClientOptions) {
    this.#http = new HttpClient(options.origin, options.connections);
  }

  async deliver(event: InboundEvent, { attempt = 1, signedAt, secret, tamper }: Manner = {}): Promise<void> {
    const { recorder, latency, origin } = this.options;
    const signed = signDelivery({
      profile: PAYMENTS_SOURCE.profile,
      secret: secret ?? PAYMENTS_SOURCE.secret,
      url: `${origin}${PAYMENTS_SOURCE.path}`,
      body: event.payload,
      now: signedAt
    });
    const delivery = tamper === undefined ? signed : tamper(signed);
    const invoke = recorder.invoke({
      client: (this.#client += 1),
      operation: event.type,
      key: storedKey(event.key),
      attempt,
      body: delivery.body.toString('utf8')
    });
    const start = performance.now();
    const end = await this.#send(delivery);
    latency.record(end.code ?? 'none', performance.now() - start);
    recorder.complete(invoke, end);
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  async #send({ method, url, headers, body }: SignedDelivery): Promise<End> {
    const { pathname, search } = new URL(url);
    try {
      return interpretAcknowledgement(
        await this.#http.send({
          method: method as 'POST',
          path: pathname + search,
          headers,
          body: body.toString('utf8'),
          signal: this.options.signal
        })
      );
    } catch (error) {
      return { kind: 'unknown', error: describeFailure(error) };
    }
  }
}

/** What an answer of the receiver tells: 202 stored now, 200 stored before, 4xx refused for good; anything else tells nothing. */
export function interpretAcknowledgement({ status, body }: HttpAnswer): End {
  if (status === 202) return { kind: 'ok', status, code: 'STORED', replayed: false, body };
  if (status === 200) return { kind: 'ok', status, code: 'KNOWN', replayed: true, body };
  return { kind: status >= 400 && status < 500 ? 'fail' : 'unknown', status, code: codeIn(body), body };
}

function codeIn(body: Buffer): string | undefined {
  try {
    const { code } = JSON.parse(body.toString('utf8')) as { code?: unknown };
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}
