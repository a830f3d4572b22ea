import { memberOf, scalarOf, type JsonValue } from '../body/json.js';
import type { DeliveryRequest, ValuePath } from '../contract.js';
import { headerOf } from '../verify/headers.js';

/** One place where a value may be. */
type Place =
  | { readonly kind: 'body'; readonly names: readonly string[] }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'constant'; readonly text: string };

/** A value path, taken apart. */
export interface CompiledPath {
  /** As configured, for messages. */
  readonly path: ValuePath;
  readonly alternatives: readonly Place[];
}

/** What a path starts from. */
export interface PathRoot {
  readonly body: JsonValue;
  readonly headers: DeliveryRequest['headers'];
}

/** Stands for the body itself. */
export const WHOLE_BODY: ValuePath = '$';

/** @throws Error for an empty path */
export function compilePath(path: ValuePath): CompiledPath {
  return { path, alternatives: path.split(' | ').map((place) => compilePlace(place.trim())) };
}

/** The text of the first alternative that has one: strings and numbers that are not empty. */
export function textAt({ alternatives }: CompiledPath, root: PathRoot): string | undefined {
  for (const place of alternatives) {
    const text = textIn(place, root)?.trim();
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}

/** The value of the first alternative that is in the body, of whatever kind. */
export function valueAt({ alternatives }: CompiledPath, body: JsonValue): JsonValue | undefined {
  for (const place of alternatives) {
    const value = place.kind === 'body' ? valueIn(place.names, body) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

function textIn(place: Place, { body, headers }: PathRoot): string | undefined {
  switch (place.kind) {
    case 'constant':
      return place.text;
    case 'header':
      return headerOf({ headers }, place.name) ?? undefined;
    case 'body': {
      const value = valueIn(place.names, body);
      return value === undefined ? undefined : scalarOf(value);
    }
  }
}

function valueIn(names: readonly string[], body: JsonValue): JsonValue | undefined {
  let value: JsonValue | undefined = body;
  for (const name of names) value = value && memberOf(value, name);
  return value;
}

function compilePlace(place: string): Place {
  if (place.startsWith('header:')) return { kind: 'header', name: place.slice('header:'.length).toLowerCase() };
  if (place.startsWith('constant:')) return { kind: 'constant', text: place.slice('constant:'.length) };
  if (place === '') throw new Error('A path is empty. Write names separated by points, such as data.object.id.');
  if (place === WHOLE_BODY) return { kind: 'body', names: [] };
  // A point separates names, unless a backslash stands before it.
  const names = place.match(/(?:\\.|[^.\\])+/g) ?? [];
  return { kind: 'body', names: names.map((name) => name.replace(/\\(.)/g, '$1')) };
}
