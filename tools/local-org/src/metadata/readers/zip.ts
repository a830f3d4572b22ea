import { Unzip, strFromU8, type AsyncFlateStreamHandler, type FlateError, type UnzipDecoderConstructor } from 'fflate';
import { inflateRawSync } from 'node:zlib';

/** More than the platform takes (39 MB zipped, 10,000 files, 400 MB unzipped): a larger archive is refused while it is read. */
export const ZIP_LIMITS = { files: 10_000, bytes: 400 * 1024 * 1024 } as const;

export class ArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveError';
  }
}

/**
 * Unpacks a zip into files by path. Folders have no entry.
 *
 * @throws ArchiveError for what is no zip, is too large when unpacked, or names paths outside the archive.
 */
export function readZip(
  archive: Uint8Array,
  limits: { readonly files: number; readonly bytes: number } = ZIP_LIMITS
): Map<string, Uint8Array> {
  // 'PK': an archive without this start has no entry the streaming reader would ever report.
  if (archive.length < 4 || archive[0] !== 0x50 || archive[1] !== 0x4b)
    throw new ArchiveError('The archive is not a zip file');
  const files = new Map<string, Uint8Array>();
  let total = 0;
  let failure: Error | null = null;
  const unzip = new Unzip((entry) => {
    if (failure) return;
    const path = entry.name.replaceAll('\\', '/');
    if (isOutside(path)) {
      failure = new ArchiveError(`The archive holds a path outside itself: ${path}`);
      return;
    }
    if (path.endsWith('/')) return;
    if (files.size >= limits.files) {
      failure = new ArchiveError(`The archive holds more than ${limits.files} files`);
      return;
    }
    const chunks: Uint8Array[] = [];
    entry.ondata = (error, chunk, final) => {
      if (!error) total += chunk.length;
      if (total > limits.bytes || isTooLarge(error))
        failure ??= new ArchiveError(`The archive unpacks to more than ${limits.bytes / 1024 / 1024} MB`);
      else if (error) failure ??= new ArchiveError(`The archive is damaged at ${path}: ${error.message}`);
      if (failure) return;
      chunks.push(chunk);
      if (final) files.set(path, concat(chunks));
    };
    entry.start();
  });
  unzip.register(nativeInflate(() => limits.bytes - total));
  try {
    // Small pieces, so that a bomb is noticed before it is fully inflated.
    for (let at = 0; at < archive.length && !failure; at += 65_536) {
      unzip.push(archive.subarray(at, at + 65_536), at + 65_536 >= archive.length);
    }
  } catch (error) {
    failure ??= new ArchiveError(`The archive is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (failure) throw failure as Error;
  return files;
}

/**
 * Inflates a whole file at once, in native code: an archive of source is a thousand small files, and the streaming decoder
 * of JavaScript makes buffers for each that are larger than the file.
 *
 * @param left bytes that may still come out of the archive.
 */
function nativeInflate(left: () => number): UnzipDecoderConstructor {
  return class {
    static readonly compression = 8;
    declare ondata: AsyncFlateStreamHandler;
    private readonly chunks: Uint8Array[] = [];

    push(chunk: Uint8Array, final: boolean): void {
      this.chunks.push(chunk);
      if (!final) return;
      try {
        // Zero would mean no limit.
        const maxOutputLength = Math.max(1, left());
        this.ondata(null, inflateRawSync(concat(this.chunks), { maxOutputLength }), true);
      } catch (error) {
        this.ondata(error as FlateError, NOTHING, true);
      }
    }
  };
}

const NOTHING = new Uint8Array();

const isTooLarge = (error: Error | null): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'ERR_BUFFER_TOO_LARGE';

const isOutside = (path: string): boolean =>
  path.startsWith('/') || /^[a-zA-Z]:/.test(path) || path.split('/').includes('..') || path.includes('\0');

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only) return only;
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

export const textOfFile = (content: Uint8Array): string => strFromU8(content);
