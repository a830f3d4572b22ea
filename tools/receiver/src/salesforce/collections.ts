import { Agent, request, type Dispatcher } from 'undici';
import type { NormalizedEvent } from '../contract.js';
import { SessionError, type Session, type SessionKeeper } from './session.js';

/** One row of the answer to an sObject Collections request. */
export interface RowResult {
  readonly success: boolean;
  readonly id: string | null;
  readonly errors: readonly { readonly statusCode: string; readonly fields: readonly string[] }[];
}

/** Daily API calls of the org, from the header `Sforce-Limit-Info`. */
export interface ApiUsage {
  readonly used: number;
  readonly limit: number;
}

/** What a call brought. Messages of the platform are left out: they may quote values. */
export type CallOutcome =
  | { readonly kind: 'answered'; readonly results: readonly RowResult[]; readonly usage: ApiUsage | null }
  /** The org's calls are used up, or its storage. */
  | { readonly kind: 'limit'; readonly code: string }
  /** Nobody can tell what happened with the rows: network, timeout, 5xx. The same rows may be sent again. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** The call as a whole is refused, whatever the rows: rights, session, missing object or field. A person has to act. */
  | { readonly kind: 'refused'; readonly code: string; readonly advice: string }
  /** The call as a whole is refused, and a row may be the cause. */
  | { readonly kind: 'unreadable'; readonly code: string };

export interface InboxOptions {
  /** Such as `67.0`. */
  readonly apiVersion: string;
  readonly timeoutMs: number;
}

const LIMIT_CODES = new Set(['REQUEST_LIMIT_EXCEEDED', 'STORAGE_LIMIT_EXCEEDED', 'TXN_SECURITY_METERING_ERROR']);
const ROW_MAY_BE_CAUSE = new Set(['JSON_PARSER_ERROR', 'MALFORMED_QUERY', 'EXCEEDED_MAX_SIZE_REQUEST', 'UNKNOWN_400']);

/** The inbox of the org: creates rows by sObject Collections (REST API Developer Guide, "Create Multiple Records"). */
export class Inbox {
  private readonly agent: Agent;

  constructor(
    private readonly sessions: SessionKeeper,
    private readonly options: InboxOptions
  ) {
    const { timeoutMs } = options;
    this.agent = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout: 10_000 } });
  }

  /** Creates up to 200 rows, each on its own. A session that has ended is opened again, once. Never throws. */
  async create(rows: readonly NormalizedEvent[], signal: AbortSignal): Promise<CallOutcome> {
    const body = `{"allOrNone":false,"records":[${rows.map(toJson).join(',')}]}`;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const session = await this.sessions.get(signal);
        const response = await this.post(session, body, signal);
        if (response.status !== 401) return interpret(response, rows.length);
        await this.sessions.discard(session);
        if (attempt === 2) {
          return {
            kind: 'refused',
            code: 'INVALID_SESSION_ID',
            advice: 'Two new sessions in a row were refused. Check that the integration user may use the API.'
          };
        }
      } catch (error) {
        if (error instanceof SessionError && !error.passing) {
          return { kind: 'refused', code: 'NO_SESSION', advice: error.message };
        }
        return { kind: 'unavailable', reason: reasonOf(error) };
      }
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async post(session: Session, body: string, signal: AbortSignal): Promise<Response> {
    const { apiVersion, timeoutMs } = this.options;
    // Not AbortSignal.any of a timeout: up to Node 22 the timeout may be collected as garbage, and never strikes.
    const limit = new AbortController();
    const stop = (): void => limit.abort(signal.reason);
    const timer = setTimeout(() => limit.abort(new Error(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answer = await request(`${session.instanceUrl}/services/data/v${apiVersion}/composite/sobjects`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${session.accessToken}`,
          'content-type': 'application/json; charset=utf-8',
          accept: 'application/json'
        },
        body,
        dispatcher: this.agent,
        signal: limit.signal
      });
      return { status: answer.statusCode, usage: readUsage(answer.headers), text: await answer.body.text() };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }
}

interface Response {
  readonly status: number;
  readonly usage: ApiUsage | null;
  readonly text: string;
}

function toJson(row: NormalizedEvent): string {
  const fields = JSON.stringify({
    attributes: { type: 'Inbound_Event__c' },
    Event_Key__c: row.eventKey,
    Source__c: row.source,
    Event_Type__c: row.eventType,
    Entity_Id__c: row.entityId,
    Source_Timestamp__c: row.sourceTimestamp ?? undefined,
    Payload__c: row.payload,
    Correlation_Id__c: row.correlationId ?? undefined
  });
  // As digits: the version may exceed what a JavaScript number holds.
  if (row.sourceVersion === null) return fields;
  return `${fields.slice(0, -1)},"Source_Version__c":${BigInt(row.sourceVersion)}}`;
}

function interpret({ status, usage, text }: Response, rows: number): CallOutcome {
  const parsed = parse(text);
  if (status >= 200 && status < 300) {
    if (Array.isArray(parsed) && parsed.length === rows) {
      return { kind: 'answered', results: parsed.map(toResult), usage };
    }
    return { kind: 'unavailable', reason: `HTTP ${status} with an answer that does not belong to the request` };
  }
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const code = textOf(first, 'errorCode') ?? `UNKNOWN_${status}`;
  if (LIMIT_CODES.has(code)) return { kind: 'limit', code };
  if (status >= 500 || status === 408 || status === 429 || status === 420) {
    return { kind: 'unavailable', reason: `HTTP ${status} ${code}` };
  }
  if (status === 413 || (status === 400 && ROW_MAY_BE_CAUSE.has(code))) return { kind: 'unreadable', code };
  return { kind: 'refused', code, advice: adviceFor(code) };
}

function adviceFor(code: string): string {
  switch (code) {
    case 'NOT_FOUND':
    case 'INVALID_TYPE':
    case 'INVALID_FIELD':
      return 'Deploy force-app/core to this org and give the integration user the permission set for the inbox.';
    case 'API_DISABLED_FOR_ORG':
    case 'API_CURRENTLY_DISABLED':
      return 'Give the integration user the permission API Enabled, in an edition that has the API.';
    default:
      return 'Look the code up in the REST API Developer Guide; forwarding tries again by itself.';
  }
}

function toResult(value: unknown): RowResult {
  const row = (value ?? {}) as { success?: unknown; errors?: unknown };
  const errors = Array.isArray(row.errors) ? (row.errors as unknown[]) : [];
  return {
    success: row.success === true,
    id: textOf(value, 'id'),
    errors: errors.map((error) => {
      const fields = (error as { fields?: unknown } | null)?.fields;
      return {
        statusCode: textOf(error, 'statusCode') ?? 'UNKNOWN_EXCEPTION',
        fields: Array.isArray(fields) ? fields.map(String) : []
      };
    })
  };
}

function textOf(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = (value as Record<string, unknown>)[name];
  return typeof found === 'string' ? found : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readUsage(headers: Dispatcher.ResponseData['headers']): ApiUsage | null {
  const match = /(?:^|[\s;,])api-usage=(\d+)\/(\d+)/.exec([headers['sforce-limit-info']].flat().join(';'));
  return match ? { used: Number(match[1]), limit: Number(match[2]) } : null;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}
