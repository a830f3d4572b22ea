import { BlobValue } from '../../values/blob.js';
import { definePlatformType } from '../define.js';
import { given, illegalArgument, required, stringError } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

function base64Decode(text: string | null): BlobValue {
  const encoded = given(text);
  const bad = /[^A-Za-z0-9+/=\s]/.exec(encoded);
  if (bad) throw stringError(`Unrecognized base64 character: ${bad[0]}`);
  return new BlobValue(new Uint8Array(Buffer.from(encoded, 'base64')));
}

function fromHex(text: string | null): BlobValue {
  const hex = given(text);
  if (hex.length % 2 !== 0 || /[^0-9a-fA-F]/.test(hex)) throw illegalArgument('Invalid hexadecimal text');
  return new BlobValue(new Uint8Array(Buffer.from(hex, 'hex')));
}

/** @throws PlatformError System.IllegalArgumentException for a character set we do not know. */
function charset(name: string | null): BufferEncoding {
  switch (required(name, 2).toLowerCase()) {
    case 'utf-8':
    case 'utf8':
      return 'utf8';
    case 'iso-8859-1':
    case 'latin1':
    case 'us-ascii':
    case 'ascii':
      return 'latin1';
    case 'utf-16le':
      return 'utf16le';
    default:
      throw illegalArgument(`Unsupported encoding: ${name}`);
  }
}

/** Form encoding, as java.net.URLEncoder: a space is `+`, only letters, digits and `.-*_` stay. */
function urlEncode(text: string | null, encoding: string | null): string {
  let encoded = '';
  for (const byte of Buffer.from(given(text), charset(encoding))) {
    const character = String.fromCharCode(byte);
    if (/[A-Za-z0-9.\-*_]/.test(character)) encoded += character;
    else encoded += character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

function urlDecode(text: string | null, encoding: string | null): string {
  const target = charset(encoding);
  return given(text)
    .replaceAll('+', ' ')
    .replace(/(?:%[^]{0,2})+/g, (run) => {
      if (!/^(?:%[0-9a-fA-F]{2})+/.test(run))
        throw illegalArgument('URLDecoder: Illegal hex characters in escape (%) pattern');
      const escaped = /^(?:%[0-9a-fA-F]{2})+/.exec(run)![0];
      return Buffer.from(escaped.replaceAll('%', ''), 'hex').toString(target) + run.slice(escaped.length);
    });
}

export default definePlatformType({
  name: 'System.EncodingUtil',
  source: apexReference('apex_classes_restful_encodingUtil'),
  statics: {
    'Blob base64Decode(String)': base64Decode,
    'String base64Encode(Blob)': (blob: BlobValue | null) => given(blob).toBase64(),
    'Blob convertFromHex(String)': fromHex,
    'String convertToHex(Blob)': (blob: BlobValue | null) => Buffer.from(given(blob).bytes).toString('hex'),
    'String urlDecode(String, String)': urlDecode,
    'String urlEncode(String, String)': urlEncode
  }
});
