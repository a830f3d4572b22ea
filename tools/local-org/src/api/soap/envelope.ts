import { XMLParser } from 'fast-xml-parser';
import { ApiError } from '../../platform/api-error.js';

/** A SOAP request reduced to what the local org reads: the session and the one element of the body. */
export interface SoapRequest {
  readonly sessionId: string | null;
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  // Entities of a document's own could blow up in memory; the five standard ones are enough.
  processEntities: true,
  // Also switches numeric references on, as every XML writer may use them.
  htmlEntities: true
});

/** @throws ApiError when the text is no SOAP envelope, or declares a document type. */
export function parseEnvelope(bytes: Buffer): SoapRequest {
  const text = bytes.toString('utf8');
  if (declaresType(text)) throw new ApiError(400, 'INVALID_XML', 'document types are not accepted');
  let document: Record<string, unknown>;
  try {
    document = parser.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw new ApiError(400, 'INVALID_XML', `the body is not XML: ${(error as Error).message}`);
  }
  const envelope = document.Envelope as
    { Header?: Record<string, unknown>; Body?: Record<string, unknown> } | undefined;
  const [operation, body] = Object.entries(envelope?.Body ?? {}).find(([name]) => name !== '#text') ?? [];
  if (!operation) throw new ApiError(400, 'INVALID_XML', 'the SOAP body is empty');
  const headers = (envelope?.Header ?? {}) as Record<string, unknown>;
  const session = headers.SessionHeader as { sessionId?: unknown } | undefined;
  return {
    sessionId: session?.sessionId === undefined ? null : String(session.sessionId),
    operation,
    body: typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {},
    headers
  };
}

/** A document type stands ahead of the first element, behind declarations and comments of any length. */
export function declaresType(text: string): boolean {
  for (let at = text.indexOf('<'); at >= 0;) {
    if (text.startsWith('<!--', at)) at = text.indexOf('-->', at + 4);
    else if (text.startsWith('<?', at)) at = text.indexOf('?>', at + 2);
    else return text.startsWith('<!', at);
    if (at >= 0) at = text.indexOf('<', at);
  }
  return false;
}

export const escapeXml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** `<name>value</name>`; null becomes `xsi:nil`. */
export function element(name: string, value: string | number | boolean | null): string {
  if (value === null) return `<${name} xsi:nil="true"/>`;
  return `<${name}>${escapeXml(String(value))}</${name}>`;
}

/** A reply. The prefixes are those that clients look for literally. */
export function envelope(namespace: string, body: string, header = ''): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ' +
    `xmlns="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
    (header ? `<soapenv:Header>${header}</soapenv:Header>` : '') +
    `<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`
  );
}

/** A fault; expired sessions are recognised by the CLI by `sf:INVALID_SESSION_ID`. */
export function fault(code: string, message: string): string {
  const namespace = 'http://soap.sforce.com/2006/04/metadata';
  return envelope(
    namespace,
    `<soapenv:Fault><faultcode>sf:${escapeXml(code)}</faultcode><faultstring>${escapeXml(`${code}: ${message}`)}</faultstring></soapenv:Fault>`
  );
}
