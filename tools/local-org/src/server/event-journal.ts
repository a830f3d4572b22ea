import pg from 'pg';
import type { DatabaseAddress } from '../database/cluster.js';
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
  private client: pg.Client | null = null;
  private writing: Promise<void> | null = null;

  /** @param stored is told the objects of events that are in the database. @param report gets errors. */
  constructor(
    private readonly address: DatabaseAddress,
    private readonly stored: (objectNames: readonly string[]) => void,
    private readonly report: (error: Error) => void
  ) {}

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
    await this.client?.end().catch(() => undefined);
  }

  private async write(): Promise<void> {
    while (this.unstored.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      const events = this.unstored.splice(0);
      try {
        this.client ??= await this.connect();
        await this.client.query({
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

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.address, application_name: 'local-org-events' });
    client.on('error', () => (this.client = null));
    await client.connect();
    return client;
  }
}
