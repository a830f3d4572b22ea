import type { Buffer } from 'node:buffer';
import type { GenericScheme } from '../../contract.js';
import { requiredHeader } from '../headers.js';
import { base64Key, hexKey, textKey } from '../keys.js';
import type { SignedContent } from '../mac.js';
import type { SignatureScheme } from '../scheme.js';
import { signedTimeOf, writeTime, type SignedTime } from '../signedTime.js';

/** What a place in the signed text stands for. */
type Part = 'method' | 'url' | 'id' | 'timestamp' | 'body';
const PARTS: readonly string[] = ['method', 'url', 'id', 'timestamp', 'body'] satisfies Part[];

/** Where nothing else is configured: as long as most providers allow. */
const WINDOW_SECONDS = 300;

const KEYS = { utf8: textKey, hex: hexKey, base64: base64Key };
const SECRET_FORMS = { utf8: 'any text', hex: 'hexadecimal digits', base64: 'Base64' };

type Values = Readonly<Record<Part, Buffer | string>>;

/**
 * A scheme by configuration.
 *
 * @throws Error that says what is wrong with the description, for the start of the process
 */
export function genericScheme(description: GenericScheme): SignatureScheme {
  const { algorithm, encoding, signatureHeader, signaturePrefix = '', signatureSeparator } = description;
  const { timestampHeader, timestampUnit = 'seconds', idHeader, secretEncoding } = description;
  const template = readTemplate(description);

  return {
    algorithm,
    encoding,
    windowSeconds: timestampHeader === undefined ? undefined : WINDOW_SECONDS,
    secretForm: SECRET_FORMS[secretEncoding],
    keyOf: KEYS[secretEncoding],

    read(request) {
      const header = requiredHeader(request, signatureHeader);
      if ('refusal' in header) return header;
      let time: SignedTime | undefined;
      if (timestampHeader !== undefined) {
        const found = signedTimeOf(request, timestampHeader, timestampUnit);
        if ('refusal' in found) return found;
        time = found;
      }
      const id = idHeader === undefined ? { value: '' } : requiredHeader(request, idHeader);
      if ('refusal' in id) return id;
      const offered = signatureSeparator === undefined ? [header.value] : header.value.split(signatureSeparator);
      const signatures = offered
        .map((signature) => signature.trim())
        .filter((signature) => signature.startsWith(signaturePrefix))
        .map((signature) => signature.slice(signaturePrefix.length));
      if (signatures.length === 0) return { refusal: 'signature-malformed' };
      const content = template({
        method: request.method,
        url: request.url,
        id: id.value,
        timestamp: time?.text ?? '',
        body: request.rawBody
      });
      return { signedAt: time?.at, proofs: [{ contents: [content], signatures }] };
    },

    write({ method, url, body, now, id }, mac) {
      const timestamp = writeTime(now, timestampUnit);
      return {
        url,
        body,
        headers: {
          ...(idHeader === undefined ? {} : { [idHeader.toLowerCase()]: id }),
          ...(timestampHeader === undefined ? {} : { [timestampHeader.toLowerCase()]: timestamp }),
          [signatureHeader.toLowerCase()]: signaturePrefix + mac(template({ method, url, id, timestamp, body }))
        }
      };
    }
  };
}

/** `{timestamp}.{body}` → its pieces, in order. */
function readTemplate({ signedContent, timestampHeader, idHeader }: GenericScheme): (values: Values) => SignedContent {
  const pieces = signedContent.split(/(\{[a-z]*\})/).filter((piece) => piece !== '');
  const parts = pieces.map((piece) => (/^\{[a-z]*\}$/.test(piece) ? piece.slice(1, -1) : undefined));
  const named = parts.filter((part) => part !== undefined);
  const unknown = named.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) {
    throw new Error(`signedContent: there is no {${unknown[0]}}. Use {${PARTS.join('}, {')}}.`);
  }
  if (!named.includes('body')) throw new Error('signedContent: without {body}, no signature covers the body.');
  const needed = { timestamp: timestampHeader, id: idHeader };
  for (const [part, header] of Object.entries(needed)) {
    if (named.includes(part) !== (header !== undefined)) {
      throw new Error(
        header === undefined
          ? `signedContent: {${part}} needs ${part}Header, the header that it is read from.`
          : `signedContent: without {${part}}, no signature covers the header '${header}' (${part}Header).`
      );
    }
  }
  return (values) => pieces.map((piece, index) => (parts[index] === undefined ? piece : values[parts[index] as Part]));
}
