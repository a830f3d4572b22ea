import type { RuntimeClass } from '../../apex/runtime/transaction.js';
import { ApiError } from '../../platform/api-error.js';
import { serialize } from '../../stdlib/json/serialize.js';
import { parseJson, type JsonNode } from '../../stdlib/json/tree.js';
import { typedValue } from '../../stdlib/json/typed.js';
import { PlatformError } from '../../values/platform-error.js';
import type { ApexRestRequest } from './operations.js';

type RestMethod = RuntimeClass['methods'][number];

/**
 * Arguments of an Apex REST method: JSON members bind to parameters by name, in any order; what is missing is null
 * (apex_rest_methods). Methods without parameters read RestContext themselves.
 */
export function bindParameters(method: RestMethod, request: ApexRestRequest): unknown[] {
  if (method.parameters.length === 0) return [];
  const members = bodyMembers(request);
  const known = new Set(method.parameters.map(({ name }) => name));
  for (const name of members.keys()) {
    if (!known.has(name))
      throw new ApiError(400, 'JSON_PARSER_ERROR', `Unexpected parameter encountered during deserialization: ${name}`);
  }
  return method.parameters.map(({ name, type }) => {
    const node = members.get(name);
    if (!node) return null;
    try {
      return typedValue(node, type, false);
    } catch (error) {
      if (error instanceof PlatformError) throw new ApiError(400, 'JSON_PARSER_ERROR', error.message);
      throw error;
    }
  });
}

function bodyMembers(request: ApexRestRequest): Map<string, JsonNode> {
  const contentType = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (request.body === null || request.body.length === 0) return new Map();
  if (!/^application\/json\b/i.test(contentType)) {
    throw new ApiError(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      `HTTP Method '${request.method}' not allowed with content type '${contentType}'. The local org binds parameters of application/json only.`
    );
  }
  let root: JsonNode;
  try {
    root = parseJson(new TextDecoder().decode(request.body));
  } catch (error) {
    throw new ApiError(400, 'JSON_PARSER_ERROR', error instanceof Error ? error.message : String(error));
  }
  if (root.kind !== 'object')
    throw new ApiError(400, 'JSON_PARSER_ERROR', 'the body must be a JSON object of parameters');
  const members = new Map<string, JsonNode>();
  for (const [name, node] of root.entries) {
    if (members.has(name)) throw new ApiError(400, 'JSON_PARSER_ERROR', `Duplicate parameter: ${name}`);
    members.set(name, node);
  }
  return members;
}

/** A returned value, without null fields (apex_rest_methods). */
export const returnedJson = (value: unknown): string => serialize(value, false, true);
