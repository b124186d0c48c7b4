import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../bin/lib/free-port.mjs';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startMain, stopMains } from '../support/start-main.ts';

const production = { NODE_ENV: 'production', SANDBOX_PAYMENTS: '0' };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(stopMains);
afterAll(() => database.drop());

async function start(variables: Record<string, string>) {
  return startMain({ DATABASE_URL: database.url, PORT: String(await freePort()), ...variables });
}

describe('[10.1.8] a start', () => {
  test('in development stays on the machine', async () => {
    const main = await start({ HOST: '0.0.0.0' });
    expect(await main.ended).toBe(1);
    expect(main.output()).toMatch(/^HOST must be 127\.0\.0\.1, ::1 or localhost/);
  });

  test('in production refuses all that is not safe, a line each', async () => {
    const main = await start({ NODE_ENV: 'production', HOST: '0.0.0.0', DEMO: '1', SMTP_ULR: 'smtp://mail' });
    expect(await main.ended).toBe(1);
    const lines = main.output().trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['PUBLIC_URL', 'DEMO', 'SANDBOX_PAYMENTS', 'SMTP_ULR']);
  });

  test('in production refuses a database that was filled with the demonstration, and says how to go on', async () => {
    const demo = await start({});
    await demo.ready;
    demo.child.kill('SIGTERM');
    expect(await demo.ended).toBe(0);
    const main = await start(production);
    expect(await main.ended).toBe(1);
    expect(main.output()).toMatch(
      /^This database holds the demonstration, .* Set DATA_DIR to a new folder or DATABASE_URL/m,
    );
    // Besides lines of the log, such as that backups are not encrypted.
    const sentences = main
      .output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    expect(sentences).toHaveLength(1);
  });
});

test('a migration that was edited after being applied is told of in development and refused in production', async () => {
  const edited = await createTestDatabase();
  try {
    await edited.db.query(`update _migrations set sha256 = 'other' where name = '0001-baseline.sql'`);
    const sentence = /The migration 0001-baseline\.sql was edited after being applied to this database/;
    const development = await start({ DATABASE_URL: edited.url, DEMO: '0' });
    await development.ready;
    expect(development.output()).toMatch(sentence);
    await stopMains();
    const main = await start({ ...production, DATABASE_URL: edited.url });
    expect(await main.ended).toBe(1);
    expect(main.output()).toMatch(sentence);
  } finally {
    await stopMains();
    await edited.drop();
  }
});

test('[11.15] two servers that start together on an empty database make one superuser and are both ready', async () => {
  const empty = await createTestDatabase({ isEmpty: true });
  try {
    const superuser = { SUPERUSER_EMAIL: 'first@example.com', SUPERUSER_PASSWORD: 'a-password-of-mine' };
    const both = await Promise.all([1, 2].map(() => start({ ...production, ...superuser, DATABASE_URL: empty.url })));
    await Promise.all(both.map(({ ready }) => ready));
    expect(await empty.db.query('select email from _superusers')).toEqual([{ email: 'first@example.com' }]);
  } finally {
    await stopMains();
    await empty.drop();
  }
});
