import type { SqlParameter } from '../../database/connection.js';
import type { FieldDefinition } from '../../schema/definitions.js';
import type { SharingFilter } from '../../security/sharing.js';
import type { Bind, Value } from '../ast.js';
import { SObjectRecord } from '../../values/record.js';
import { queryException } from '../problem.js';

/** Binds of one execution: by position (Apex literals) or by name in any case (dynamic SOQL, queryWithBinds). */
export type Binds = readonly unknown[] | ReadonlyMap<string, unknown>;

/** One execution of a query: what its parameters are made from. */
export interface QueryRun {
  readonly binds: Binds;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timeZone: string;
  readonly userId: string;
  readonly sharing: SharingFilter;
  /** Values of a formula field of all rows of the objects: JSON by id. */
  readonly formulaValues: (objectNames: readonly string[], field: FieldDefinition) => string;
}

/** Makes a parameter of the statement anew for each execution. */
export type ParameterSource = (run: QueryRun) => SqlParameter;

/**
 * How a bind looks from SQL's side: statements differ where null does.
 * `null` (also for ''), one `value`, a `list`, a list that holds null.
 */
export type BindShape = 'null' | 'value' | 'list' | 'list-with-null';

/** @throws PlatformError System.QueryException when dynamic SOQL names a variable that is not there. */
export function bindValue(bind: Bind, run: QueryRun): unknown {
  if (Array.isArray(run.binds)) return (run.binds as readonly unknown[])[bind.index] ?? null;
  const named = run.binds as ReadonlyMap<string, unknown>;
  if (named.has(bind.text)) return named.get(bind.text) ?? null;
  const wanted = bind.text.toLowerCase();
  for (const [name, value] of named) if (name.toLowerCase() === wanted) return value ?? null;
  throw queryException({ message: `Variable does not exist: ${bind.text}`, offset: bind.position });
}

/** Elements of a bound list, set or array; null when the value is none of them. */
export function bindItems(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null || value instanceof SObjectRecord) return null;
  return Symbol.iterator in value ? [...(value as Iterable<unknown>)] : null;
}

export const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

export function shapeOf(value: unknown): BindShape {
  if (isNothing(value)) return 'null';
  const items = bindItems(value);
  if (!items) return 'value';
  return items.some(isNothing) ? 'list-with-null' : 'list';
}

/** Shape of any value, literals included. */
export function shapeOfValue(value: Value, run: QueryRun): BindShape {
  switch (value.kind) {
    case 'bind':
      return shapeOf(bindValue(value, run));
    case 'null':
      return 'null';
    case 'string':
      return value.text === '' ? 'null' : 'value';
    case 'list':
      return value.items.some((item) => shapeOfValue(item, run) === 'null') ? 'list-with-null' : 'list';
    default:
      return 'value';
  }
}
