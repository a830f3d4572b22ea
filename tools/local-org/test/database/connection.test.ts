import { expect } from 'chai';
import { openCluster, type Cluster } from '../../src/database/cluster.js';
import { Database, openConnection } from '../../src/database/database.js';
import { SqlError, type SqlValue, type SyncConnection } from '../../src/database/connection.js';
import { CONNECTION_FAILURE } from '../../src/database/protocol.js';

let cluster: Cluster;
before(async function () {
  this.timeout(120_000);
  cluster = await openCluster({});
});
after(() => cluster.stop());

for (const direct of [true, false]) {
  describe(direct ? 'blocking connection' : 'blocking connection by way of the database thread', function () {
    this.timeout(120_000);
    describeConnection(direct);
  });
}

function describeConnection(direct: boolean): void {
  let database: Database;
  const name = direct ? 'direct' : 'relayed';

  before(async () => {
    await cluster.createDatabase(name);
    database = await Database.start(cluster.address(name), { direct });
  });

  after(() => database.stop());

  const pidOf = (connection: SyncConnection): SqlValue =>
    connection.query('SELECT pg_backend_pid()').rows[0]?.[0] ?? null;

  /** Has the server end a session; resolves when its process, and so its end of the connection, is gone. */
  async function terminate(pid: SqlValue, by: SyncConnection): Promise<void> {
    by.query('SELECT pg_terminate_backend($1::int)', [pid]);
    const alive = (): boolean => {
      try {
        return process.kill(Number(pid), 0);
      } catch (error) {
        return (error as NodeJS.ErrnoException).code !== 'ESRCH';
      }
    };
    while (alive()) await new Promise((resolve) => setTimeout(resolve, 10));
  }

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

    // Waits for the lock of whoever has written: nobody lets go of it before the end of the transaction.
    const next = openConnection(database.ticket(4));
    next.defer('BEGIN');
    next.defer("SET LOCAL lock_timeout = '20s'");
    next.query('LOCK TABLE u IN ACCESS EXCLUSIVE MODE');
    expect(next.query('SELECT v FROM u').rows).to.deep.equal([]);
    next.defer('COMMIT');
    next.flush();
  });

  it('takes lists with every kind of text, and answers of any length', () => {
    const connection = openConnection(database.ticket(20));
    const texts = ['', 'a"b', 'back\\slash', '{x,y}', 'NULL', null, 'é€😀', 'line\nbreak'];

    const listed = connection.query('SELECT v FROM unnest($1::text[]) AS v', [texts]);
    const long = connection.query('SELECT repeat($1, 300000), n FROM generate_series(1, 3) n', ['€']);
    const many = connection.query('SELECT n FROM generate_series(1, 50000) n');

    expect(listed.rows).to.deep.equal(texts.map((text) => [text]));
    expect(long.rows.map(([text, n]) => [String(text).length, n])).to.deep.equal([
      [300_000, 1],
      [300_000, 2],
      [300_000, 3]
    ]);
    expect(many.rowCount).to.equal(50_000);
    expect(many.rows.every(([n], index) => n === index + 1)).to.equal(true);
  });

  it('counts the rows that a statement touched', () => {
    const connection = openConnection(database.ticket(21));
    connection.query('CREATE TABLE counted (v int)');

    expect(connection.query('INSERT INTO counted SELECT generate_series(1, 5)').rowCount).to.equal(5);
    expect(connection.query('UPDATE counted SET v = v WHERE v > 3').rowCount).to.equal(2);
    expect(connection.query('DELETE FROM counted').rowCount).to.equal(5);
  });

  it('tells the error of a statement that went ahead, and goes on after the transaction', () => {
    const connection = openConnection(database.ticket(22));
    connection.defer('BEGIN');
    connection.defer('RELEASE SAVEPOINT never_set');

    expect(() => connection.query('SELECT 1'))
      .to.throw(SqlError)
      .with.property('code', '3B001');
    expect(() => connection.query('SELECT 1'))
      .to.throw(SqlError)
      .with.property('code', '25P02');
    connection.defer('ROLLBACK');
    connection.flush();
    expect(connection.query('SELECT 1::int').rows).to.deep.equal([[1]]);
  });

  it('prepares a statement again that failed the first time', () => {
    const connection = openConnection(database.ticket(23));

    expect(() => connection.query('SELECT v FROM not_yet')).to.throw(SqlError);
    connection.query('CREATE TABLE not_yet (v int)');
    expect(connection.query('SELECT v FROM not_yet').rows).to.deep.equal([]);
    expect(() => connection.query('SELECT 1 / $1::int', [0])).to.throw(SqlError);
    expect(connection.query('SELECT 1 / $1::int', [1]).rows).to.deep.equal([[1]]);
  });

  it('opens another session when the server has ended an idle one', async () => {
    const [connection, other] = [openConnection(database.ticket(24)), openConnection(database.ticket(25))];
    await terminate(pidOf(connection), other);

    connection.defer('BEGIN');
    expect(connection.query('SELECT 2::int').rows).to.deep.equal([[2]]);
    connection.defer('COMMIT');
    connection.flush();
  });

  it('is refused when the server has ended its transaction, and can begin another one', async () => {
    const [connection, other] = [openConnection(database.ticket(26)), openConnection(database.ticket(27))];
    connection.defer('BEGIN');
    await terminate(pidOf(connection), other);

    if (direct) {
      expect(() => connection.query('SELECT 1'))
        .to.throw(SqlError)
        .with.property('code', CONNECTION_FAILURE);
    }
    connection.defer('BEGIN');
    expect(connection.query('SELECT 2::int').rows).to.deep.equal([[2]]);
  });

  it('ends what a slot waits for when it is interrupted', () => {
    const connection = openConnection(database.ticket(28));
    connection.query('SELECT 1');
    const start = Date.now();

    // Done by the database thread, while this one waits.
    database.interrupt(28);
    expect(() => connection.query('SELECT pg_sleep(25)')).to.throw(SqlError);

    expect(Date.now() - start).to.be.lessThan(20_000);
  });

  it('costs well under a millisecond a call on a quiet machine (printed, not judged)', () => {
    const connection = openConnection(database.ticket(5));
    const started = performance.now();
    for (let i = 0; i < 1000; i++) connection.query('SELECT $1::int', [i]);
    console.log(`      ${((performance.now() - started) / 1000).toFixed(3)} ms a call`);
  });
}
