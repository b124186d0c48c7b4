import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a time zone that only the server knows, and not the database, is none: it would end sweeps of everybody’s lessons', async () => {
  const { id, client } = await makeInstructor(app);
  const [zone, person] = ['US/Pacific-New', await makePerson(app)];
  const code = 'validation_invalid_timezone';
  for (const call of [
    () => client.collection('instructors').update(id, { timezone: zone }),
    () => person.collection('instructors').create({ name: 'Mei', timezone: zone }),
    () => app.root.collection('instructors').update(id, { timezone: zone }),
  ]) {
    expect(await refusalOf(call())).toMatchObject({ status: 400, data: { timezone: { code } } });
  }
  expect(await client.collection('instructors').update(id, { timezone: 'Europe/Berlin' })).toMatchObject({
    timezone: 'Europe/Berlin',
  });
});
