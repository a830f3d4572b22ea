import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Entry } from './entry.js';

/** Characters that are written at once. */
const CHUNK = 262_144;

/** Writes one entry a line, in history order; memory stays flat however long the history is. */
export async function writeHistory(path: string, entries: Iterable<Entry>): Promise<void> {
  const stream = createWriteStream(path, { encoding: 'utf8' });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  const write = async (): Promise<void> => {
    let lines = '';
    for (const entry of entries) {
      lines += `${JSON.stringify(entry)}\n`;
      if (lines.length < CHUNK) continue;
      if (!stream.write(lines)) await once(stream, 'drain');
      lines = '';
    }
    stream.end(lines);
    await once(stream, 'finish');
  };
  await Promise.race([write(), failed]);
}

/**
 * Reads a history that {@link writeHistory} wrote.
 *
 * @throws Error with the line number when a line is not JSON
 */
export async function readHistory(path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    line += 1;
    if (text === '') continue;
    try {
      entries.push(JSON.parse(text) as Entry);
    } catch (error) {
      throw new Error(`${path}:${line} is not a history entry: ${(error as Error).message}`, { cause: error });
    }
  }
  return entries;
}
