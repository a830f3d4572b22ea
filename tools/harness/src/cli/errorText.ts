import { HarnessError } from '../run/errors.js';

/** What a person reads when a command cannot go on: what is wrong and what to do; of a mistake in the code, where it is. */
export function errorText(error: unknown): string {
  if (error instanceof HarnessError) {
    return [`Error: ${error.message}`, ...error.actions.map((action) => `  → ${action}`)].join('\n');
  }
  return error instanceof Error ? (error.stack ?? `Error: ${error.message}`) : `Error: ${String(error)}`;
}
