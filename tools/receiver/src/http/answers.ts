import type { DeliveryOutcome } from '../observe/metrics.js';

/** What a sender is told. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly outcome: DeliveryOutcome;
}

const JSON_TYPE = 'application/json; charset=utf-8';
/** RFC 9457. */
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Malformed',
  401: 'Not verified',
  404: 'No such source',
  405: 'Only POST',
  408: 'Too slow',
  413: 'Too large',
  415: 'Encoding not supported',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Not available'
};

/** Seconds after which a sender that heeds it may come again. */
const RETRY_AFTER = '5';

export function problem(status: number, outcome: DeliveryOutcome, code: string, detail: string): Answer {
  const title = TITLES[status] ?? 'Error';
  return {
    status,
    contentType: PROBLEM_TYPE,
    body: JSON.stringify({ title, status, code, detail }),
    ...(status === 503 ? { headers: { 'retry-after': RETRY_AFTER } } : {}),
    outcome
  };
}

/** Stored now, or known before: both tell the sender to stop. */
export function acknowledgement(counts: { readonly stored: number; readonly known: number }): Answer {
  const outcome = counts.stored > 0 ? 'stored' : counts.known > 0 ? 'known' : 'empty';
  return { status: outcome === 'stored' ? 202 : 200, contentType: JSON_TYPE, body: JSON.stringify(counts), outcome };
}

export function handshake(contentType: string, body: string): Answer {
  return { status: 200, contentType, body, outcome: 'handshake' };
}
