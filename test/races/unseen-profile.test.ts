import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a change of a draft that comes through after the profile was listed is judged anew: nobody is listed unseen', async () => {
  const person = await makePerson(app);
  const { id } = await person.collection('instructors').create({ name: 'Mei', licenceClasses: ['3A'] });
  // What takes a while between the judgement and the write, such as pictures that wait to be made anew.
  let isSlow = true;
  app.app.engine.hooks.on('instructors', {
    async beforeUpdate() {
      if (!isSlow) return;
      isSlow = false;
      await app.db.query(`update instructors set status = 'listed', "verifiedAt" = now() where id = $1`, [id]);
    },
  });
  const refused = await refusalOf(person.collection('instructors').update(id, { name: 'Somebody else' }));
  expect(refused).toMatchObject({ status: 400, data: { name: { code: 'needs_review' } } });
  expect(await person.collection('instructors').getOne(id)).toMatchObject({ name: 'Mei', status: 'listed' });
});
