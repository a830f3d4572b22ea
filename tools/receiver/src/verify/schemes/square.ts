import { requiredHeader } from '../headers.js';
import { textKey } from '../keys.js';
import type { SignatureScheme } from '../scheme.js';

const HEADER = 'x-square-hmacsha256-signature';

/**
 * The notification address as registered with Square, then the body. No time is signed.
 *
 * @see https://developer.squareup.com/docs/webhooks/step3validate
 */
export const square: SignatureScheme = {
  algorithm: 'sha256',
  encoding: 'base64',
  secretForm: 'the signature key of the subscription',
  keyOf: textKey,

  read(request) {
    const header = requiredHeader(request, HEADER);
    if ('refusal' in header) return header;
    return { proofs: [{ contents: [[request.url, request.rawBody]], signatures: [header.value] }] };
  },

  write: ({ url, body }, mac) => ({ url, body, headers: { [HEADER]: mac([url, body]) } })
};
