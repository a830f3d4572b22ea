import { requiredHeader } from '../headers.js';
import { textKey } from '../keys.js';
import type { SignatureScheme } from '../scheme.js';
import { readSignedTime, writeTime } from '../signedTime.js';
import { pairsOf, valuesOf } from './pairs.js';

/**
 * `t.body`; the header is `t=…,v1=…`, with one `v1` a secret while it is rotated. The secret's characters are the key,
 * `whsec_` included.
 *
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export const stripe: SignatureScheme = {
  algorithm: 'sha256',
  encoding: 'hex',
  windowSeconds: 300,
  secretForm: 'text that begins with whsec_',
  keyOf: textKey,

  read(request) {
    const header = requiredHeader(request, 'stripe-signature');
    if ('refusal' in header) return header;
    const pairs = pairsOf(header.value, ',');
    const times = valuesOf(pairs, 't');
    if (times.length === 0) return { refusal: 'timestamp-missing' };
    const time = times.length === 1 ? readSignedTime(times[0]!, 'seconds') : undefined;
    if (time === undefined) return { refusal: 'timestamp-malformed' };
    const signatures = valuesOf(pairs, 'v1');
    if (signatures.length === 0) return { refusal: 'signature-missing' };
    return { signedAt: time.at, proofs: [{ contents: [[`${time.text}.`, request.rawBody]], signatures }] };
  },

  write({ now, url, body }, mac) {
    const time = writeTime(now, 'seconds');
    return { url, body, headers: { 'stripe-signature': `t=${time},v1=${mac([`${time}.`, body])}` } };
  }
};
