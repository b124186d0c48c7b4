/* The least that can answer: Fastify, one named query, its text as it is. */
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();
app.get('/', async (_request, reply) => {
  const { rows } = await pool.query({ name: 'body', text: 'select body from bench_bodies where id = $1', values: [1] });
  return reply.header('content-type', 'application/json').send(rows[0].body);
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
