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
    // Once in the expression, so that the sequence is read once, and in no subquery, which would be read once for all rows:
    // more zeros than needed, of which those go that leave as many digits as the format asks for.
    const zeros = '0'.repeat(pattern.length - 1);
    return `regexp_replace('${zeros}' || nextval('"${sequence}"')::text, '^0+(?=[0-9]{${pattern.length},}$)', '')`;
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
