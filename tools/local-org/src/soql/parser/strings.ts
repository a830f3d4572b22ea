const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  N: '\n',
  r: '\r',
  R: '\r',
  t: '\t',
  T: '\t',
  b: '\b',
  B: '\b',
  f: '\f',
  F: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\'
};

/**
 * A SOQL string literal with its quotes: its text, and the same as a pattern of LIKE, where `\%`, `\_` and `\\` stand for the
 * characters themselves.
 * https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_select_quotedstringescapes.htm
 */
export function readString(literal: string): { text: string; pattern: string } {
  let text = '';
  let pattern = '';
  for (const [unit] of literal.slice(1, -1).matchAll(/\\u[0-9a-fA-F]{4}|\\.|[^\\]+|\\/gs)) {
    const plain = unescape(unit);
    text += plain;
    pattern += plain === '\\' ? '\\\\' : unit === '\\%' || unit === '\\_' ? unit : plain;
  }
  return { text, pattern };
}

function unescape(unit: string): string {
  if (!unit.startsWith('\\')) return unit;
  if (unit.length === 6) return String.fromCharCode(parseInt(unit.slice(2), 16));
  const code = unit.slice(1);
  return code === '%' || code === '_' ? code : (ESCAPES[code] ?? unit);
}
