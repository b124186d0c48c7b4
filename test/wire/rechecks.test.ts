import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let moderator: PocketBase & { id: string };
let teacher: Teacher;
let other: Teacher;

beforeAll(async () => {
  app = await startApp();
  moderator = await makePerson(app, { role: 'moderator' });
  [teacher, other] = [
    await makeInstructor(app, { name: 'Tan Ah Kow' }),
    await makeInstructor(app, { name: 'Lim Mei' }),
  ];
});
afterAll(() => app.close());

const rechecks = (query: Record<string, string> = {}) => moderator.send('/api/marketplace/rechecks', { query });
const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);
const note = (instructor: string, outcome: string, by: PocketBase = moderator) =>
  by.collection('police_checks').create({ instructor, listedOn: '2026-11-20', outcome });
const publicChecks = async () =>
  (await app.guest().send(`/api/marketplace/instructors/${teacher.id}/checks`, {})).items as object[];

test('who was not compared with the Police’s list for 31 days, or not found, is due', async () => {
  expect(await rechecks({ state: 'due' })).toMatchObject({ totalItems: 2, due: 2 });
  await note(teacher.id, 'found');
  await note(other.id, 'missing');
  const { items } = await rechecks({ sort: 'name' });
  expect(items).toMatchObject([
    { name: 'Lim Mei', lastOutcome: 'missing', isDue: true },
    { name: 'Tan Ah Kow', lastOutcome: 'found', lastCheckedOn: '2026-11-21', lastListedOn: '2026-11-20', isDue: false },
  ]);
  expect(namesOf(await rechecks({ state: 'done' }))).toEqual(['Tan Ah Kow']);
  expect(namesOf(await rechecks({ q: 'mei' }))).toEqual(['Lim Mei']);
  expect(await rechecks({ status: 'listed' })).toMatchObject({ totalItems: 2 });
  expect(await rechecks({ status: 'paused' })).toMatchObject({ totalItems: 0 });
  expect((await refusalOf(rechecks({ status: 'draft' }))).data.status?.code).toBe('validation_in_invalid');
  expect((await refusalOf(rechecks({ state: 'nonsense' }))).data.state?.code).toBe('validation_in_invalid');
});

test('a comparison that is taken back counts no more, and a verification counts as one', async () => {
  const third = await makeInstructor(app, { name: 'Ng Wei' });
  const state = async () => (await rechecks({ q: 'Ng Wei' })).items[0];
  expect(await state()).toMatchObject({ lastCheckedOn: null, isDue: true });
  const today = '2026-11-21';
  const seen = await note(third.id, 'found');
  const missed = await note(third.id, 'missing');
  expect(await state()).toMatchObject({ lastCheckedOn: today, lastOutcome: 'missing', isDue: true });
  await app.root.collection('police_checks').delete(missed.id);
  expect(await state()).toMatchObject({ lastCheckedOn: today, lastOutcome: 'found', isDue: false });
  await app.root.collection('police_checks').delete(seen.id);
  expect(await state()).toMatchObject({ lastCheckedOn: null, isDue: true });
  const insert = `insert into verifications (id, instructor, outcome, checks, status, created) values ('verifiedngwei00', $1, 'accepted', $2, 'waiting', now())`;
  await app.db.query(insert, [third.id, JSON.stringify([{ kind: 'tp_list', checkedOn: today }])]);
  expect(await state()).toMatchObject({ lastCheckedOn: null, isDue: true });
  await app.db.query(`update verifications set status = 'done' where id = 'verifiedngwei00'`);
  expect(await state()).toMatchObject({ lastCheckedOn: today, isDue: false });
  await app.db.query(`update instructors set status = 'suspended' where id = $1`, [third.id]);
});

test('the instructor’s page says since when they are on the list, and says it no more once they were not found', async () => {
  expect(await publicChecks()).toEqual([{ kind: 'tp_list', checkedOn: '2026-11-21' }]);
  app.clock.advance(32 * 24 * 60);
  moderator = await makePerson(app, { role: 'moderator' });
  expect(namesOf(await rechecks({ state: 'due', sort: 'name' }))).toEqual(['Lim Mei', 'Tan Ah Kow']);
  await note(teacher.id, 'found');
  expect(await publicChecks()).toEqual([{ kind: 'tp_list', checkedOn: '2026-12-23' }]);
  await note(teacher.id, 'missing');
  expect(await publicChecks()).toEqual([]);
});

test('nobody compares themselves, no list is of a day to come, and who compared is written down', async () => {
  const future = { instructor: teacher.id, listedOn: '2026-12-24', outcome: 'found' };
  const refusal = await refusalOf(moderator.collection('police_checks').create(future));
  expect([refusal.status, refusal.data.listedOn?.code]).toEqual([400, 'in_future']);
  await app.db.query(`update users set role = 'moderator' where id = $1`, [other.client.id]);
  const own = app.guest();
  await own.collection('users').authWithPassword(`${other.client.id}@kerbside.example`, 'learner-password');
  expect((await refusalOf(note(other.id, 'found', own))).data.instructor?.code).toBe('own_profile');
  expect((await note(teacher.id, 'found')).checker).toBe(moderator.id);
});

test('both ends of the order by the last comparison are those of everybody', async () => {
  const dates = async (sort: string) =>
    (await rechecks({ sort })).items.map(({ lastCheckedOn }: { lastCheckedOn: string | null }) => lastCheckedOn ?? '');
  expect(await dates('lastCheckedOn')).toEqual((await dates('-lastCheckedOn')).toReversed());
  expect(await dates('lastCheckedOn')).toEqual((await dates('lastCheckedOn')).toSorted());
});
