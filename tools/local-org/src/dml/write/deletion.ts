import { sqlName } from '../../schema/ddl/names.js';
import type { ChildRelationship, FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { timestampText } from '../../soql/values/to-sql.js';
import type { DmlContext } from '../context.js';
import type { DmlRow } from '../row.js';
import { stateOf } from '../state.js';

/** A row that goes, or loses its reference, with the record whose deletion causes it. */
interface Affected {
  readonly id: string;
  readonly root: DmlRow;
}

interface Child {
  readonly object: ObjectDefinition;
  readonly field: FieldDefinition;
  readonly relationship: ChildRelationship;
}

type Step =
  | { readonly kind: 'remove'; readonly object: ObjectDefinition; readonly rows: readonly Affected[] }
  | { readonly kind: 'clear'; readonly child: Child; readonly rows: readonly Affected[] };

/** How many children a refusal names. */
const NAMED = 5;

/**
 * Deletes rows and what hangs on them. What must happen is worked out first, so that a record that may not go keeps its
 * children. Cascades run no triggers, as on the platform.
 * https://help.salesforce.com/s/articleView?id=platform.relationships_considerations.htm
 */
export class Deletion {
  private readonly steps: Step[] = [];
  /** One stamp on everything that goes together: undelete finds it by that. */
  private readonly at: string;

  constructor(
    private readonly context: DmlContext,
    private readonly object: ObjectDefinition,
    private readonly rows: readonly DmlRow[]
  ) {
    this.at = timestampText(context.now());
  }

  /** Rows that a look-up keeps get DELETE_FAILED. */
  run(): void {
    stateOf(this.context.triggers).own.clear();
    this.plan(
      this.object,
      this.rows.map((root) => ({ id: root.id as string, root }))
    );
    for (const step of this.steps) {
      const ids = step.rows.filter(({ root }) => !root.failed).map(({ id }) => id);
      if (ids.length === 0) continue;
      if (step.kind === 'remove') this.remove(step.object, ids);
      else this.clear(step.child, ids);
    }
  }

  private plan(object: ObjectDefinition, rows: readonly Affected[]): void {
    const children = this.childrenOf(object);
    const found = this.find(children, rows);
    children.forEach((child, index) => {
      const affected = found.get(index) ?? [];
      if (affected.length === 0) return;
      if (child.relationship.cascadeDelete) this.plan(child.object, affected);
      else if (child.field.onDelete === 'restrict') this.refuse(child, affected);
      else this.steps.push({ kind: 'clear', child, rows: affected });
    });
    this.steps.push({ kind: 'remove', object, rows });
  }

  private childrenOf(object: ObjectDefinition): Child[] {
    const { schema } = this.context;
    return schema.childRelationships(object.name).flatMap((relationship) => {
      const child = schema.object(relationship.childObject);
      const field = schema.field(relationship.childObject, relationship.field);
      if (!child || !field) return [];
      const matters = relationship.cascadeDelete || field.onDelete === 'restrict' || field.onDelete === 'setNull';
      return matters ? [{ object: child, field, relationship }] : [];
    });
  }

  /** Children of all relationships in one statement, locked; by the position of the relationship. */
  private find(children: readonly Child[], rows: readonly Affected[]): Map<number, Affected[]> {
    const found = new Map<number, Affected[]>();
    if (children.length === 0) return found;
    const roots = new Map(rows.map(({ id, root }) => [id, root]));
    const parts = children.map(({ object, field }, index) => {
      const column = sqlName(field.name);
      return (
        `SELECT n, id, parent FROM (SELECT ${index} AS n, id, ${column}::text AS parent FROM ${sqlName(object.name)} ` +
        `WHERE ${column} = ANY($1::text[]) AND NOT isdeleted ORDER BY id FOR UPDATE) part${index}`
      );
    });
    const result = this.context.db.query(parts.join(' UNION ALL '), [[...roots.keys()]]);
    for (const [index, id, parent] of result.rows) {
      const root = roots.get(parent as string);
      if (!root) continue;
      const list = found.get(index as number) ?? [];
      list.push({ id: id as string, root });
      found.set(index as number, list);
    }
    return found;
  }

  private refuse(child: Child, affected: readonly Affected[]): void {
    for (const root of new Set(affected.map((item) => item.root))) {
      const ids = affected.filter((item) => item.root === root).map((item) => item.id);
      const name = String(root.old?.fields.get('name') ?? root.id);
      root.fail(
        'DELETE_FAILED',
        `Your attempt to delete ${name} could not be completed because it is associated with the following ` +
          `${child.object.pluralLabel}: ${ids.slice(0, NAMED).join(', ')}`
      );
    }
  }

  private clear(child: Child, ids: readonly string[]): void {
    this.context.db.query(
      `UPDATE ${sqlName(child.object.name)} SET ${sqlName(child.field.name)} = NULL WHERE id = ANY($1::text[])`,
      [ids]
    );
  }

  /** Objects with a recycle bin keep their rows. */
  private remove(object: ObjectDefinition, ids: readonly string[]): void {
    const { db, user } = this.context;
    const table = sqlName(object.name);
    if (!object.fields['isdeleted']) {
      db.query(`DELETE FROM ${table} WHERE id = ANY($1::text[])`, [ids]);
      return;
    }
    const assignments = ['isdeleted = true'];
    const parameters: (readonly string[] | string)[] = [ids];
    const set = (column: string, type: string, value: string): void => {
      if (!object.fields[column]) return;
      parameters.push(value);
      assignments.push(`${column} = $${parameters.length}::${type}`);
    };
    set('systemmodstamp', 'timestamp', this.at);
    set('lastmodifieddate', 'timestamp', this.at);
    set('lastmodifiedbyid', 'text', user.id);
    db.query(`UPDATE ${table} SET ${assignments.join(', ')} WHERE id = ANY($1::text[])`, parameters);
  }
}
