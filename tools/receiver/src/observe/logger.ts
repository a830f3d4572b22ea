import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Names under which a payload or a secret could reach a log line. */
const HIDDEN = [
  'secret',
  'secrets',
  'accessToken',
  'privateKey',
  'assertion',
  'payload',
  'body',
  'rawBody',
  'headers',
  'authorization',
  'password',
  'databaseUrl',
  'connectionString'
];

/**
 * JSON lines on standard output. Payloads and secrets are not logged in the first place; redaction is the second line of
 * defence.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { name: 'retrysafe-receiver' },
    redact: { paths: HIDDEN.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: describeError }
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Without the properties that libraries attach to their errors: PostgreSQL's `detail` quotes values of the row. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {})
  };
}
