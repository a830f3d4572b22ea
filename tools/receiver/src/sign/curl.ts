import type { Buffer } from 'node:buffer';
import type { SignedDelivery } from './sign.js';

/** Where the body came from, before it was signed. */
export interface BodyFile {
  readonly path: string;
  readonly content: Buffer;
}

/** The delivery as one line for a POSIX shell. The body stays in its file, unless the signature has changed it. */
export function curlLine({ method, url, headers, body }: SignedDelivery, file?: BodyFile): string {
  const data =
    file !== undefined && file.content.equals(body)
      ? ['--data-binary', quote(`@${file.path}`)]
      : ['--data-raw', quote(body.toString('utf8'))];
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', quote(`${name}: ${value}`)]);
  return ['curl', '-sS', '-X', method, quote(url), ...lines, ...data].join(' ');
}

/** In single quotes nothing is special but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
