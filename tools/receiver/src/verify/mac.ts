import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Algorithm = 'sha1' | 'sha256' | 'sha512';
export type Encoding = 'hex' | 'base64';

/** What is signed, in pieces, so that a large body is not copied. Text counts as UTF-8. */
export type SignedContent = readonly (Buffer | string)[];

export function macOf(algorithm: Algorithm, key: Buffer, content: SignedContent): Buffer {
  const hmac = createHmac(algorithm, key);
  for (const piece of content) hmac.update(piece);
  return hmac.digest();
}

/**
 * The bytes of a signature. Only the one canonical spelling counts (lower-case digits, complete padding), so that no
 * changed character of a header leaves a signature valid.
 */
export function decodeSignature(signature: string, encoding: Encoding): Buffer | undefined {
  const bytes = Buffer.from(signature, encoding);
  return bytes.length > 0 && bytes.toString(encoding) === signature ? bytes : undefined;
}

/** Takes the same time for every signature of the right length. The length of a digest is no secret. */
export function sameMac(expected: Buffer, offered: Buffer): boolean {
  return expected.length === offered.length && timingSafeEqual(expected, offered);
}
