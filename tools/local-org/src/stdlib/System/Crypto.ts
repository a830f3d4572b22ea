import * as crypto from 'node:crypto';
import { BlobValue } from '../../values/blob.js';
import { NotSupportedError, PlatformError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const securityError = (message: string): PlatformError => new PlatformError('System.SecurityException', message);

const DIGESTS: Readonly<Record<string, string>> = {
  md5: 'md5',
  sha1: 'sha1',
  'sha-1': 'sha1',
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
  'sha3-256': 'sha3-256',
  'sha3-384': 'sha3-384',
  'sha3-512': 'sha3-512'
};

const MACS: Readonly<Record<string, string>> = {
  hmacmd5: 'md5',
  hmacsha1: 'sha1',
  hmacsha256: 'sha256',
  hmacsha384: 'sha384',
  hmacsha512: 'sha512'
};

const SIGNATURES: Readonly<Record<string, string>> = {
  rsa: 'sha1',
  'rsa-sha1': 'sha1',
  'rsa-sha256': 'sha256',
  'rsa-sha384': 'sha384',
  'rsa-sha512': 'sha512',
  'ecdsa-sha256': 'sha256',
  'ecdsa-sha384': 'sha384',
  'ecdsa-sha512': 'sha512'
};

const KEY_BYTES: Readonly<Record<string, number>> = { aes128: 16, aes192: 24, aes256: 32 };
const IV_BYTES = 16;

function algorithm(table: Readonly<Record<string, string>>, name: string | null): string {
  const wanted = required(name).toLowerCase();
  // `SHA256` stands for `SHA-256`.
  const found = table[wanted] ?? table[wanted.replace(/^sha(?=\d{3}$)/, 'sha-')];
  if (!found) throw securityError(`Invalid algorithm ${name}`);
  return found;
}

const blob = (bytes: Uint8Array): BlobValue => new BlobValue(new Uint8Array(bytes));

function mac(name: string | null, input: BlobValue | null, key: BlobValue | null): BlobValue {
  return blob(
    crypto.createHmac(algorithm(MACS, name), required(key, 3).bytes).update(required(input, 2).bytes).digest()
  );
}

function cipherName(name: string | null, key: BlobValue | null): string {
  const size = KEY_BYTES[required(name).toLowerCase()];
  if (size === undefined) throw new PlatformError('System.InvalidParameterValueException', `Invalid algorithm ${name}`);
  if (required(key, 2).size !== size) {
    throw new PlatformError('System.InvalidParameterValueException', `Invalid private key. Must be ${size} bytes.`);
  }
  return `aes-${size * 8}-cbc`;
}

function checkedIv(iv: BlobValue | null): Uint8Array {
  const { bytes } = required(iv, 3);
  if (bytes.length !== IV_BYTES) {
    throw new PlatformError(
      'System.InvalidParameterValueException',
      `Invalid initialization vector. Must be ${IV_BYTES} bytes.`
    );
  }
  return bytes;
}

function encrypt(name: string | null, key: BlobValue | null, iv: Uint8Array, data: BlobValue | null): Buffer {
  const cipher = crypto.createCipheriv(cipherName(name, key), key!.bytes, iv);
  return Buffer.concat([cipher.update(required(data, 4).bytes), cipher.final()]);
}

function decrypt(name: string | null, key: BlobValue | null, iv: Uint8Array, data: Uint8Array): BlobValue {
  const decipher = crypto.createDecipheriv(cipherName(name, key), key!.bytes, iv);
  if (data.length % IV_BYTES !== 0) {
    throw securityError('Input length must be multiple of 16 when decrypting with padded cipher');
  }
  try {
    return blob(Buffer.concat([decipher.update(data), decipher.final()]));
  } catch {
    throw securityError(
      'Given final block not properly padded. Such issues can arise if a bad key is used during decryption.'
    );
  }
}

function privateKey(key: BlobValue): crypto.KeyObject {
  try {
    return crypto.createPrivateKey({ key: Buffer.from(key.bytes), format: 'der', type: 'pkcs8' });
  } catch {
    throw securityError('Invalid private key: it must be in PKCS #8 form');
  }
}

function publicKey(key: BlobValue): crypto.KeyObject {
  try {
    return crypto.createPublicKey({ key: Buffer.from(key.bytes), format: 'der', type: 'spki' });
  } catch {
    throw securityError('Invalid public key: it must be in X.509 form');
  }
}

export default definePlatformType({
  name: 'System.Crypto',
  source: apexReference('apex_classes_restful_crypto'),
  statics: {
    'Blob decrypt(String, Blob, Blob, Blob)': (
      name: string | null,
      key: BlobValue | null,
      iv: BlobValue | null,
      data: BlobValue | null
    ) => decrypt(name, key, checkedIv(iv), required(data, 4).bytes),
    'Blob decryptWithManagedIV(String, Blob, Blob)': (
      name: string | null,
      key: BlobValue | null,
      data: BlobValue | null
    ) => {
      const { bytes } = required(data, 3);
      if (bytes.length < IV_BYTES) throw securityError('Invalid encrypted data: no initialization vector');
      return decrypt(name, key, bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES));
    },
    'Blob encrypt(String, Blob, Blob, Blob)': (
      name: string | null,
      key: BlobValue | null,
      iv: BlobValue | null,
      data: BlobValue | null
    ) => blob(encrypt(name, key, checkedIv(iv), data)),
    'Blob encryptWithManagedIV(String, Blob, Blob)': (
      name: string | null,
      key: BlobValue | null,
      data: BlobValue | null
    ) => {
      const iv = crypto.randomBytes(IV_BYTES);
      return blob(Buffer.concat([iv, encrypt(name, key, iv, data)]));
    },
    'Blob generateAesKey(Integer)': (bits: number | null) => {
      if (![128, 192, 256].includes(required(bits))) {
        throw new PlatformError('System.InvalidParameterValueException', `Invalid key size: ${bits}`);
      }
      return blob(crypto.randomBytes(bits! / 8));
    },
    'Blob generateDigest(String, Blob)': (name: string | null, input: BlobValue | null) =>
      blob(crypto.createHash(algorithm(DIGESTS, name)).update(required(input, 2).bytes).digest()),
    'Blob generateMac(String, Blob, Blob)': mac,
    'Integer getRandomInteger()': () => crypto.randomBytes(4).readInt32BE(),
    'Long getRandomLong()': () => crypto.randomBytes(8).readBigInt64BE(),
    'Blob sign(String, Blob, Blob)': (name: string | null, input: BlobValue | null, key: BlobValue | null) =>
      blob(crypto.sign(algorithm(SIGNATURES, name), required(input, 2).bytes, privateKey(required(key, 3)))),
    'Blob signWithCertificate(String, Blob, String)': () => {
      throw new NotSupportedError('Crypto.signWithCertificate(String, Blob, String)');
    },
    'Boolean verify(String, Blob, Blob, Blob)': (
      name: string | null,
      data: BlobValue | null,
      signature: BlobValue | null,
      key: BlobValue | null
    ) =>
      crypto.verify(
        algorithm(SIGNATURES, name),
        required(data, 2).bytes,
        publicKey(required(key, 4)),
        required(signature, 3).bytes
      ),
    'Boolean verifyHMac(String, Blob, Blob, Blob)': (
      name: string | null,
      data: BlobValue | null,
      key: BlobValue | null,
      expected: BlobValue | null
    ) => {
      const actual = mac(name, data, key).bytes;
      const given = required(expected, 4).bytes;
      return actual.length === given.length && crypto.timingSafeEqual(actual, given);
    }
  }
});
