import { createInterface } from 'node:readline/promises';
import { UsageError } from '../run/errors.js';

/** Where a question is asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Whoever means a production org can say its name.
 *
 * @param deed what the command does to it, as the end of a sentence
 * @throws UsageError where nobody can be asked
 */
export async function askForName(
  orgName: string,
  deed: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr }
): Promise<boolean> {
  if (input.isTTY !== true) {
    throw new UsageError('--allow-production asks a person, and there is no terminal.', [
      'Use a scratch org or a sandbox in pipelines.'
    ]);
  }
  const terminal = createInterface({ input, output });
  try {
    const question = `\nThis is a PRODUCTION org. The command ${deed}.\nType its name (${orgName}) to go on: `;
    return (await terminal.question(question)).trim() === orgName;
  } finally {
    terminal.close();
  }
}
