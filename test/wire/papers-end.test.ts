import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
let moderator: Person;
let retiring: Awaited<ReturnType<typeof makeInstructor>>;

beforeAll(async () => {
  app = await startApp();
  retiring = await makeInstructor(app, { retiresOn: '2027-11-24' });
  moderator = await makePerson(app, { role: 'moderator' });
});
afterAll(() => app.close());

const titlesOf = async (client: Pick<Person, 'collection'>) =>
  (await client.collection('notifications').getFullList()).map(({ title }) => String(title));
const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);

test('[rule 28] lessons after a new, earlier end are flagged once; their learners have all the money back, and nobody starts them', async () => {
  const { id, client } = await makeInstructor(app, { horizonDays: 200 });
  const learner = await makePerson(app);
  const lesson = await learner
    .collection('lessons')
    .create({ instructor: id, start: '2026-11-22T14:00:00+08:00', durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  const checks = [{ kind: 'licence', checkedOn: '2026-11-21', expiresOn: '2026-11-21', note: '' }];
  await moderator.collection('verifications').create({ instructor: id, outcome: 'accepted', checks });
  for (let times = 0; times < 2; times += 1) await app.app.sweepers.runDue();
  const told = async (person: Pick<Person, 'collection'>) =>
    (await titlesOf(person)).filter((title) => /may not|after your papers/.test(title));
  expect(await told(learner)).toEqual(['Your lesson may not take place']);
  expect(await told(client)).toEqual(['Lessons after your papers end']);

  app.clock.set('2026-11-22T09:00:00+08:00');
  const query = { lesson: lesson.id };
  const preview = await learner.send<object>('/api/marketplace/cancellation', { query });
  expect(preview).toMatchObject({ refundPercent: 100, until: null, isBeyondPapers: true });
  // Each of them is told so on the page of the lesson; what cancelling costs the instructor is as ever.
  expect(await client.send<object>('/api/marketplace/cancellation', { query })).toMatchObject({
    isLate: true,
    isBeyondPapers: true,
  });
  app.clock.set('2026-11-22T13:55:00+08:00');
  const start = client.collection('lesson_starts').create({ lesson: lesson.id, code: '0000' });
  expect(await codesOf(start)).toEqual(['lesson: papers_ended']);
});

test('an instructor is told of the 75th birthday a year ahead, once', async () => {
  for (const day of [1, 2, 3]) {
    app.clock.set(`2026-11-2${day + 2}T10:00:00+08:00`);
    await app.app.sweepers.runDue();
  }
  const told = (await app.db.query('select title from notifications where "user" = $1', [
    retiring.client.id,
  ])) as object[];
  expect(told).toEqual([{ title: 'You can teach until 2027-11-24' }]);
});
