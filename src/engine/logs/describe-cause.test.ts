import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { describeCause } from './describe-cause.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
});
afterAll(() => database.drop());

const causeOf = async (run: () => unknown) => {
  try {
    await run();
  } catch (error) {
    return describeCause(error);
  }
  throw new Error('It was expected to fail.');
};

test.each([
  ['a statement', (db: TestDatabase['db']) => db.query("select 1 'sesame'") as unknown],
  ['a value', (db: TestDatabase['db']) => db.query("select 'sesame'::int")],
  ['JSON', () => JSON.parse('sesame')],
  ['a time zone', () => new Intl.DateTimeFormat('en', { timeZone: 'sesame' })],
])('of %s that cannot be read nothing is repeated', async (_what, run) => {
  const cause = await causeOf(() => run(database.db));
  expect(cause?.stack.length).toBeGreaterThan(0);
  expect(JSON.stringify(cause)).not.toContain('sesame');
});

test('what names no values is kept', async () => {
  const cause = await causeOf(() => database.db.query('select from nowhere'));
  expect(cause).toMatchObject({ name: 'DatabaseError', code: '42P01', message: 'relation "nowhere" does not exist' });
  expect(describeCause(new Error('There is no payee.'))).toMatchObject({
    name: 'Error',
    message: 'There is no payee.',
  });
});
