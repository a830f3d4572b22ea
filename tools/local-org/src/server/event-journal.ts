import type { DatabaseAddress } from '../database/cluster.js';
import { KeptClient } from '../database/kept-client.js';
import type { PublishedEvent } from '../platform/events/publish.js';

/** How long events are gathered. Milliseconds. */
const GATHER_MS = 20;
/** Positions in the order in which the events were published. */
const STORE_SQL =
  'INSERT INTO meta.event (object_name, payload) ' +
  'SELECT e.object_name, e.payload FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS e(object_name, payload, n) ORDER BY e.n';

/**
 * Stores events that are published immediately, whatever becomes of the transactions that published them. Those of a burst
 * of requests are stored by one statement, over a connection of their own: no slot is kept from running requests.
 */
export class EventJournal {
  private readonly unstored: PublishedEvent[] = [];
  private readonly client: KeptClient;
  private writing: Promise<void> | null = null;

  /** @param stored is told the objects of events that are in the database. @param report gets errors. */
  constructor(
    address: DatabaseAddress,
    private readonly stored: (objectNames: readonly string[]) => void,
    private readonly report: (error: Error) => void
  ) {
    this.client = new KeptClient(address, 'local-org-events');
  }

  add(events: readonly PublishedEvent[]): void {
    if (events.length === 0) return;
    this.unstored.push(...events);
    this.writing ??= this.write();
  }

  /** Resolves when everything that was added is stored; null: nothing waits. */
  get storing(): Promise<void> | null {
    return this.writing;
  }

  async stop(): Promise<void> {
    await this.writing;
    await this.client.end();
  }

  private async write(): Promise<void> {
    while (this.unstored.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      const events = this.unstored.splice(0);
      try {
        const client = await this.client.get();
        await client.query({
          name: 'store',
          text: STORE_SQL,
          values: [events.map((event) => event.objectName), events.map((event) => event.payload)]
        });
        this.stored(events.map((event) => event.objectName));
      } catch (error) {
        this.report(error as Error);
      }
    }
    this.writing = null;
  }
}
