import { expect } from 'chai';
import { openCluster, type Cluster } from '../../src/database/cluster.js';
import { Database, openConnection } from '../../src/database/database.js';
import { SqlError } from '../../src/database/connection.js';

describe('blocking connection', function () {
  this.timeout(30_000);
  let cluster: Cluster;
  let database: Database;

  before(async () => {
    cluster = await openCluster({});
    await cluster.createDatabase('org');
    database = await Database.start(cluster.address('org'));
  });

  after(async () => {
    await database.stop();
    await cluster.stop();
  });

  it('answers within the call, values as text except booleans and integers', () => {
    const connection = openConnection(database.ticket(1));

    const result = connection.query('SELECT 1::int AS i, true AS b, 1.50::numeric AS n, NULL AS x, $1::text AS t', [
      'é€😀'
    ]);

    expect(result.columns).to.deep.equal(['i', 'b', 'n', 'x', 't']);
    expect(result.rows).to.deep.equal([[1, true, '1.50', null, 'é€😀']]);
  });

  it('sends deferred statements in front of the next query and keeps their order', () => {
    const connection = openConnection(database.ticket(2));
    connection.query('CREATE TABLE t (v int PRIMARY KEY)');

    connection.defer('BEGIN');
    connection.query('INSERT INTO t VALUES (1)');
    connection.defer('SAVEPOINT s');
    expect(() => connection.query('INSERT INTO t VALUES (1)'))
      .to.throw(SqlError)
      .with.property('code', '23505');
    connection.defer('ROLLBACK TO SAVEPOINT s');
    connection.query('INSERT INTO t VALUES ($1)', [2]);
    connection.defer('COMMIT');
    connection.flush();

    expect(connection.query('SELECT v FROM t ORDER BY v').rows).to.deep.equal([[1], [2]]);
  });

  it('forgets prepared statements when a transaction has changed the types of their columns', () => {
    const [definer, reader] = [openConnection(database.ticket(11)), openConnection(database.ticket(12))];
    definer.query('CREATE TABLE changing (v varchar(10))');
    definer.query("INSERT INTO changing VALUES ('a')");
    const select = 'SELECT v FROM changing';
    expect(reader.query(select).rows).to.deep.equal([['a']]);

    definer.defer('BEGIN');
    definer.query('ALTER TABLE changing ALTER COLUMN v TYPE text');
    definer.defer('COMMIT');
    definer.flush();

    expect(reader.query(select).rows).to.deep.equal([['a']]);
    expect(definer.query(select).rows).to.deep.equal([['a']]);
  });

  it('rolls back what a released slot left open', async () => {
    const left = openConnection(database.ticket(3));
    left.query('CREATE TABLE u (v int)');
    left.defer('BEGIN');
    left.query('INSERT INTO u VALUES (1)');

    database.release(3);
    await new Promise((resolve) => setTimeout(resolve, 200));

    expect(openConnection(database.ticket(4)).query('SELECT v FROM u').rows).to.deep.equal([]);
  });

  it('costs well under a millisecond a call on a quiet machine (printed, not judged)', () => {
    const connection = openConnection(database.ticket(5));
    const started = performance.now();
    for (let i = 0; i < 1000; i++) connection.query('SELECT $1::int', [i]);
    console.log(`      ${((performance.now() - started) / 1000).toFixed(3)} ms a call`);
  });
});
