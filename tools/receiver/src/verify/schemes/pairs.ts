/** `name=value` pairs of a header, in order. A piece without an equals sign is a name without a value. */
export function pairsOf(header: string, separator: ',' | ';'): readonly (readonly [string, string])[] {
  return header.split(separator).map((piece) => {
    const equals = piece.indexOf('=');
    return equals === -1 ? [piece.trim(), ''] : [piece.slice(0, equals).trim(), piece.slice(equals + 1).trim()];
  });
}

/** All values of one name. */
export function valuesOf(pairs: readonly (readonly [string, string])[], name: string): readonly string[] {
  return pairs.filter(([own]) => own === name).map(([, value]) => value);
}
