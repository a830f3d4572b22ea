import pg from 'pg';
import type { DatabaseAddress } from './cluster.js';

/** One connection beside those of the slots: made when first asked for, kept, and made anew after it was lost. */
export class KeptClient {
  private client: Promise<pg.Client> | null = null;

  /**
   * @param name that the connection has in PostgreSQL.
   * @param prepare runs on each new connection.
   */
  constructor(
    private readonly address: DatabaseAddress,
    private readonly name: string,
    private readonly prepare: (client: pg.Client) => Promise<unknown> = async () => undefined
  ) {}

  get(): Promise<pg.Client> {
    return (this.client ??= this.connect());
  }

  async end(): Promise<void> {
    const client = await this.client?.catch(() => null);
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.address, application_name: this.name });
    const forget = (): void => void (this.client = null);
    client.on('error', forget);
    try {
      await client.connect();
      await this.prepare(client);
    } catch (error) {
      forget();
      throw error;
    }
    return client;
  }
}
