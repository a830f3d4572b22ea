import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.js';
import { readMultipart } from './multipart.js';

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

/**
 * The body of a request. The REST API wants its content type; logins and the local org's own resources ask for none.
 *
 * @throws ApiError JSON_PARSER_ERROR when the body is no JSON object.
 */
export function jsonBody(request: FastifyRequest): Record<string, unknown> {
  const type = request.headers['content-type'] ?? '';
  if (request.body === undefined) {
    const message = 'The HTTP entity body is required, but this request has no entity body.';
    throw new ApiError(400, 'JSON_PARSER_ERROR', message);
  }
  if (request.url.startsWith('/services/data/') && !/^application\/(?:scim\+)?json\b/i.test(type)) {
    const found = type === '' ? 'no content type' : `the content type '${type}'`;
    throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', `the request has ${found}; send application/json`);
  }
  return jsonObject(request.body as Buffer | undefined);
}

/**
 * The body of a request on a row: JSON, or a form with the row as JSON and a part for each file, named by its field
 * (api_rest, dome_sobject_insert_update_blob).
 */
export function rowBody(request: FastifyRequest): Record<string, unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\//i.test(type)) return jsonBody(request);
  const parts = readMultipart(request.body as Buffer, type);
  const row = parts.find((part) => part.type === 'application/json');
  if (!row) throw new ApiError(400, 'INVALID_MULTIPART_REQUEST', 'no part of the form is application/json');
  const files = parts.filter((part) => part !== row);
  return {
    ...jsonObject(Buffer.from(row.content)),
    ...Object.fromEntries(files.map(({ name, content }) => [name, Buffer.from(content).toString('base64')]))
  };
}

function jsonObject(bytes: Buffer | undefined): Record<string, unknown> {
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
