import { Buffer, isUtf8 } from 'node:buffer';
import { elementsOf, isObject, memberOf, readJson, scalarOf, type JsonValue } from '../../body/json.js';
import { hexKey } from '../keys.js';
import type { Proof, SignatureScheme } from '../scheme.js';

/** In the order in which they are signed. */
const SIGNED_FIELDS: readonly (readonly string[])[] = [
  ['pspReference'],
  ['originalReference'],
  ['merchantAccountCode'],
  ['merchantReference'],
  ['amount', 'value'],
  ['amount', 'currency'],
  ['eventCode'],
  ['success']
];
const ITEM = 'NotificationRequestItem';

/**
 * Eight fields of each item, joined by colons; the signature is in the item. So the body has to be read before it can be
 * verified, and everything beside the eight fields is not signed at all: what an event is about must come from those.
 *
 * @see https://docs.adyen.com/development-resources/webhooks/secure-webhooks/verify-hmac-signatures/
 */
export const adyen: SignatureScheme = {
  algorithm: 'sha256',
  encoding: 'base64',
  secretForm: 'hexadecimal digits',
  keyOf: hexKey,

  read({ rawBody }) {
    const items = itemsOf(rawBody);
    if (items === undefined) return { refusal: 'body-malformed' };
    const proofs: Proof[] = [];
    for (const item of items) {
      const signature = textAt(item, ['additionalData', 'hmacSignature']);
      if (signature === '') return { refusal: 'signature-missing' };
      proofs.push({ contents: [[contentOf(item)]], signatures: [signature] });
    }
    return { proofs };
  },

  write({ url, body }, mac) {
    const items = itemsOf(body);
    if (items === undefined) throw new Error(`The body is no notification: notificationItems[] with ${ITEM} each.`);
    let text = body.toString('utf8');
    // From the last item to the first, so that places before it stay where they are.
    for (const item of items.toReversed()) text = withSignature(text, item, mac([contentOf(item)]));
    return { url, body: Buffer.from(text, 'utf8'), headers: {} };
  }
};

function itemsOf(body: Buffer): readonly JsonValue[] | undefined {
  if (!isUtf8(body)) return undefined;
  const reading = readJson(body.toString('utf8'));
  const list = 'value' in reading ? memberOf(reading.value, 'notificationItems') : undefined;
  const elements = list === undefined ? undefined : elementsOf(list);
  if (elements === undefined || elements.length === 0) return undefined;
  const items = elements.map((element) => memberOf(element, ITEM));
  return items.every((item) => item !== undefined && isObject(item)) ? (items as JsonValue[]) : undefined;
}

function contentOf(item: JsonValue): string {
  return SIGNED_FIELDS.map((path) => textAt(item, path)).join(':');
}

/** A field that is not there counts as empty. */
function textAt(item: JsonValue, path: readonly string[]): string {
  let value: JsonValue | undefined = item;
  for (const name of path) value = value && memberOf(value, name);
  return (value && scalarOf(value)) ?? '';
}

/** Later members of a name count, so a signature that is appended replaces any before it. */
function withSignature(text: string, item: JsonValue, signature: string): string {
  const data = memberOf(item, 'additionalData');
  const member = `"hmacSignature":${JSON.stringify(signature)}`;
  const [target, insertion] =
    data !== undefined && isObject(data) ? [data, member] : [item, `"additionalData":{${member}}`];
  const isEmpty = /^\{\s*\}$/.test(target.text.slice(target.start, target.end));
  return `${text.slice(0, target.end - 1)}${isEmpty ? '' : ','}${insertion}${text.slice(target.end - 1)}`;
}
