import { headerOf } from '../headers.js';
import { base64Key } from '../keys.js';
import type { SignatureScheme } from '../scheme.js';
import { signedTimeOf, writeTime } from '../signedTime.js';

const SECRET_PREFIX = 'whsec_';
const SCHEME = 'v1,';

/**
 * `id.timestamp.body`; the header lists signatures of several schemes and secrets, separated by spaces. `svix-` is the older
 * spelling of the headers.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const standardWebhooks: SignatureScheme = {
  algorithm: 'sha256',
  encoding: 'base64',
  windowSeconds: 300,
  secretForm: `${SECRET_PREFIX} and Base64`,

  keyOf: (secret) => base64Key(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret),

  read(request) {
    const prefix = headerOf(request, 'webhook-signature') === undefined ? 'svix' : 'webhook';
    const signatures = headerOf(request, `${prefix}-signature`);
    const id = headerOf(request, `${prefix}-id`);
    if (signatures === undefined || id === undefined) return { refusal: 'signature-missing' };
    // The point separates the signed parts: with one in the id, the same signature would cover another id and time.
    if (signatures === null || id === null || id.includes('.')) return { refusal: 'signature-malformed' };
    const time = signedTimeOf(request, `${prefix}-timestamp`, 'seconds');
    if ('refusal' in time) return time;
    return {
      signedAt: time.at,
      proofs: [
        {
          contents: [[`${id}.${time.text}.`, request.rawBody]],
          signatures: signatures
            .split(' ')
            .filter((signature) => signature.startsWith(SCHEME))
            .map((signature) => signature.slice(SCHEME.length))
        }
      ]
    };
  },

  write({ id, now, url, body }, mac) {
    const time = writeTime(now, 'seconds');
    return {
      url,
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': time,
        'webhook-signature': `${SCHEME}${mac([`${id}.${time}.`, body])}`
      }
    };
  }
};
