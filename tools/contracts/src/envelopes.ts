import { COMMAND_STATES, type CommandState } from './states.js';
import { IDEMPOTENCY_KEY_PATTERN } from './idempotencyKey.js';
import { METRICS } from './metrics.js';

/** A JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Body of a finished command: status 200 or 201, the same bytes for every attempt. */
export interface CompletedBody {
  operation: string;
  idempotencyKey: string;
  state: 'Succeeded';
  /** Salesforce id of the record that was created or changed. */
  recordId: string | null;
  /** What the operation tells. */
  result: Record<string, unknown> | null;
}

/** Body of an accepted asynchronous command: status 202. */
export interface AcceptedBody {
  operation: string;
  idempotencyKey: string;
  state: 'Accepted';
  /** Path of the status resource. */
  statusUrl: string;
}

/** Body of the status resource: status 200, whatever the state. */
export interface StatusBody {
  operation: string;
  idempotencyKey: string;
  state: CommandState;
  attempts: number;
  /** ISO 8601, UTC; so are the other times. */
  acceptedAt: string;
  completedAt: string | null;
  nextAttemptAt: string | null;
  /** Until when the key is remembered; null while the command is not finished. */
  retainUntil: string | null;
  correlationId: string | null;
  /** Only of a finished command: what every attempt gets. */
  outcome?: { status: number; body: unknown };
}

/** Body of a request for many commands. */
export interface CommandBatch {
  commands: readonly { operation: string; idempotencyKey: string; body: Record<string, unknown> }[];
}

/** Body of the answer to it: one result for each command, in order; each is the answer that it would get alone. */
export interface CommandBatchResults {
  results: readonly { status: number; headers: Record<string, string>; body: unknown }[];
}

/** Most commands of one batch. */
export const BATCH_LIMIT = 200;

const KEY: JsonSchema = { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN };
const TEXT: JsonSchema = { type: 'string', minLength: 1 };
const TIME: JsonSchema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' };
const ID: JsonSchema = { type: 'string', pattern: '^[a-zA-Z0-9]{15}([a-zA-Z0-9]{3})?$' };

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

function closedObject(
  title: string,
  properties: Record<string, JsonSchema>,
  optional: readonly string[] = []
): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:retrysafe:schema:${title.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()}`,
    title,
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    properties
  };
}

/** An object within another one: exactly these members. */
function part(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}

/** Schemas of everything but errors; those are in {@link problemSchema}. */
export const SCHEMAS = Object.freeze({
  completed: closedObject('CompletedBody', {
    operation: TEXT,
    idempotencyKey: KEY,
    state: { const: 'Succeeded' },
    recordId: orNull(ID),
    result: orNull({ type: 'object' })
  }),
  accepted: closedObject('AcceptedBody', {
    operation: TEXT,
    idempotencyKey: KEY,
    state: { const: 'Accepted' },
    statusUrl: TEXT
  }),
  status: closedObject(
    'StatusBody',
    {
      operation: TEXT,
      idempotencyKey: KEY,
      state: { enum: COMMAND_STATES.map((state) => state.name) },
      attempts: { type: 'integer', minimum: 0 },
      acceptedAt: TIME,
      completedAt: orNull(TIME),
      nextAttemptAt: orNull(TIME),
      retainUntil: orNull(TIME),
      correlationId: orNull(TEXT),
      outcome: {
        type: 'object',
        additionalProperties: false,
        required: ['status', 'body'],
        properties: { status: { type: 'integer' }, body: true }
      }
    },
    ['outcome']
  ),
  batch: closedObject('CommandBatch', {
    commands: {
      type: 'array',
      minItems: 1,
      maxItems: BATCH_LIMIT,
      items: {
        type: 'object',
        required: ['operation', 'idempotencyKey', 'body'],
        properties: { operation: TEXT, idempotencyKey: { type: 'string' }, body: { type: 'object' } }
      }
    }
  }),
  batchResults: closedObject('CommandBatchResults', {
    results: {
      type: 'array',
      minItems: 1,
      maxItems: BATCH_LIMIT,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['status', 'headers', 'body'],
        properties: {
          status: { type: 'integer' },
          headers: { type: 'object', additionalProperties: { type: 'string' } },
          body: true
        }
      }
    }
  }),
  metrics: closedObject('MetricsBody', {
    generatedAt: TIME,
    window: part({ since: TIME, seconds: { type: 'integer', minimum: 3600 } }),
    metrics: {
      type: 'array',
      minItems: Object.keys(METRICS).length,
      items: part({
        name: { enum: Object.keys(METRICS) },
        unit: { enum: ['seconds', ''] },
        help: TEXT,
        values: {
          type: 'array',
          items: part({
            labels: { type: 'object', additionalProperties: { type: 'string' } },
            value: { type: 'number' }
          })
        }
      })
    }
  })
});
