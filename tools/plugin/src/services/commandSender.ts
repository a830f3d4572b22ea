import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandClient, ClientUsageError, FileKeyStore, KeyReuseError, type SendResult } from '@retrysafe/client';
import { SfError, type Connection } from '@salesforce/core';
import { connectionTransport } from './apexRest.js';

/** How a command ended, for scripts: done, refused for good, or not known yet. */
export const OUTCOME_EXIT_CODES: Readonly<Record<SendResult['outcome'], number>> = Object.freeze({
  done: 0,
  rejected: 1,
  conflict: 1,
  exhausted: 1,
  refused: 1,
  unresolved: 3
});

export interface CommandToSend {
  readonly operation: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly maxAttempts: number;
}

/**
 * Sends a command to its end. Its key and content are on disk before the first attempt, so the same command line after a
 * crash goes on with it, and the same key with other content is refused here.
 *
 * @param dataFolder of the CLI
 * @throws SfError when nothing was sent
 */
export async function sendCommand(
  { operation, key, body, maxAttempts }: CommandToSend,
  orgId: string,
  connection: Connection,
  dataFolder: string
): Promise<SendResult> {
  const store = new FileKeyStore(join(dataFolder, 'retrysafe', 'commands', orgId));
  const client = new CommandClient({ transport: connectionTransport(connection), store, policy: { maxAttempts } });
  try {
    return await client.send(operation, body, { key });
  } catch (error) {
    if (error instanceof KeyReuseError) {
      throw new SfError(error.message, 'KeyReused', [
        'Use a new key for a new command, or send the content that belongs to the key.'
      ]);
    }
    if (error instanceof ClientUsageError) throw new SfError(error.message, 'InvalidCommand');
    throw error;
  }
}

/** The JSON object of a flag, given in place or as a file. @throws SfError for anything else */
export async function readObject(
  text: string | undefined,
  file: string | undefined
): Promise<Readonly<Record<string, unknown>>> {
  const source = file === undefined ? 'The value of --body' : file;
  const content =
    file === undefined
      ? (text ?? '')
      : await readFile(file, 'utf8').catch((error: Error) => {
          throw new SfError(`${file} cannot be read: ${error.message}`, 'UnreadableFile');
        });
  try {
    const value = JSON.parse(content) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    throw new Error('it is not an object');
  } catch (error) {
    throw new SfError(`${source} is no JSON object: ${(error as Error).message}.`, 'InvalidBody', [
      'Give the body as a file with --file; a shell may take away quotes.'
    ]);
  }
}
