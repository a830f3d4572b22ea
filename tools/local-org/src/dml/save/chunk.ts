import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import type { DmlContext, DmlOptions } from '../context.js';
import type { DmlRow } from '../row.js';

/** At most 200 records of one object in one run of the save order. */
export interface Chunk {
  readonly object: ObjectDefinition;
  readonly rows: readonly DmlRow[];
  readonly context: DmlContext;
  readonly options: DmlOptions;
  /** Started by DML of this chunk's own save (roll-ups, cascades): rights are not asked again. */
  readonly internal: boolean;
}

export const CHUNK_SIZE = 200;

export const good = (chunk: Chunk): DmlRow[] => chunk.rows.filter((row) => !row.failed);

/** Field by any spelling; null when the object has none of the name. */
export function fieldOf(object: ObjectDefinition, name: string): FieldDefinition | null {
  const key = name.toLowerCase();
  return Object.hasOwn(object.fields, key) ? (object.fields[key] as FieldDefinition) : null;
}
