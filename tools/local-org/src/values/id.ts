const SUFFIX = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/**
 * The three characters that make a case-sensitive 15-character id safe where case is lost: each encodes which of five
 * characters are upper case. https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/field_types.htm
 */
export function idSuffix(id15: string): string {
  let suffix = '';
  for (let block = 0; block < 15; block += 5) {
    let bits = 0;
    for (let index = 0; index < 5; index++) {
      const code = id15.charCodeAt(block + index);
      if (code >= 65 && code <= 90) bits |= 1 << index;
    }
    suffix += SUFFIX[bits];
  }
  return suffix;
}

/**
 * The 18-character form of an id of 15 or 18 characters; null when the text is no id. A suffix that does not fit stays:
 * Apex takes any 18 letters and digits (tests make ids up), and no row has such an id.
 */
export function toId18(text: string): string | null {
  if (text.length === 15) return /^[0-9A-Za-z]{15}$/.test(text) ? text + idSuffix(text) : null;
  if (!/^[0-9A-Za-z]{18}$/.test(text)) return null;
  const suffix = idSuffix(text);
  return suffix === text.slice(15).toUpperCase() ? text.slice(0, 15) + suffix : text;
}

export const isId = (text: string): boolean => toId18(text) !== null;

/** Puts back the case of an 18-character id that lost it. @returns null when the text is no id. */
export function restoreIdCase(text: string): string | null {
  if (!/^[0-9A-Za-z]{15}[A-Z0-5]{3}$/i.test(text)) return null;
  let id = '';
  for (let index = 0; index < 15; index++) {
    const bits = SUFFIX.indexOf(text[15 + Math.floor(index / 5)]!.toUpperCase());
    const upper = (bits >> (index % 5)) & 1;
    id += upper ? text[index]!.toUpperCase() : text[index]!.toLowerCase();
  }
  return toId18(id);
}
