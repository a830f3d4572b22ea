import { performance } from 'node:perf_hooks';
import type { End, Recorder } from '../history/recorder.js';
import type { LatencyRecorder } from '../measure/latency.js';
import { HttpClient, describeFailure, type HttpAnswer } from '../org/httpClient.js';
import { COLLECTION_LIMIT, type SaveResult } from '../org/restClient.js';
import type { Session } from '../org/session.js';

/** One event as a receiver forwards it to the inbox. */
export interface InboundEvent {
  readonly key: string;
  readonly source: string;
  readonly type: string;
  readonly entityId: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  /** JSON text. */
  readonly payload: string;
}

export interface EventClientOptions {
  readonly session: Session;
  readonly apiVersion: string;
  readonly recorder: Recorder;
  readonly latency: LatencyRecorder;
  readonly connections: number;
  readonly origin?: string;
  readonly signal: AbortSignal;
}

/** Puts events into the inbox, as many to a request as the platform takes, and records each of them. */
export class EventClient {
  readonly #http: HttpClient;

  constructor(private readonly options: EventClientOptions) {
    this.#http = new HttpClient(options.origin ?? options.session.instanceUrl, options.connections);
  }

  /**
   * One delivery; a failed row does not fail the others.
   *
   * @param events at most 200
   * @param client number of this client
   */
  async deliver(events: readonly InboundEvent[], client: number, attempt = 1): Promise<void> {
    if (events.length > COLLECTION_LIMIT) throw new RangeError(`A request takes at most ${COLLECTION_LIMIT} records.`);
    const { recorder, latency } = this.options;
    const invocations = events.map((event) =>
      recorder.invoke({ client, operation: event.type, key: event.key, attempt, body: event.payload })
    );
    const start = performance.now();
    const ends = await this.#send(events);
    latency.record(ends[0]?.status === undefined ? 'none' : 'DELIVERED', performance.now() - start);
    for (const [index, invoke] of invocations.entries()) {
      recorder.complete(invoke, ends[index] ?? { kind: 'unknown', error: 'the answer has no result for this record' });
    }
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  async #send(events: readonly InboundEvent[]): Promise<End[]> {
    const { session, apiVersion, signal } = this.options;
    let answer: HttpAnswer;
    try {
      answer = await this.#http.send({
        method: 'POST',
        path: `/services/data/v${apiVersion}/composite/sobjects`,
        headers: {
          authorization: `Bearer ${session.accessToken}`,
          'content-type': 'application/json',
          accept: 'application/json'
        },
        body: JSON.stringify({ allOrNone: false, records: events.map(toRecord) }),
        signal
      });
    } catch (error) {
      return events.map(() => ({ kind: 'unknown', error: describeFailure(error) }));
    }
    return interpretDelivery(answer, events.length);
  }
}

/** What an answer to a delivery tells about each of its events. A key that is taken means: delivered before. */
export function interpretDelivery(answer: HttpAnswer, count: number): End[] {
  const results = parseResults(answer, count);
  if (results === undefined) {
    // A refused request saved nothing; an error of the server may come after the commit.
    const kind = answer.status >= 400 && answer.status < 500 ? 'fail' : 'unknown';
    return Array.from({ length: count }, () => ({
      kind,
      status: answer.status,
      body: answer.body,
      ...(kind === 'fail' ? { code: 'REQUEST_REFUSED' } : {})
    }));
  }
  return results.map((result): End => {
    const body = Buffer.from(JSON.stringify(result));
    const codes = result.errors.map((error) => error.statusCode);
    if (result.success) return { kind: 'ok', status: answer.status, code: 'STORED', replayed: false, body };
    if (codes.includes('DUPLICATE_VALUE')) {
      return { kind: 'ok', status: answer.status, code: 'STORED', replayed: true, body };
    }
    return { kind: 'fail', status: answer.status, code: codes[0] ?? 'UNKNOWN_EXCEPTION', replayed: false, body };
  });
}

function parseResults(answer: HttpAnswer, count: number): SaveResult[] | undefined {
  if (answer.status !== 200) return undefined;
  try {
    const results = JSON.parse(answer.body.toString('utf8')) as unknown;
    return Array.isArray(results) && results.length === count ? (results as SaveResult[]) : undefined;
  } catch {
    return undefined;
  }
}

function toRecord(event: InboundEvent): Record<string, unknown> {
  return {
    attributes: { type: 'Inbound_Event__c' },
    Event_Key__c: event.key,
    Source__c: event.source,
    Event_Type__c: event.type,
    Entity_Id__c: event.entityId,
    Source_Timestamp__c: event.timestamp,
    Payload__c: event.payload
  };
}
