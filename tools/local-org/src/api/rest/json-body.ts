import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';

/** @throws ApiError JSON_PARSER_ERROR when the body is no JSON object. */
export function jsonBody(request: FastifyRequest): Record<string, unknown> {
  const bytes = request.body as Buffer | undefined;
  let value: unknown;
  try {
    value = JSON.parse(bytes?.toString('utf8') ?? '');
  } catch (error) {
    throw new ApiError(400, 'JSON_PARSER_ERROR', `the body is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'JSON_PARSER_ERROR', 'the body must be a JSON object');
  }
  return value as Record<string, unknown>;
}
