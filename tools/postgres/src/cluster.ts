import pg from 'pg';

/** How a client reaches one database of the cluster. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface ClusterOptions {
  /** A server to use instead of the embedded one: `postgres://user:password@host:port/database`. */
  readonly databaseUrl?: string | undefined;
  /** Where the embedded server keeps its files; absent: a temporary folder that is removed at the end. */
  readonly dataDirectory?: string | undefined;
  /** Use the server of a living process that owns the data directory, instead of refusing. `stop` leaves it alone then. */
  readonly share?: boolean | undefined;
}

/** A PostgreSQL server: embedded (started and stopped by us) or given by URL. */
export interface Cluster {
  readonly embedded: boolean;
  address(database: string): DatabaseAddress;
  databaseExists(name: string): Promise<boolean>;
  /** @param template a database to copy, to which nobody is connected; absent: an empty one is made. */
  createDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
  /** Calls back once when the server ends without `stop`. */
  onDeath(callback: () => void): void;
}

/** What both kinds share. */
export abstract class PostgresCluster implements Cluster {
  abstract readonly embedded: boolean;
  abstract address(database: string): DatabaseAddress;
  abstract stop(): Promise<void>;
  abstract onDeath(callback: () => void): void;
  protected abstract readonly maintenanceDatabase: string;

  async databaseExists(name: string): Promise<boolean> {
    const found = await this.run('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    return found.rowCount === 1;
  }

  async createDatabase(name: string, template?: string): Promise<void> {
    const source =
      template === undefined
        ? "ENCODING 'UTF8' TEMPLATE template0 LOCALE 'C'"
        : `TEMPLATE ${pg.escapeIdentifier(template)}`;
    await this.run(`CREATE DATABASE ${pg.escapeIdentifier(name)} ${source}`);
  }

  async dropDatabase(name: string): Promise<void> {
    await this.run(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
  }

  private async run(sql: string, parameters: unknown[] = []): Promise<pg.QueryResult> {
    const client = new pg.Client(this.address(this.maintenanceDatabase));
    await client.connect();
    try {
      return await client.query(sql, parameters);
    } finally {
      await client.end();
    }
  }
}
