import { sqlName } from '../../schema/ddl/names.js';
import type { ChildRelationship, FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { timestampText } from '../../soql/values/to-sql.js';
import { checkSharing } from '../checks/sharing.js';
import { good, type Chunk } from './chunk.js';
import { rollUp } from './roll-up.js';
import { runTriggers } from './run-triggers.js';
import { loadOld } from './update.js';

/** The save order of deleted rows: children first, as their relationships say. Errors are left in the rows. */
export function deleteChunk(chunk: Chunk): void {
  for (const row of chunk.rows) {
    if (row.id === null) row.fail('MISSING_ARGUMENT', 'Id not specified in a delete call', ['Id']);
  }
  loadOld(chunk, 'delete');
  checkSharing(chunk);
  for (const row of good(chunk)) row.work = row.old ?? row.work;
  runTriggers(chunk, 'before', 'delete');
  if (chunk.options.allOrNone && good(chunk).length < chunk.rows.length) return;
  const ids = good(chunk).map((row) => row.id as string);
  if (ids.length > 0) new Deletion(chunk).run(chunk.object, ids, 0);
  if (chunk.options.allOrNone && good(chunk).length < chunk.rows.length) return;
  runTriggers(chunk, 'after', 'delete');
  rollUp(chunk);
}

/** Deletes rows and what hangs on them. Cascades run no triggers, as on the platform. */
class Deletion {
  private readonly at: string;

  constructor(private readonly chunk: Chunk) {
    this.at = timestampText(chunk.context.now());
  }

  run(object: ObjectDefinition, ids: readonly string[], depth: number): void {
    const { schema } = this.chunk.context;
    const cascades: { readonly child: ObjectDefinition; readonly ids: string[] }[] = [];
    const clears: { readonly child: ObjectDefinition; readonly field: FieldDefinition }[] = [];
    for (const relationship of schema.childRelationships(object.name)) {
      const child = schema.object(relationship.childObject);
      const field = schema.field(relationship.childObject, relationship.field);
      if (!child || !field) continue;
      const found = this.children(child, field, ids);
      if (found.size === 0) continue;
      if (relationship.cascadeDelete) cascades.push({ child, ids: [...found.keys()] });
      else if (field.onDelete === 'restrict') this.restrict(relationship, found, depth === 0);
      else if (field.onDelete === 'setNull') clears.push({ child, field });
    }
    for (const { child, ids: children } of cascades) this.run(child, children, depth + 1);
    for (const { child, field } of clears) this.clear(child, field, ids);
    const rows = depth === 0 ? good(this.chunk).map((row) => row.id as string) : ids;
    this.remove(object, rows);
  }

  /** Children by id, with the parents they hang on; locked. */
  private children(child: ObjectDefinition, field: FieldDefinition, ids: readonly string[]): Map<string, string> {
    if (!field.custom && !field.masterDetail && field.onDelete === null) return new Map();
    const column = sqlName(field.name);
    const { rows } = this.chunk.context.db.query(
      `SELECT id, ${column} FROM ${sqlName(child.name)} WHERE ${column} = ANY($1::text[]) AND NOT isdeleted ORDER BY id FOR UPDATE`,
      [ids]
    );
    return new Map(rows.map((row) => [row[0] as string, row[1] as string]));
  }

  private restrict(relationship: ChildRelationship, found: ReadonlyMap<string, string>, direct: boolean): void {
    const parents = new Set(found.values());
    for (const row of good(this.chunk)) {
      if (direct && !parents.has(row.id as string)) continue;
      row.fail(
        'DELETE_FAILED',
        `Your attempt to delete ${String(row.old?.fields.get('name') ?? row.id)} could not be completed because it is associated ` +
          `with the following ${relationship.childObject} records: ${[...found.keys()].slice(0, 5).join(', ')}`
      );
    }
  }

  private clear(child: ObjectDefinition, field: FieldDefinition, ids: readonly string[]): void {
    const column = sqlName(field.name);
    this.chunk.context.db.query(
      `UPDATE ${sqlName(child.name)} SET ${column} = NULL WHERE ${column} = ANY($1::text[]) AND NOT isdeleted`,
      [ids]
    );
  }

  /** Objects with a recycle bin keep their rows; all rows of one deletion carry the same stamp, by which undelete finds them. */
  private remove(object: ObjectDefinition, ids: readonly string[]): void {
    const { db, user } = this.chunk.context;
    const table = sqlName(object.name);
    if (!object.fields['isdeleted']) {
      db.query(`DELETE FROM ${table} WHERE id = ANY($1::text[])`, [ids]);
      return;
    }
    const stamps = ['isdeleted = true'];
    const parameters: (readonly string[] | string)[] = [ids];
    const set = (column: string, type: string, value: string): void => {
      if (!object.fields[column]) return;
      parameters.push(value);
      stamps.push(`${column} = $${parameters.length}::${type}`);
    };
    set('systemmodstamp', 'timestamp', this.at);
    set('lastmodifieddate', 'timestamp', this.at);
    set('lastmodifiedbyid', 'text', user.id);
    db.query(`UPDATE ${table} SET ${stamps.join(', ')} WHERE id = ANY($1::text[])`, parameters);
  }
}
