import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Client = Awaited<ReturnType<typeof makePerson>>;
let admin: Client;
let learner: Client;
let teacher: Teacher;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  learner = await makePerson(app);
  await app.root.collection('users').update(admin.id, { name: 'Ada Admin' });
  await app.root.collection('users').update(learner.id, { name: 'Nur Aisyah' });
  teacher = await makeInstructor(app, { name: 'Ravi Kumar' });
});
afterAll(() => app.close());

const card = { method: 'card', cardNumber: '4242424242424242' };
const pardons = (query: Record<string, string> = {}) => admin.send('/api/marketplace/pardons', { query });

async function book(hour: number): Promise<string> {
  const start = `2026-11-21T${hour}:00:00+08:00`;
  const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: lesson.id, ...card });
  return lesson.id;
}

test('staff see every pass, credit, waiver and pardon: whose, by whom, why and until when', async () => {
  const [forgiven, charged, called] = [await book(13), await book(15), await book(17)];
  const because = { reason: 'The car broke down' };
  const [passed] = [await learner.collection('cancellations').create({ lesson: forgiven, ...because })];
  await learner.collection('cancellations').create({ lesson: charged, reason: 'Too much work' });
  await teacher.client.collection('waivers').create({ lesson: charged, reason: 'I know how it is' });
  await teacher.client.collection('cancellations').create({ lesson: called, reason: 'A wedding' });
  const pardon = await admin
    .collection('reliability_pardons')
    .create({ instructor: teacher.id, reason: 'The road was closed' });
  expect((await pardons()).totalItems).toBe(4);

  const one = async (kind: string) => (await pardons({ kind })).items[0];
  // The next pass can be had six calendar months later, by the instructor's clock.
  const nextPass = new Date(`${passed?.created}`.replace(' ', 'T'));
  nextPass.setUTCMonth(nextPass.getUTCMonth() + 6);
  expect(await one('mercy')).toMatchObject({
    ...{ personName: 'Nur Aisyah', byName: '', lesson: forgiven, amountCents: passed?.creditCents, ...because },
    until: nextPass.toISOString().replace('T', ' '),
  });
  expect(await one('waiver')).toMatchObject({
    ...{ personName: 'Nur Aisyah', byName: 'Ravi Kumar', reason: 'I know how it is', until: null, lesson: charged },
  });
  expect(await one('goodwill')).toMatchObject({
    ...{ personName: 'Nur Aisyah', byName: '', amountCents: 1000, reason: 'A wedding', until: null, lesson: called },
  });
  expect(await one('reliability')).toMatchObject({
    ...{ id: pardon.id, personName: 'Ravi Kumar', byName: 'Ada Admin', reason: 'The road was closed', lesson: '' },
    until: new Date(Date.parse(pardon.created) + 90 * 86_400_000).toISOString().replace('T', ' '),
  });
  expect((await pardons({ q: called })).totalItems).toBe(1);
  expect((await pardons({ q: 'nur' })).totalItems).toBe(3);
  expect((await pardons({ sort: 'person' })).items.map(({ personName }: { personName: string }) => personName)).toEqual(
    ['Nur Aisyah', 'Nur Aisyah', 'Nur Aisyah', 'Ravi Kumar'],
  );
  expect((await refusalOf(pardons({ kind: 'nonsense' }))).data.kind?.code).toBe('validation_in_invalid');
  // It was told, with its reason, and stands in the audit trail.
  const filter = 'title = "Earlier cancellations no longer count"';
  const told = await teacher.client.collection('notifications').getFirstListItem(filter);
  expect(told.message).toContain('The road was closed');
  const { items: trail } = await admin.send('/api/marketplace/audit', { query: { record: pardon.id } });
  expect(trail[0]).toMatchObject({ action: 'create', collection: 'reliability_pardons', actorName: 'Ada Admin' });
});

test('nobody of the staff pardons themselves', async () => {
  const own = await makeInstructor(app, { name: 'Lim' });
  await app.root.collection('users').update(own.client.id, { role: 'admin' });
  const pardon = { instructor: own.id, reason: 'I was ill' };
  const refused = await refusalOf(own.client.collection('reliability_pardons').create(pardon));
  expect(refused.data).toMatchObject({ instructor: { code: 'own_case' } });
  await admin.collection('reliability_pardons').create(pardon);
});
