import { requiredHeader } from '../headers.js';
import { textKey } from '../keys.js';
import type { SignatureScheme } from '../scheme.js';
import { signedTimeOf, writeTime } from '../signedTime.js';

const VERSION = 'v0';

/**
 * `v0:timestamp:body`.
 *
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export const slack: SignatureScheme = {
  algorithm: 'sha256',
  encoding: 'hex',
  windowSeconds: 300,
  secretForm: 'the signing secret of the app',
  keyOf: textKey,

  read(request) {
    const header = requiredHeader(request, 'x-slack-signature');
    if ('refusal' in header) return header;
    const time = signedTimeOf(request, 'x-slack-request-timestamp', 'seconds');
    if ('refusal' in time) return time;
    if (!header.value.startsWith(`${VERSION}=`)) return { refusal: 'signature-malformed' };
    return {
      signedAt: time.at,
      proofs: [
        {
          contents: [[`${VERSION}:${time.text}:`, request.rawBody]],
          signatures: [header.value.slice(VERSION.length + 1)]
        }
      ]
    };
  },

  write({ now, url, body }, mac) {
    const time = writeTime(now, 'seconds');
    return {
      url,
      body,
      headers: {
        'x-slack-request-timestamp': time,
        'x-slack-signature': `${VERSION}=${mac([`${VERSION}:${time}:`, body])}`
      }
    };
  }
};
