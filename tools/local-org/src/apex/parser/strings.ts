const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  "'": "'",
  '\\': '\\'
};

function unescape(body: string): string {
  if (!body.includes('\\')) return body;
  return body.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, hex: string | undefined, letter: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (ESCAPES[letter] ?? letter)
  );
}

/**
 * Value of a string literal token, quotes included.
 * A multi-line literal begins on the line after its opening quotes; that first line break is not part of the value.
 * Source: Apex Developer Guide, "Primitive Data Types" (escape sequences of String) and "Multiline Strings".
 */
export function stringValue(token: string): string {
  if (/^'''[\r\n]/.test(token)) return unescape(token.slice(3, -3).replace(/^\r?\n|^\r/, ''));
  return unescape(token.slice(1, -1));
}
