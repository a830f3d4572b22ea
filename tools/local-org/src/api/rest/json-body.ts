import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';

/** Deeper than any record or request: what goes through it level by level would run out of stack. */
const MAX_DEPTH = 200;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (inText && byte === BACKSLASH) at++;
    else if (byte === QUOTE) inText = !inText;
    else if (!inText && OPENING.has(byte) && ++depth > MAX_DEPTH) return true;
    else if (!inText && CLOSING.has(byte)) depth--;
  }
  return false;
}

/** @throws ApiError JSON_PARSER_ERROR when the body is no JSON object. */
export function jsonBody(request: FastifyRequest): Record<string, unknown> {
  const bytes = request.body as Buffer | undefined;
  if (bytes && isTooDeep(bytes)) {
    throw new ApiError(400, 'JSON_PARSER_ERROR', `the body is nested more than ${MAX_DEPTH} levels deep`);
  }
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
