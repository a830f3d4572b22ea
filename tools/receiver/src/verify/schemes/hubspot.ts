import { requiredHeader } from '../headers.js';
import { textKey } from '../keys.js';
import type { SignatureScheme } from '../scheme.js';
import { signedTimeOf, writeTime } from '../signedTime.js';

/** HubSpot signs these characters of the address decoded (request validation, version 3). */
const DECODED: Readonly<Record<string, string>> = {
  '%3A': ':',
  '%2F': '/',
  '%3F': '?',
  '%40': '@',
  '%21': '!',
  '%24': '$',
  '%27': "'",
  '%28': '(',
  '%29': ')',
  '%2A': '*',
  '%2C': ',',
  '%3B': ';'
};

/**
 * Version 3: method, address, body and time in milliseconds, without separators.
 *
 * @see https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/request-validation
 */
export const hubspot: SignatureScheme = {
  algorithm: 'sha256',
  encoding: 'base64',
  windowSeconds: 300,
  secretForm: 'the client secret of the app',
  keyOf: textKey,

  read(request) {
    const header = requiredHeader(request, 'x-hubspot-signature-v3');
    if ('refusal' in header) return header;
    const time = signedTimeOf(request, 'x-hubspot-request-timestamp', 'milliseconds');
    if ('refusal' in time) return time;
    // Without separators, digits could be moved between body and time; thirteen of them are a time between 2001 and 2286.
    if (time.text.length !== 13) return { refusal: 'timestamp-malformed' };
    const contents = [request.url, decoded(request.url)]
      .filter((url, index, all) => all.indexOf(url) === index)
      .map((url) => [request.method, url, request.rawBody, time.text]);
    return { signedAt: time.at, proofs: [{ contents, signatures: [header.value] }] };
  },

  write({ method, url, body, now }, mac) {
    const time = writeTime(now, 'milliseconds');
    return {
      url,
      body,
      headers: {
        'x-hubspot-request-timestamp': time,
        'x-hubspot-signature-v3': mac([method, decoded(url), body, time])
      }
    };
  }
};

function decoded(url: string): string {
  return url.replace(/%[0-9A-F]{2}/gi, (escape) => DECODED[escape.toUpperCase()] ?? escape);
}
