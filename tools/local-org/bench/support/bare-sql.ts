import pg from 'pg';
import { performance } from 'node:perf_hooks';
import type { Cluster } from '../../src/database/cluster.js';

const WARM_UP_MS = 1000;
const MEASURE_MS = 5000;

/** A row of a table as PostgreSQL writes it, to be inserted again under other keys. */
interface Row {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly (string | null)[];
}

/**
 * Transactions a second at which plain connections run the SQL of one ledger command: the ledger row, an order, its line,
 * the ledger row again. Rows are copies of what the org has written, so columns, types and indexes are the same.
 *
 * @param cluster that holds exactly one org's database.
 */
export async function bareSqlRate(cluster: Cluster, connections: number): Promise<number> {
  const database = await orgDatabase(cluster);
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({
        ...cluster.address(database),
        pipeline: true,
        types: { getTypeParser: () => String }
      });
      await client.connect();
      await client.query('SET search_path = data, public; SET plan_cache_mode = force_generic_plan');
      return client;
    })
  );
  try {
    const [first] = clients;
    if (!first) throw new Error('no connection to measure with');
    const ledger = await newest(first, 'integration_request__c');
    const order = await newest(first, 'order__c');
    const line = await newest(first, 'order_line__c');
    let done = 0;
    const run = async (ms: number): Promise<number> => {
      done = 0;
      const start = performance.now();
      await Promise.all(
        clients.map(async (client) => {
          while (performance.now() - start < ms) await command(client, ledger, order, line, done++);
        })
      );
      return done / ((performance.now() - start) / 1000);
    };
    await run(WARM_UP_MS);
    return await run(MEASURE_MS);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function orgDatabase(cluster: Cluster): Promise<string> {
  const client = new pg.Client(cluster.address('postgres'));
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE datname LIKE 'local_org%'"
    );
    const [found] = rows;
    if (!found || rows.length > 1) throw new Error('the cluster must hold the database of one org');
    return found.datname;
  } finally {
    await client.end();
  }
}

async function newest(client: pg.Client, table: string): Promise<Row> {
  const { fields, rows } = await client.query<(string | null)[]>({
    text: `SELECT * FROM ${table} ORDER BY id DESC LIMIT 1`,
    rowMode: 'array'
  });
  const [row] = rows;
  if (!row) throw new Error(`the org has written no row of ${table}`);
  return { table, columns: fields.map((field) => field.name), values: row };
}

let serial = 0;

async function command(client: pg.Client, ledger: Row, order: Row, line: Row, _number: number): Promise<void> {
  const mark = `bare${serial++}`;
  const id = (prefix: string): string => `${prefix}${mark}`.padEnd(18, '0').slice(0, 18);
  const ledgerId = id('a0z');
  const orderId = id('a1z');
  await Promise.all([
    client.query('BEGIN; SAVEPOINT one'),
    insert(client, ledger, { id: ledgerId, request_key__c: mark, idempotency_key__c: mark })
  ]);
  await Promise.all([
    client.query('RELEASE SAVEPOINT one; SAVEPOINT two'),
    insert(client, order, { id: orderId, external_order_id__c: mark })
  ]);
  await Promise.all([
    client.query('SAVEPOINT three'),
    named(client, 'parent', 'SELECT id FROM order__c WHERE id = $1 AND NOT isdeleted FOR NO KEY UPDATE', [orderId])
  ]);
  await insert(client, line, { id: id('a2z'), order__c: orderId, external_line_id__c: mark });
  await Promise.all([
    client.query('RELEASE SAVEPOINT three; SAVEPOINT four'),
    named(client, 'again', 'SELECT * FROM integration_request__c WHERE id = $1 AND NOT isdeleted FOR NO KEY UPDATE', [
      ledgerId
    ])
  ]);
  await update(client, ledger, ledgerId);
  await client.query('COMMIT');
}

function insert(client: pg.Client, row: Row, changed: Readonly<Record<string, string>>): Promise<unknown> {
  const places = row.columns.map((_, index) => `$${index + 1}`).join(', ');
  const columns = row.columns.map((name) => pg.escapeIdentifier(name)).join(', ');
  return named(
    client,
    `insert-${row.table}`,
    `INSERT INTO ${row.table} (${columns}) VALUES (${places}) ON CONFLICT DO NOTHING RETURNING id`,
    row.columns.map((name, index) => changed[name] ?? row.values[index] ?? null)
  );
}

/** All columns but the keys, as the org writes them. */
function update(client: pg.Client, row: Row, id: string): Promise<unknown> {
  const columns = row.columns.flatMap((name, index) => (/^(id|request_key__c)$/.test(name) ? [] : [{ name, index }]));
  const assignments = columns.map(({ name }, index) => `${pg.escapeIdentifier(name)} = $${index + 2}`).join(', ');
  return named(client, 'update', `UPDATE ${row.table} SET ${assignments} WHERE id = $1 RETURNING id`, [
    id,
    ...columns.map(({ index }) => row.values[index] ?? null)
  ]);
}

const named = (client: pg.Client, name: string, text: string, values: readonly unknown[]): Promise<unknown> =>
  client.query({ name, text, values: [...values] });
