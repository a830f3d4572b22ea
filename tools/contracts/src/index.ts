export {
  ANSWERS,
  PROBLEM_CODES,
  answerForCode,
  classifyAnswer,
  type Answer,
  type AnswerCode,
  type Effect,
  type NextStep,
  type ProblemCode
} from './answers.js';
export {
  COMMAND_STATES,
  EVENT_STATES,
  terminalStates,
  type CommandState,
  type EventState,
  type State
} from './states.js';
export { IDEMPOTENCY_KEY_PATTERN, parseIdempotencyKey } from './idempotencyKey.js';
export {
  API_BASE,
  COMMAND_BATCH_PATH,
  HEADERS,
  METRICS_PATH,
  OPENMETRICS_MEDIA_TYPE,
  PROBLEM_MEDIA_TYPE,
  commandPath,
  commandStatusPath
} from './endpoints.js';
export { isProblemCode, problemCodeOf, problemSchema, problemType, type FieldError, type Problem } from './problem.js';
export {
  BATCH_LIMIT,
  SCHEMAS,
  type AcceptedBody,
  type CommandBatch,
  type CommandBatchResults,
  type CompletedBody,
  type JsonSchema,
  type StatusBody
} from './envelopes.js';
export { METRICS, type MetricName, type MetricsBody } from './metrics.js';
export { openApiDocument } from './openapi.js';
