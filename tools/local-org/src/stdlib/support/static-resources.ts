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

/** `/resource/{time of its last change}/{name}`. @throws PlatformError as staticResource. */
export function resourceAddress(name: string): string {
  const { db } = currentTransaction();
  const row = db.query(
    `select (extract(epoch from "systemmodstamp") * 1000)::bigint::text, "name" from "staticresource" where lower("name") = lower($1)`,
    [name]
  ).rows[0];
  if (!row) throw new PlatformError('System.QueryException', `Static resource not found: ${name}`);
  return `/resource/${String(row[0])}/${String(row[1])}`;
}
