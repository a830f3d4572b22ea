import { ApiError } from '../../platform/api-error.js';

export interface Part {
  readonly name: string;
  /** Media type without parameters, in lower case. */
  readonly type: string;
  readonly content: Uint8Array;
}

const CRLF2 = Buffer.from('\r\n\r\n');
/** A deploy has two parts; many more are no deploy. */
const MAX_PARTS = 20;

/**
 * Reads a multipart/form-data body that is already whole in memory (RFC 7578).
 *
 * @throws ApiError for a body without boundary, without end, or with too many parts.
 */
export function readMultipart(body: Buffer, contentType: string): Part[] {
  const boundary = /boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(contentType);
  const text = boundary?.[1] ?? boundary?.[2];
  if (!contentType.toLowerCase().startsWith('multipart/form-data') || text === undefined) {
    throw malformed('the content type must be multipart/form-data with a boundary');
  }
  const delimiter = Buffer.from(`--${text}`);
  const parts: Part[] = [];
  let at = body.indexOf(delimiter);
  while (at >= 0) {
    const start = at + delimiter.length;
    if (body.subarray(start, start + 2).toString('latin1') === '--') return parts;
    const next = body.indexOf(delimiter, start);
    if (next < 0) break;
    if (parts.length >= MAX_PARTS) throw malformed(`more than ${MAX_PARTS} parts`);
    parts.push(readPart(body.subarray(start + 2, next - 2)));
    at = next;
  }
  throw malformed('the closing boundary is missing');
}

function readPart(bytes: Buffer): Part {
  const end = bytes.indexOf(CRLF2);
  if (end < 0) throw malformed('a part has no header');
  const header = bytes.subarray(0, end).toString('utf8');
  return {
    name: /content-disposition:[^\r\n]*[;\s]name="?([^";\r\n]+)"?/i.exec(header)?.[1] ?? '',
    type: (/content-type:\s*([^;\r\n]+)/i.exec(header)?.[1] ?? 'text/plain').trim().toLowerCase(),
    content: bytes.subarray(end + CRLF2.length)
  };
}

const malformed = (reason: string): ApiError =>
  new ApiError(400, 'INVALID_MULTIPART_REQUEST', `the multipart body cannot be read: ${reason}`);
