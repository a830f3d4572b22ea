import { requiredHeader } from '../headers.js';
import { textKey } from '../keys.js';
import type { SignatureScheme } from '../scheme.js';
import { readSignedTime, writeTime } from '../signedTime.js';
import { pairsOf, valuesOf } from './pairs.js';

/**
 * `ts:body`; the header is `ts=…;h1=…`, with one `h1` a secret while it is rotated. The window is the five seconds of Paddle's
 * own library; clocks that are not kept by NTP need a wider one (`windowSeconds`).
 *
 * @see https://developer.paddle.com/webhooks/signature-verification
 */
export const paddle: SignatureScheme = {
  algorithm: 'sha256',
  encoding: 'hex',
  windowSeconds: 5,
  secretForm: 'the secret key of the notification destination',
  keyOf: textKey,

  read(request) {
    const header = requiredHeader(request, 'paddle-signature');
    if ('refusal' in header) return header;
    const pairs = pairsOf(header.value, ';');
    const times = valuesOf(pairs, 'ts');
    if (times.length === 0) return { refusal: 'timestamp-missing' };
    const time = times.length === 1 ? readSignedTime(times[0]!, 'seconds') : undefined;
    if (time === undefined) return { refusal: 'timestamp-malformed' };
    const signatures = valuesOf(pairs, 'h1');
    if (signatures.length === 0) return { refusal: 'signature-missing' };
    return { signedAt: time.at, proofs: [{ contents: [[`${time.text}:`, request.rawBody]], signatures }] };
  },

  write({ now, url, body }, mac) {
    const time = writeTime(now, 'seconds');
    return { url, body, headers: { 'paddle-signature': `ts=${time};h1=${mac([`${time}:`, body])}` } };
  }
};
