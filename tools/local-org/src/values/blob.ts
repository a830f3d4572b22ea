import { PlatformError } from './platform-error.js';

const utf8 = new TextEncoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** An Apex Blob: bytes that nobody changes. */
export class BlobValue {
  constructor(readonly bytes: Uint8Array) {}

  static ofText(text: string): BlobValue {
    return new BlobValue(utf8.encode(text));
  }

  get size(): number {
    return this.bytes.length;
  }

  /** The bytes read as UTF-8. @throws PlatformError System.StringException when they are not. */
  toText(): string {
    try {
      return strictUtf8.decode(this.bytes);
    } catch {
      throw new PlatformError('System.StringException', 'BLOB is not a valid UTF-8 string');
    }
  }

  toBase64(): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength).toString('base64');
  }

  equals(other: BlobValue): boolean {
    if (this.bytes.length !== other.bytes.length) return false;
    return this.bytes.every((byte, index) => byte === other.bytes[index]);
  }
}
