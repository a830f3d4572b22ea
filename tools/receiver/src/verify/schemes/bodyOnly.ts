import { requiredHeader } from '../headers.js';
import { textKey } from '../keys.js';
import type { Encoding } from '../mac.js';
import type { SignatureScheme } from '../scheme.js';

/** Where a provider that signs nothing but the body puts the signature. */
export interface BodyOnly {
  /** The first one that is there counts; the first is the one that we write. */
  readonly headers: readonly [string, ...string[]];
  readonly prefix: string;
  readonly encoding: Encoding;
  readonly secretForm: string;
}

/**
 * The body alone, by HMAC-SHA256. No time is signed, so an old delivery stays valid for ever: only the event key tells that it is
 * not new.
 */
export function bodyOnlyScheme({ headers, prefix, encoding, secretForm }: BodyOnly): SignatureScheme {
  return {
    algorithm: 'sha256',
    encoding,
    secretForm,
    keyOf: textKey,

    read(request) {
      const name = headers.find((candidate) => request.headers[candidate] !== undefined) ?? headers[0];
      const header = requiredHeader(request, name);
      if ('refusal' in header) return header;
      if (!header.value.startsWith(prefix)) return { refusal: 'signature-malformed' };
      return { proofs: [{ contents: [[request.rawBody]], signatures: [header.value.slice(prefix.length)] }] };
    },

    write: ({ url, body }, mac) => ({ url, body, headers: { [headers[0]]: `${prefix}${mac([body])}` } })
  };
}
