import { setTimeout as sleep } from 'node:timers/promises';
import type { RestClient } from '../org/restClient.js';

/**
 * Waits until a query gives as many rows, and gives up after a time: what is missing then is for a checker to judge.
 *
 * @param from `FROM … WHERE …`
 */
export async function waitForRows(
  admin: RestClient,
  from: string,
  count: number,
  limitMs: number,
  signal: AbortSignal
): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (let pause = 50; Date.now() < deadline; pause = Math.min(pause * 1.5, 500)) {
    if ((await admin.query(`SELECT Id ${from}`)).length === count) return;
    await sleep(pause, undefined, { signal });
  }
}
