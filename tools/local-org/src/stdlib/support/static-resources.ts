import { currentTransaction } from '../../apex/runtime/transaction.js';
import { PlatformError } from '../../values/platform-error.js';

/** Bytes of a static resource. @throws PlatformError System.QueryException when the org has none of that name. */
export function staticResource(name: string): Uint8Array {
  const { db, schema } = currentTransaction();
  const row = schema.object('StaticResource')
    ? db.query(`select encode("body", 'base64') from "staticresource" where lower("name") = lower($1)`, [name]).rows[0]
    : undefined;
  if (!row) throw new PlatformError('System.QueryException', `Static resource not found: ${name}`);
  return new Uint8Array(Buffer.from((row[0] as string | null) ?? '', 'base64'));
}
