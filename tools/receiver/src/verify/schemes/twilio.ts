import { Buffer } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';
import { readForm, type FormFields } from '../../body/form.js';
import type { Refusal } from '../../contract.js';
import { headerOf, requiredHeader } from '../headers.js';
import { textKey } from '../keys.js';
import type { Algorithm } from '../mac.js';
import type { SignatureScheme } from '../scheme.js';
import { pairsOf, valuesOf } from './pairs.js';

const SIGNATURE = 'x-twilio-signature';
/** Sent with the newer signatures: `key=…,algorithm=HMAC_SHA256`. */
const SETTINGS = 'x-twilio-webhooks-signature-settings';
const BODY_DIGEST = 'bodySHA256';
const FORM = 'application/x-www-form-urlencoded';

/**
 * The complete address, then the fields of the form, sorted by name, name and value without separators. A body that is no form is
 * bound by its digest, a parameter of the address (`bodySHA256`). No time is signed.
 *
 * @see https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export const twilio: SignatureScheme = {
  algorithm: 'sha1',
  encoding: 'base64',
  secretForm: 'the auth token of the account',
  keyOf: textKey,

  read(request) {
    const header = requiredHeader(request, SIGNATURE);
    if ('refusal' in header) return header;
    const algorithm = algorithmOf(headerOf(request, SETTINGS));
    if (algorithm === undefined) return { refusal: 'signature-malformed' };
    const fields = signedFields(request.url, request.rawBody);
    if ('refusal' in fields) return fields;
    const contents = addressesOf(request.url).map((address) => [address + fields.text]);
    return { proofs: [{ contents, signatures: [header.value], algorithm }] };
  },

  write({ url, body, contentType }, mac) {
    const isForm = contentType.toLowerCase().startsWith(FORM);
    const form = isForm ? readForm(body) : undefined;
    if (isForm && form === undefined)
      throw new Error('The body is not a form: encode its fields as the content type says.');
    const address = form === undefined ? withDigest(url, body) : url;
    return { url: address, body, headers: { [SIGNATURE]: mac([address + textOf(form ?? [])]) } };
  }
};

/** What the body adds to the signed text, or why it cannot be what was signed. */
function signedFields(url: string, body: Buffer): { readonly text: string } | { readonly refusal: Refusal } {
  const digest = digestIn(url);
  if (digest !== undefined) return sameDigest(digest, body) ? { text: '' } : { refusal: 'signature-mismatch' };
  const form = readForm(body);
  return form === undefined ? { refusal: 'body-malformed' } : { text: textOf(form) };
}

/** Equal values of a name count once, and its values are sorted, as in Twilio's own library. */
function textOf(form: FormFields): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of form) values.set(name, (values.get(name) ?? new Set<string>()).add(value));
  return [...values.keys()]
    .sort()
    .map((name) =>
      [...values.get(name)!]
        .sort()
        .map((value) => name + value)
        .join('')
    )
    .join('');
}

function algorithmOf(settings: string | null | undefined): Algorithm | undefined {
  if (settings === null) return undefined;
  const named = settings === undefined ? undefined : valuesOf(pairsOf(settings, ','), 'algorithm')[0];
  switch (named?.toUpperCase()) {
    case undefined:
    case '':
    case 'HMAC_SHA1':
      return 'sha1';
    case 'HMAC_SHA256':
      return 'sha256';
    default:
      return undefined;
  }
}

/** The address as it is, and with and without the standard port: Twilio signs one or the other. */
function addressesOf(url: string): readonly string[] {
  const parts = /^(https?:\/\/)((?:[^@/?#]*@)?)(\[[^\]]*\]|[^:/?#]*)(?::\d*)?(.*)$/is.exec(url);
  if (parts === null) return [url];
  const [, scheme, user, host, rest] = parts as unknown as [string, string, string, string, string];
  const port = scheme.toLowerCase() === 'https://' ? ':443' : ':80';
  return [...new Set([url, `${scheme}${user}${host}${rest}`, `${scheme}${user}${host}${port}${rest}`])];
}

function digestIn(url: string): string | undefined {
  const query = url.indexOf('?');
  if (query === -1) return undefined;
  return new URLSearchParams(url.slice(query + 1)).get(BODY_DIGEST) ?? undefined;
}

function sameDigest(digest: string, body: Buffer): boolean {
  const expected = Buffer.from(digestOf(body));
  const offered = Buffer.from(digest);
  return expected.length === offered.length && timingSafeEqual(expected, offered);
}

function withDigest(url: string, body: Buffer): string {
  return `${url}${url.includes('?') ? '&' : '?'}${BODY_DIGEST}=${digestOf(body)}`;
}

function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}
