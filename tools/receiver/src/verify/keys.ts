import { Buffer } from 'node:buffer';

/** The secret's characters are the key. */
export function textKey(secret: string): Buffer | undefined {
  return secret === '' ? undefined : Buffer.from(secret, 'utf8');
}

/** The secret is hexadecimal, in either case. */
export function hexKey(secret: string): Buffer | undefined {
  return /^([0-9a-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : undefined;
}

/** The secret is Base64, with or without padding. */
export function base64Key(secret: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(secret)) return undefined;
  const key = Buffer.from(secret, 'base64');
  return key.length === 0 ? undefined : key;
}
