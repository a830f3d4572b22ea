import { HarnessError } from '../run/errors.js';
import type { RestClient } from './restClient.js';

/** Answer of the executeAnonymous resource (Tooling API Developer Guide, "REST Resources"). */
interface ExecuteResult {
  readonly compiled: boolean;
  readonly success: boolean;
  readonly compileProblem: string | null;
  readonly exceptionMessage: string | null;
  readonly line: number;
}

/**
 * Runs an anonymous Apex block as the administrator, in a transaction of its own. Works on every org.
 *
 * @throws HarnessError when the block does not compile or throws
 */
export async function runAnonymous(admin: RestClient, source: string): Promise<void> {
  const path = `/services/data/v${admin.apiVersion}/tooling/executeAnonymous?anonymousBody=${encodeURIComponent(source)}`;
  const result = await admin.call<ExecuteResult>('GET', path);
  if (result.success) return;
  const reason = result.compiled ? result.exceptionMessage : result.compileProblem;
  throw new HarnessError(`An anonymous Apex block failed in line ${result.line}: ${reason}`, [
    result.compiled
      ? 'Check that the user has the permission sets of an operator and of an integration user.'
      : 'Check that the project deployed to the org is this version: leave out --no-deploy.'
  ]);
}

/** A text as an Apex string literal. */
export function apexString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
