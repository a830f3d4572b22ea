import { ANSWERS, PROBLEM_CODES, type ProblemCode } from './answers.js';

/** One problem with one field of a request. */
export interface FieldError {
  /** Name of the field as the request writes it; nested names are joined by dots. */
  field: string;
  /** What is wrong, for people. */
  message: string;
}

/** The error body (`application/problem+json`, RFC 9457). */
export interface Problem {
  /** `urn:retrysafe:problem:` and the code in lower case with dashes. */
  type: string;
  /** Fixed for each code. */
  title: string;
  /** Equal to the status of the HTTP answer. */
  status: number;
  code: ProblemCode;
  /** This occurrence, for people; never the text of an exception. */
  detail: string;
  correlationId: string;
  /** Empty unless single fields are wrong. */
  errors: FieldError[];
}

/** The `type` of a code. */
export function problemType(code: ProblemCode): string {
  return `urn:retrysafe:problem:${code.toLowerCase().replaceAll('_', '-')}`;
}

/** The JSON Schema (2020-12) of {@link Problem}, with the status and title that belong to each code. */
export function problemSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:retrysafe:schema:problem',
    title: 'Problem',
    description: 'The body of every error answer of the command API.',
    type: 'object',
    additionalProperties: false,
    required: ['type', 'title', 'status', 'code', 'detail', 'correlationId', 'errors'],
    properties: {
      type: { type: 'string', pattern: '^urn:retrysafe:problem:[a-z-]+$' },
      title: { type: 'string', minLength: 1 },
      status: { type: 'integer' },
      code: { enum: [...PROBLEM_CODES] },
      detail: { type: 'string' },
      correlationId: { type: 'string', minLength: 1 },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['field', 'message'],
          properties: { field: { type: 'string' }, message: { type: 'string' } }
        }
      }
    },
    oneOf: ANSWERS.filter((answer) => isProblemCode(answer.code)).map((answer) => ({
      properties: {
        code: { const: answer.code },
        type: { const: problemType(answer.code as ProblemCode) },
        title: { const: answer.title },
        status: { enum: [...answer.statuses] }
      }
    }))
  };
}

/** True for a code that comes in a problem body. */
export function isProblemCode(code: string): code is ProblemCode {
  return (PROBLEM_CODES as readonly string[]).includes(code);
}

/**
 * The code of an error body, or undefined when the body is not a problem of this contract (an error page, the error
 * list of the platform, nothing at all).
 */
export function problemCodeOf(body: string): ProblemCode | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || !('code' in parsed)) return undefined;
  const { code } = parsed;
  return typeof code === 'string' && isProblemCode(code) ? code : undefined;
}
