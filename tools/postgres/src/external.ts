import { PostgresCluster, type DatabaseAddress } from './cluster.js';

/** A server of the user's own. */
export class ExternalCluster extends PostgresCluster {
  readonly embedded = false;
  protected readonly maintenanceDatabase: string;
  private readonly url: URL;

  constructor(databaseUrl: string) {
    super();
    const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
    if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
      throw new Error(
        'DATABASE_URL names no PostgreSQL server. Give postgres://user:password@host:port/database, or unset it to use the embedded server.'
      );
    }
    this.url = url;
    this.maintenanceDatabase = decodeURIComponent(this.url.pathname.slice(1)) || 'postgres';
  }

  address(database: string): DatabaseAddress {
    return {
      // As in PostgreSQL's own URLs, a socket's folder cannot stand before the path: `?host=/run/postgresql`.
      host: this.url.searchParams.get('host') ?? this.url.hostname,
      port: Number(this.url.port || 5432),
      user: decodeURIComponent(this.url.username),
      password: decodeURIComponent(this.url.password),
      database
    };
  }

  async stop(): Promise<void> {
    // Not ours to stop.
  }

  onDeath(): void {
    // Not ours to watch: each statement reports by itself that it is gone.
  }
}
