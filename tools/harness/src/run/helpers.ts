import { DownstreamProcess } from '../downstream/process.js';
import { ReceiverProcess } from '../receiver/process.js';
import type { Stage } from '../scenarios/scenario.js';

/**
 * The processes beside the org that scenarios need. Each takes seconds to start, so it is started when the first scenario asks
 * for it, and used by all that follow on the same org.
 */
export class Helpers {
  #receiver: ReceiverProcess | undefined;
  #remote: DownstreamProcess | undefined;

  /** The webhook receiver in front of the org. @throws HarnessError when it does not start */
  async receiver(stage: Pick<Stage, 'org' | 'caller'>): Promise<ReceiverProcess> {
    if (this.#receiver?.isRunning === true) return this.#receiver;
    await this.dropReceiver();
    return (this.#receiver = await ReceiverProcess.start(stage));
  }

  /** The next scenario gets another receiver, with an empty store. */
  async dropReceiver(): Promise<void> {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    await receiver?.stop();
  }

  /** The remote service. @throws HarnessError when it does not start */
  async remote(): Promise<DownstreamProcess> {
    if (this.#remote?.isRunning !== true) this.#remote = await DownstreamProcess.start();
    return this.#remote;
  }

  /** Ends them all. */
  async close(): Promise<void> {
    const remote = this.#remote;
    this.#remote = undefined;
    await Promise.all([this.dropReceiver(), remote?.stop()]);
  }
}
