import { jsonError, JsonTokens, type JsonToken } from './tokens.js';

/** A JSON value with the text of its numbers, so that scale and size survive. */
export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, JsonNode])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly isInteger: boolean }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' };

const NULL_NODE: JsonNode = { kind: 'null' };

/** @throws PlatformError System.JSONException */
export function parseJson(text: string): JsonNode {
  const tokens = new JsonTokens(text);
  const node = readNode(tokens, next(tokens));
  // Runs the check that nothing follows.
  tokens.next();
  return node;
}

/** Where tokens come from; null: no more. */
export interface TokenSource {
  next(): JsonToken | null;
}

/** Reads the value that starts with `first`, the current token of `tokens`. */
export function readNode(tokens: TokenSource, first: JsonToken): JsonNode {
  switch (first.kind) {
    case 'START_OBJECT': {
      const entries: [string, JsonNode][] = [];
      for (let token = next(tokens); token.kind !== 'END_OBJECT'; token = next(tokens)) {
        entries.push([token.text, readNode(tokens, next(tokens))]);
      }
      return { kind: 'object', entries };
    }
    case 'START_ARRAY': {
      const items: JsonNode[] = [];
      for (let token = next(tokens); token.kind !== 'END_ARRAY'; token = next(tokens)) {
        items.push(readNode(tokens, token));
      }
      return { kind: 'array', items };
    }
    case 'VALUE_STRING':
      return { kind: 'string', text: first.text };
    case 'VALUE_NUMBER_INT':
      return { kind: 'number', text: first.text, isInteger: true };
    case 'VALUE_NUMBER_FLOAT':
      return { kind: 'number', text: first.text, isInteger: false };
    case 'VALUE_TRUE':
      return { kind: 'boolean', value: true };
    case 'VALUE_FALSE':
      return { kind: 'boolean', value: false };
    case 'VALUE_NULL':
      return NULL_NODE;
    default:
      throw jsonError(`Unexpected token ${first.kind}`);
  }
}

function next(tokens: TokenSource): JsonToken {
  const token = tokens.next();
  if (!token) throw jsonError('Unexpected end-of-input');
  return token;
}
