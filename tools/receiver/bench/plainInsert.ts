/**
 * What the receiver is compared with: the same framework and database client doing nothing but one INSERT a request.
 *
 *   DATABASE_URL=… plainInsert.ts     prints its address when it is ready
 */
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query('CREATE TABLE IF NOT EXISTS plain (key text PRIMARY KEY, payload text NOT NULL)');
const app = fastify({ logger: false });
app.post<{ Body: { id: string } }>('/webhooks/payments', async (request, reply) => {
  await pool.query({
    name: 'plain',
    text: 'INSERT INTO plain (key, payload) VALUES ($1, $2)',
    values: [request.body.id, JSON.stringify(request.body)]
  });
  return reply.code(202).send({ stored: 1 });
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.on('SIGTERM', () => process.exit(0));
