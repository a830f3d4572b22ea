import type { SqlParameter } from '../../database/connection.js';
import type { ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import { sqlName } from '../../schema/ddl/names.js';
import { insertRow, insertRows, updateRow, type RowValues } from '../../schema/org/rows.js';
import type { DeployContext } from '../deploy/context.js';

/** Writes the rows of setup objects that deployed metadata stands for. */
export class RowWriter {
  constructor(
    readonly context: DeployContext,
    /** The schema after the deploy. */
    readonly schema: OrgSchema
  ) {}

  object(name: string): ObjectDefinition {
    const object = this.schema.object(name);
    if (!object) throw new Error(`the schema has no object ${name}`);
    return object;
  }

  insert(objectName: string, values: RowValues): string {
    const object = this.object(objectName);
    const id = (values.Id as string | undefined) ?? this.context.environment.newId(object.keyPrefix);
    insertRow(this.context.environment.db, object, { ...values, Id: id }, this.context.author);
    return id;
  }

  /** New rows of one object, which all name the same fields. */
  insertAll(objectName: string, rows: readonly RowValues[]): void {
    const object = this.object(objectName);
    const { newId, db } = this.context.environment;
    insertRows(
      db,
      object,
      rows.map((values) => ({ ...values, Id: newId(object.keyPrefix) })),
      this.context.author
    );
  }

  /** Changes the row with the id, or makes a new one. @returns its id. */
  put(objectName: string, id: string | null, values: RowValues): string {
    if (id === null) return this.insert(objectName, values);
    updateRow(this.context.environment.db, this.object(objectName), id, values, this.context.author);
    return id;
  }

  /** Id of the live row with these values; text is compared without regard to case. */
  find(objectName: string, values: Readonly<Record<string, string>>): string | null {
    const columns = Object.keys(values);
    const conditions = columns.map((column, index) => `${sqlName(column)} = $${index + 1}`).join(' AND ');
    const [row] = this.context.environment.db.query(
      `SELECT id FROM ${sqlName(objectName)} WHERE ${conditions} AND NOT isdeleted`,
      Object.values(values)
    ).rows;
    return row ? String(row[0]) : null;
  }

  /** Setup rows are gone for good: there is no recycle bin for them. */
  delete(objectName: string, column: string, value: SqlParameter): void {
    this.context.environment.db.query(`DELETE FROM ${sqlName(objectName)} WHERE ${sqlName(column)} = $1`, [value]);
  }
}
