import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { SqlValue } from '../../database/connection.js';

/**
 * Values of one stored row, by field name, without access checks: for what the platform itself reads.
 * @returns null when there is no such row; fields the object does not have are null.
 */
export function readRow(objectName: string, id: string, fields: readonly string[]): Record<string, SqlValue> | null {
  const { schema, db } = currentTransaction();
  const known = fields.filter((field) => schema.field(objectName, field));
  if (!schema.object(objectName) || known.length === 0) return null;
  const columns = known.map((field) => `"${field.toLowerCase()}"`).join(', ');
  const result = db.query(`select ${columns} from "${objectName.toLowerCase()}" where "id" = $1`, [id]);
  const row = result.rows[0];
  if (!row) return null;
  return Object.fromEntries(
    fields.map((field) => [field, known.includes(field) ? (row[known.indexOf(field)] ?? null) : null])
  );
}
