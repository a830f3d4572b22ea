import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** `salt:key`, both in base64: what is kept of a password. */
export function hashPassword(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  return `${salt.toString('base64')}:${scryptSync(password, salt, KEY_BYTES).toString('base64')}`;
}

/** @param kept null, for a user who has none, takes as long as a wrong one. */
export function isPassword(password: string, kept: string | null): boolean {
  const [salt = '', key = ''] = (kept ?? hashPassword('')).split(':');
  const expected = Buffer.from(key, 'base64');
  const matches = timingSafeEqual(scryptSync(password, Buffer.from(salt, 'base64'), KEY_BYTES), expected);
  return matches && kept !== null;
}

/**
 * Why a password is too weak; null when it is not. The platform's usual policy.
 * Source: https://help.salesforce.com/s/articleView?id=sf.admin_password.htm
 */
export function weaknessOf(password: string): string | null {
  if (password.length < 8) return 'Your password must be at least 8 characters long.';
  if (!/[a-z]/i.test(password) || !/\d/.test(password)) {
    return 'Your password must have a mix of letters and numbers.';
  }
  return null;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz';
const DIGITS = '23456789';

/** A password for somebody to change: letters and digits that are not mistaken for each other. */
export function newPassword(): string {
  const bytes = randomBytes(16);
  const text = [...bytes].map((byte, i) => {
    const set = i % 4 === 3 ? DIGITS : LETTERS;
    return set[byte % set.length];
  });
  return text.join('');
}
