import { MessageChannel, type Worker } from 'node:worker_threads';
import type { DatabaseAddress } from './cluster.js';
import type { DatabaseThreadData, DatabaseThreadMessage } from './database-thread.js';
import { newGeneration } from './statement-names.js';
import { BlockingConnection } from './sync-connection.js';
import { newSignal, SyncChannel } from '../threads/sync-channel.js';
import { prepareThread, startThread } from '../threads/start-thread.js';
import type { MessagePort } from 'node:worker_threads';

/** What a slot thread needs to open its connection; travels in its workerData (the port in the transfer list). */
export interface ConnectionTicket {
  readonly port: MessagePort;
  readonly signal: SharedArrayBuffer;
  /** See `StatementNames`. */
  readonly generation: SharedArrayBuffer;
}

/** The database thread of one org, as the main thread sees it. */
export class Database {
  private constructor(
    private readonly thread: Worker,
    private readonly generation: SharedArrayBuffer
  ) {}

  /** Makes what `start` needs ready. */
  static prepare(): Promise<void> {
    return prepareThread(import.meta.url, './database-thread');
  }

  /**
   * Resolves when the thread listens: before that, a caller that blocks could keep it from starting.
   *
   * @param direct slots use the sockets themselves where the platform lets them.
   */
  static async start(address: DatabaseAddress, { direct = true } = {}): Promise<Database> {
    const generation = newGeneration();
    const workerData: DatabaseThreadData = { address, generation, direct };
    const thread = await startThread(import.meta.url, './database-thread', { workerData });
    await new Promise<void>((resolve, reject) => {
      thread.once('message', () => resolve());
      thread.once('error', reject);
    });
    return new Database(thread, generation);
  }

  /** Opens the line for a slot. The connection itself is made with the first statement. */
  ticket(slot: number): ConnectionTicket {
    const { port1, port2 } = new MessageChannel();
    const signal = newSignal();
    const message: DatabaseThreadMessage = { kind: 'open', slot, port: port2, signal };
    this.thread.postMessage(message, [port2]);
    return { port: port1, signal, generation: this.generation };
  }

  /** Ends the slot's session; an open transaction is rolled back. */
  release(slot: number): void {
    const message: DatabaseThreadMessage = { kind: 'close', slot };
    this.thread.postMessage(message);
  }

  /** Ends what the slot's session does, so that the slot does not wait for it; the transaction is rolled back. */
  interrupt(slot: number): void {
    const message: DatabaseThreadMessage = { kind: 'interrupt', slot };
    this.thread.postMessage(message);
  }

  async stop(): Promise<void> {
    await this.thread.terminate();
  }
}

export function openConnection(ticket: ConnectionTicket): BlockingConnection {
  const signal = new Int32Array(ticket.signal);
  return new BlockingConnection(new SyncChannel(ticket.port, signal), signal, new Int32Array(ticket.generation));
}
