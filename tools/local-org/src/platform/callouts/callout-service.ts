import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { newSignal } from '../../threads/sync-channel.js';
import { prepareThread, startThread } from '../../threads/start-thread.js';
import type { CalloutThreadMessage } from './callout-thread.js';
import type { CalloutConfiguration } from './protocol.js';

/** What a slot needs to make calls; the port travels in the transfer list. */
export interface CalloutTicket {
  readonly port: MessagePort;
  readonly signal: SharedArrayBuffer;
}

/** The callout thread of an org, as the main thread sees it. */
export class CalloutService {
  private constructor(
    private readonly thread: Worker,
    private configuration: CalloutConfiguration
  ) {}

  /** Makes what `start` needs ready. */
  static prepare(): Promise<void> {
    return prepareThread(import.meta.url, './callout-thread');
  }

  static async start(configuration: CalloutConfiguration): Promise<CalloutService> {
    const thread = await startThread(import.meta.url, './callout-thread', { workerData: configuration });
    await new Promise<void>((resolve, reject) => {
      thread.once('message', () => resolve());
      thread.once('error', reject);
    });
    return new CalloutService(thread, configuration);
  }

  ticket(slot: number): CalloutTicket {
    const { port1, port2 } = new MessageChannel();
    const signal = newSignal();
    this.post({ kind: 'open', slot, port: port2, signal }, [port2]);
    return { port: port1, signal };
  }

  release(slot: number): void {
    this.post({ kind: 'close', slot });
  }

  /** Adds or replaces targets of named credentials while the org runs. */
  mapCredentials(credentials: CalloutConfiguration['credentials']): void {
    const added = Object.entries(credentials).map(([name, target]) => [name.toLowerCase(), target] as const);
    this.configuration = {
      ...this.configuration,
      credentials: { ...this.configuration.credentials, ...Object.fromEntries(added) }
    };
    this.post({ kind: 'configure', configuration: this.configuration });
  }

  async stop(): Promise<void> {
    await this.thread.terminate();
  }

  private post(message: CalloutThreadMessage, transfer: MessagePort[] = []): void {
    this.thread.postMessage(message, transfer);
  }
}
