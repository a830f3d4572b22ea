import { ANSWERS, type Answer } from './answers.js';
import { API_BASE, HEADERS, OPENMETRICS_MEDIA_TYPE, PROBLEM_MEDIA_TYPE } from './endpoints.js';
import { SCHEMAS, type JsonSchema } from './envelopes.js';
import { IDEMPOTENCY_KEY_PATTERN } from './idempotencyKey.js';
import { problemSchema } from './problem.js';

/** Version of the command API; the `v1` of its path. */
const API_VERSION = '1.0.0';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 description of the command API, made of the same tables that the tools use.
 * Source of the form: OpenAPI Specification 3.1.1.
 */
export function openApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Retrysafe command API',
      version: API_VERSION,
      description:
        'Runs a command once for its idempotency key, however often it is sent. Send every attempt with the same key and the ' +
        'same content. Answers marked indefinite say nothing of the effect: send again.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' }
    },
    servers: [
      {
        url: `https://{domain}${API_BASE}`,
        description: 'The My Domain address of the org.',
        variables: { domain: { default: 'example.my.salesforce.com' } }
      }
    ],
    security: [{ salesforce: [] }],
    tags: [
      { name: 'commands', description: 'Commands and their state.' },
      { name: 'metrics', description: 'How the integration is doing.' }
    ],
    paths: {
      '/commands/{operation}': { post: postCommand() },
      '/commands/{operation}/{key}': { get: getCommand() },
      '/command-batches': { post: postBatch() },
      '/metrics': { get: getMetrics() }
    },
    components: {
      securitySchemes: {
        salesforce: { type: 'http', scheme: 'bearer', description: 'An OAuth access token of the org.' }
      },
      schemas: {
        ...Object.fromEntries(Object.values(SCHEMAS).map((schema) => [String(schema.title), component(schema)])),
        Problem: problemComponent()
      },
      headers: responseHeaders()
    }
  };
}

/** A schema as a component: identified by its place, not by an id of its own. */
function component(schema: JsonSchema): Json {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema' && name !== '$id'));
}

/**
 * Without the pairs of status, code and title: linters take alternatives that differ only in constants for the same. The
 * pairs stand with each response.
 */
function problemComponent(): Json {
  return Object.fromEntries(Object.entries(component(problemSchema())).filter(([name]) => name !== 'oneOf'));
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json): Json => ({ 'application/json': { schema } });

const OPERATION_PARAMETER: Json = {
  name: 'operation',
  in: 'path',
  required: true,
  description: 'Name of a registered operation.',
  schema: { type: 'string' },
  example: 'create-order'
};

const CORRELATION_PARAMETER: Json = {
  name: HEADERS.correlationId,
  in: 'header',
  description: 'Ties logs together; may change by attempt. Made by the org when absent, and returned.',
  schema: { type: 'string' }
};

function postCommand(): Json {
  return {
    operationId: 'sendCommand',
    summary: 'Send a command, or send it again',
    tags: ['commands'],
    parameters: [
      OPERATION_PARAMETER,
      {
        name: HEADERS.idempotencyKey,
        in: 'header',
        required: true,
        description: 'Identifies the command over all its attempts; bare or as a quoted string.',
        schema: { type: 'string', pattern: `${IDEMPOTENCY_KEY_PATTERN}|^"${IDEMPOTENCY_KEY_PATTERN.slice(1, -1)}"$` },
        example: 'order-1001'
      },
      CORRELATION_PARAMETER
    ],
    requestBody: { required: true, content: json({ type: 'object' }) },
    responses: {
      ...completedResponses(),
      '202': {
        description: describe('ACCEPTED'),
        headers: headerRefs(HEADERS.location, HEADERS.retryAfter, HEADERS.replayed, HEADERS.correlationId),
        content: json(ref('AcceptedBody'))
      },
      ...problemResponses(ANSWERS.filter((answer) => answer.code !== 'COMMAND_NOT_FOUND'))
    }
  };
}

function completedResponses(): Json {
  const body = {
    headers: headerRefs(HEADERS.location, HEADERS.replayed, HEADERS.correlationId),
    content: json(ref('CompletedBody'))
  };
  return {
    '200': { description: `${describe('COMPLETED')} Nothing new was created.`, ...body },
    '201': { description: `${describe('COMPLETED')} A record was created.`, ...body }
  };
}

function getCommand(): Json {
  const answers = ANSWERS.filter((answer) =>
    ['NOT_PERMITTED', 'UNKNOWN_OPERATION', 'COMMAND_NOT_FOUND', 'IDEMPOTENCY_KEY_INVALID', 'MISCONFIGURED'].includes(
      answer.code
    )
  );
  return {
    operationId: 'getCommand',
    summary: 'Ask for the state of a command',
    tags: ['commands'],
    parameters: [
      OPERATION_PARAMETER,
      {
        name: 'key',
        in: 'path',
        required: true,
        description: 'The idempotency key.',
        schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN }
      },
      CORRELATION_PARAMETER
    ],
    responses: {
      '200': {
        description: 'The state, and the stored outcome of a finished command.',
        headers: headerRefs(HEADERS.retryAfter, HEADERS.correlationId),
        content: json(ref('StatusBody'))
      },
      ...problemResponses(answers)
    }
  };
}

function postBatch(): Json {
  const answers = ANSWERS.filter((answer) =>
    ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'MISCONFIGURED'].includes(answer.code)
  );
  return {
    operationId: 'sendCommands',
    summary: 'Send many commands at once',
    description: 'One result for each command, in order: the answer that it would get alone.',
    tags: ['commands'],
    parameters: [CORRELATION_PARAMETER],
    requestBody: { required: true, content: json(ref('CommandBatch')) },
    responses: {
      '200': {
        description: 'Results, whatever became of the single commands.',
        headers: headerRefs(HEADERS.correlationId),
        content: json(ref('CommandBatchResults'))
      },
      ...problemResponses(answers)
    }
  };
}

function getMetrics(): Json {
  const answers = ANSWERS.filter((answer) =>
    ['NOT_PERMITTED', 'INVALID_REQUEST', 'MISCONFIGURED'].includes(answer.code)
  );
  return {
    operationId: 'getMetrics',
    summary: 'Ask how the integration is doing',
    description:
      'Numbers about commands, events and dispatches, and no rows. Needs the custom permission `Read_Integration_Metrics`. JSON ' +
      'unless `Accept` prefers text or `format` says otherwise.',
    tags: ['metrics'],
    parameters: [
      {
        name: 'hours',
        in: 'query',
        description: 'Length of the window. It begins with the full hour before.',
        schema: { type: 'integer', minimum: 1, maximum: 168, default: 24 }
      },
      {
        name: 'format',
        in: 'query',
        description: 'Comes before `Accept`.',
        schema: { enum: ['json', 'openmetrics'] }
      },
      CORRELATION_PARAMETER
    ],
    responses: {
      '200': {
        description: 'The metrics.',
        headers: headerRefs(HEADERS.correlationId),
        content: {
          ...json(ref('MetricsBody')),
          [OPENMETRICS_MEDIA_TYPE]: { schema: { type: 'string', description: 'OpenMetrics 1.0.' } }
        }
      },
      ...problemResponses(answers)
    }
  };
}

/** Problems by status; those that share one are told apart by `code`. */
function problemResponses(answers: readonly Answer[]): Json {
  const byStatus = new Map<number, Answer[]>();
  for (const answer of answers) {
    for (const status of answer.statuses.filter((candidate) => candidate >= 400)) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), answer]);
    }
  }
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((answer) => `\`${answer.code}\` (${certainty(answer)}): ${answer.title}`).join('\n\n'),
        headers: headerRefs(
          HEADERS.correlationId,
          ...(group.some((answer) => answer.retryAfter) ? [HEADERS.retryAfter] : [])
        ),
        content: { [PROBLEM_MEDIA_TYPE]: { schema: ref('Problem') } }
      }
    ])
  );
}

const certainty = (answer: Answer): string => (answer.definite ? 'definite' : 'indefinite');

const describe = (code: Answer['code']): string => ANSWERS.find((answer) => answer.code === code)?.title ?? code;

function responseHeaders(): Json {
  const header = (description: string, schema: Json): Json => ({ description, schema });
  return {
    [HEADERS.location]: header('Where the business record or the status resource is.', { type: 'string' }),
    [HEADERS.retryAfter]: header('Seconds to wait before the next attempt.', { type: 'integer', minimum: 0 }),
    [HEADERS.replayed]: header('The answer was stored by an earlier attempt.', { const: 'true' }),
    [HEADERS.correlationId]: header('The correlation id of this attempt.', { type: 'string' })
  };
}

const headerRefs = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
