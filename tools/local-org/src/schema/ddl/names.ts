import { createHash } from 'node:crypto';

/** PostgreSQL cuts identifiers here. */
const LONGEST = 63;

/** An API name as a quoted SQL identifier: lower case, `"integration_request__c"`. Names of the org hold no quotes. */
export function sqlName(apiName: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(apiName)) throw new Error(`not an API name: ${apiName}`);
  return `"${apiName.toLowerCase()}"`;
}

/** A value as an SQL literal, for statements that take no parameters. */
export function sqlLiteral(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/**
 * Name of an index or sequence over a column: `u_order__c_external_order_id__c`. Too long names keep a readable start
 * and get a hash. Not quoted; it is what SqlError.constraint shows.
 */
export function derivedName(purpose: 'u' | 'i' | 's' | 'pk', object: string, ...columns: readonly string[]): string {
  const name = [purpose, object, ...columns].join('_').toLowerCase();
  if (name.length <= LONGEST) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${name.slice(0, LONGEST - 13)}_${hash}`;
}

/** The unique index behind a unique field. */
export const uniqueIndexName = (object: string, field: string): string => derivedName('u', object, field);

/** The sequence that numbers an auto-number field. Read it with `nextval('…')`; gaps are normal, as on the platform. */
export const sequenceName = (object: string, field: string): string => derivedName('s', object, field);
