import { MessageChannel, type Worker } from 'node:worker_threads';
import type { DatabaseAddress } from './cluster.js';
import type { DatabaseThreadMessage } from './database-thread.js';
import { BlockingConnection } from './sync-connection.js';
import { newSignal, SyncChannel } from '../threads/sync-channel.js';
import { prepareThread, startThread } from '../threads/start-thread.js';
import type { MessagePort } from 'node:worker_threads';

/** What a slot thread needs to open its connection; travels in its workerData (the port in the transfer list). */
export interface ConnectionTicket {
  readonly port: MessagePort;
  readonly signal: SharedArrayBuffer;
}

/** The database thread of one org, as the main thread sees it. */
export class Database {
  private constructor(private readonly thread: Worker) {}

  /** Makes what `start` needs ready. */
  static prepare(): Promise<void> {
    return prepareThread(import.meta.url, './database-thread');
  }

  /** Resolves when the thread listens: before that, a caller that blocks could keep it from starting. */
  static async start(address: DatabaseAddress): Promise<Database> {
    const thread = await startThread(import.meta.url, './database-thread', { workerData: address });
    await new Promise<void>((resolve, reject) => {
      thread.once('message', () => resolve());
      thread.once('error', reject);
    });
    return new Database(thread);
  }

  /** Opens the line for a slot. The connection itself is made with the first statement. */
  ticket(slot: number): ConnectionTicket {
    const { port1, port2 } = new MessageChannel();
    const signal = newSignal();
    const message: DatabaseThreadMessage = { kind: 'open', slot, port: port2, signal };
    this.thread.postMessage(message, [port2]);
    return { port: port1, signal };
  }

  /** Ends the slot's session; an open transaction is rolled back. */
  release(slot: number): void {
    const message: DatabaseThreadMessage = { kind: 'close', slot };
    this.thread.postMessage(message);
  }

  async stop(): Promise<void> {
    await this.thread.terminate();
  }
}

export function openConnection(ticket: ConnectionTicket): BlockingConnection {
  return new BlockingConnection(new SyncChannel(ticket.port, new Int32Array(ticket.signal)));
}
