/** Where the org serves commands, and the headers that carry their identity. */

/** Base path of the command API; the version is part of the contract. */
export const API_BASE = '/services/apexrest/integration/v1';

/** Header names as the contract writes them; HTTP compares them without regard to case. */
export const HEADERS = Object.freeze({
  /** Identifies one command, stable over all its attempts. Required. */
  idempotencyKey: 'Idempotency-Key',
  /** Ties logs together; may change by attempt. Made by the org when absent, and returned. */
  correlationId: 'X-Correlation-Id',
  /** `true` on an answer that was stored by an earlier attempt. */
  replayed: 'Idempotent-Replayed',
  /** Whole seconds to wait before the next attempt. */
  retryAfter: 'Retry-After',
  /** Where the business record or the status resource is. */
  location: 'Location'
});

/** Media type of an error body (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Path of the resource that takes a command of one operation. */
export function commandPath(operation: string): string {
  return `${API_BASE}/commands/${encodeURIComponent(operation)}`;
}

/** Path of the status resource of one command. */
export function commandStatusPath(operation: string, idempotencyKey: string): string {
  return `${commandPath(operation)}/${encodeURIComponent(idempotencyKey)}`;
}

/** Path of the resource that tells how the integration is doing. */
export const METRICS_PATH = `${API_BASE}/metrics`;

/** Media type of the metrics as text (OpenMetrics 1.0). */
export const OPENMETRICS_MEDIA_TYPE = 'application/openmetrics-text';

/** Path of the resource that takes up to 200 commands in one request. */
export const COMMAND_BATCH_PATH = `${API_BASE}/command-batches`;
