import { RunHistory } from '../history/recorder.js';
import { LatencyRecorder } from '../measure/latency.js';
import type { Session } from '../org/session.js';
import { CommandClient } from '../workload/commandClient.js';
import { newOrder } from '../workload/orders.js';
import { randomFor } from './random.js';

const AT_ONCE = 16;
const ROUNDS = 2;

/**
 * Sends commands whose answers nobody looks at, so that the org has compiled and linked what it needs before anything is
 * measured. What is wrong with the org is left for the scenarios to say.
 */
export async function warmUp(caller: Session, prefix: string, signal: AbortSignal): Promise<void> {
  const client = new CommandClient({
    session: caller,
    recorder: new RunHistory().recorder('warm-up'),
    latency: new LatencyRecorder(),
    connections: AT_ONCE,
    signal
  });
  const random = randomFor(0, 'warm-up');
  const orders = Array.from({ length: AT_ONCE }, (_, number) => newOrder(`${prefix}-warm`, number, random));
  try {
    // The second time they are duplicates, whose path is another one.
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(orders.map((order, index) => client.attempt(order, index, round + 1)));
    }
  } finally {
    await client.close();
  }
}
