const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
const FORM = /^[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?$/;

/**
 * The 18-character form of a 15-character id: three characters more tell which of each five letters are upper case.
 * Source: https://help.salesforce.com/s/articleView?id=000385008 (how the checksum is computed).
 */
export function toId18(id: string): string {
  let suffix = '';
  for (let start = 0; start < 15; start += 5) {
    let bits = 0;
    for (let i = 0; i < 5; i++) {
      const c = id.charCodeAt(start + i);
      if (c >= 65 && c <= 90) bits |= 1 << i;
    }
    suffix += CHECKSUM[bits] as string;
  }
  return id.slice(0, 15) + suffix;
}

/** Text has the form of an id, 15 or 18 characters. Says nothing of whether its prefix or record exists. */
export const looksLikeId = (text: string): boolean => FORM.test(text);

/**
 * An id of the local org: the object's key prefix and a number that the org's counter gave, in base 62.
 *
 * @param keyPrefix three characters; @param sequence from 1 on.
 */
export function formatId(keyPrefix: string, sequence: number | bigint): string {
  let rest = BigInt(sequence);
  let text = '';
  while (rest > 0n) {
    text = (DIGITS[Number(rest % 62n)] as string) + text;
    rest /= 62n;
  }
  return toId18(keyPrefix + text.padStart(12, '0'));
}
