import { expect } from 'chai';
import { createLogger } from '../../src/observe/logger.js';
import { openDatabase } from '../../src/store/database.js';
import { deleteExpired } from '../../src/store/upkeep.js';
import { TestPostgres, query } from '../support/postgres.js';

describe('the database of the receiver', function () {
  this.timeout(120_000);
  let postgres: TestPostgres;
  const logger = createLogger('silent');
  const open = (url: string): ReturnType<typeof openDatabase> =>
    openDatabase({ url, connections: 4, statementTimeoutMs: 5_000 }, logger);

  before(async () => {
    postgres = await TestPostgres.start();
  });
  after(() => postgres.stop());

  it('receivers that start at once make the tables once', async () => {
    const url = await postgres.createDatabase();

    const databases = await Promise.all([open(url), open(url), open(url)]);
    await Promise.all(databases.map((database) => database.close()));

    expect(await query(url, 'SELECT version FROM receiver.migrations')).to.deep.equal([{ version: 1 }]);
  });

  it('tables of a newer receiver are left alone', async () => {
    const url = await postgres.createDatabase();
    await (await open(url)).close();
    await query(url, 'INSERT INTO receiver.migrations (version) VALUES (99)');

    const message = await open(url).then(
      () => 'opened',
      (error: Error) => error.message
    );

    expect(message).to.include('newer receiver').and.include('Update the receiver');
  });

  it('retention takes what was delivered long ago, and nothing that still waits for anybody', async () => {
    const url = await postgres.createDatabase();
    const database = await open(url);
    try {
      await query(
        url,
        `INSERT INTO receiver.events (id, event_key, source, event_type, entity_id, payload, payload_bytes, digest, state, received_at, delivered_at)
         SELECT n, 'key-' || n, 'S', 't', 'e', '{}', 2, '\\x00',
           CASE WHEN n <= 2500 THEN 'delivered' WHEN n <= 2600 THEN 'waiting' ELSE 'dead' END, now() - interval '90 days',
           CASE WHEN n <= 2400 THEN now() - interval '31 days' WHEN n <= 2500 THEN now() - interval '29 days' END
         FROM generate_series(1, 2700) n`
      );

      expect(await deleteExpired(database.pool, 30, new AbortController().signal)).to.equal(2_400);

      const left = await query(
        url,
        'SELECT state, count(*)::int AS count FROM receiver.events GROUP BY state ORDER BY state'
      );
      expect(left).to.deep.equal([
        { state: 'dead', count: 100 },
        { state: 'delivered', count: 100 },
        { state: 'waiting', count: 100 }
      ]);
    } finally {
      await database.close();
    }
  });

  it('a server that is not there: an error, and no process that waits', async () => {
    const failure = await open('postgres://u:p@127.0.0.1:9/x').catch((error: Error) => error);

    expect(failure).to.be.instanceOf(Error);
  });
});
