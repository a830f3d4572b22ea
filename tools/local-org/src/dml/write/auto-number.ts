/**
 * SQL of the next value of an auto-number: `A-{0000}`, `{YYYY}-{MM}-{00}`.
 * https://help.salesforce.com/s/articleView?id=platform.custom_field_attributes_autonumber.htm
 *
 * @param now milliseconds since 1970.
 */
export function autoNumberSql(format: string, sequence: string, now: number): string {
  const date = new Date(now);
  const parts: string[] = [];
  for (const [token] of format.matchAll(/\{[^}]*\}|[^{]+/g)) parts.push(tokenSql(token, sequence, date));
  return `(${parts.join(' || ')})`;
}

function tokenSql(token: string, sequence: string, date: Date): string {
  if (!token.startsWith('{')) return literal(token);
  const pattern = token.slice(1, -1).toUpperCase();
  if (/^0+$/.test(pattern)) {
    const number = `nextval('"${sequence}"')::text`;
    // The sequence must be read once: length and padding work on the same value.
    return `(SELECT CASE WHEN length(n) < ${pattern.length} THEN lpad(n, ${pattern.length}, '0') ELSE n END FROM (SELECT ${number} AS n OFFSET 0) q)`;
  }
  switch (pattern) {
    case 'YYYY':
      return literal(String(date.getUTCFullYear()));
    case 'YY':
      return literal(String(date.getUTCFullYear()).slice(2));
    case 'MM':
      return literal(String(date.getUTCMonth() + 1).padStart(2, '0'));
    case 'DD':
      return literal(String(date.getUTCDate()).padStart(2, '0'));
    default:
      return literal(token);
  }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
