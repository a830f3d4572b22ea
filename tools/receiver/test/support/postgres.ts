import { openCluster, type Cluster } from '@retrysafe/postgres';
import pg from 'pg';

/** One server a test file, one database a test. */
export class TestPostgres {
  private constructor(private readonly cluster: Cluster) {}

  private count = 0;

  static async start(): Promise<TestPostgres> {
    return new TestPostgres(await openCluster({ databaseUrl: process.env.DATABASE_URL }));
  }

  /** A new, empty database: `postgres://…`. */
  async createDatabase(): Promise<string> {
    const name = `receiver_test_${process.pid}_${(this.count += 1)}`;
    await this.cluster.createDatabase(name);
    return this.urlOf(name);
  }

  private urlOf(name: string): string {
    const { host, port, user, password } = this.cluster.address(name);
    const secret = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
    return `postgres://${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  }

  stop(): Promise<void> {
    return this.cluster.stop();
  }
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = []
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
