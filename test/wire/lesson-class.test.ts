import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const wish = (instructor: string, day: number, more: object = {}) => ({
  ...{ instructor, start: `2026-12-0${day}T02:00:00Z`, durationMinutes: 60, ...more },
});

test('a lesson says for which class it is: as asked, as the last time, or as its instructor teaches where that is one', async () => {
  const [both, one] = await Promise.all([
    makeInstructor(app, { licenceClasses: ['3', '3A'] }),
    makeInstructor(app, { licenceClasses: ['3A'] }),
  ]);
  const learner = await makePerson(app);
  const book = async (more: ReturnType<typeof wish>) => (await learner.collection('lessons').create(more)).licenceClass;
  expect(await book(wish(one.id, 1))).toBe('3A');
  expect(await book(wish(both.id, 2))).toBe('');
  expect(await book(wish(both.id, 3, { licenceClass: '3' }))).toBe('3');
  expect(await book(wish(both.id, 4))).toBe('3');
  const refused = await refusalOf(book(wish(one.id, 5, { licenceClass: '3' })));
  expect([refused.status, refused.data.licenceClass?.code]).toEqual([400, 'class_not_taught']);
});

test('a paid lesson names its class in the mail that confirms it', async () => {
  const both = await makeInstructor(app, { licenceClasses: ['3', '3A'] });
  const learner = await makePerson(app);
  const { id } = await learner.collection('lessons').create(wish(both.id, 7, { licenceClass: '3' }));
  await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
  const [mail] = await app.db.query<{ text: string }>(
    `select message->>'text' as text from _mails where message->>'text' like '%3, manual%'`,
  );
  expect(mail?.text).toContain('3, manual');
});
