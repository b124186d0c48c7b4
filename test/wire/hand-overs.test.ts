import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { balancesOf, bookWithPackage, buyPackage, makeSeller, type Person } from '#support/packages.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Parts = { learner: Person; from: Teacher; to: Teacher };

/** A learner who had a lesson with one instructor, was given a log, and knows another one. */
async function makeParts(seller: (app: TestApp) => Promise<Teacher> = makeInstructor): Promise<Parts> {
  const [learner, from, to] = await Promise.all([makePerson(app), seller(app), makeInstructor(app)]);
  const given = { instructor: from.id, learner: learner.id, durationMinutes: 60, status: 'completed' };
  const lesson = await app.root.collection('lessons').create({ ...given, start: '2026-11-20T02:00:00Z', note: 'Shy' });
  const skills = [{ skill: 'parallel_parking', level: 3 }];
  await app.root.collection('lesson_logs').create({ lesson: lesson.id, skills, notes: 'Parks well' });
  return { learner, from, to };
}

const ask = (by: Person, { learner, from, to }: Parts, note = '') =>
  by.collection('hand_overs').create({ learner: learner.id, fromInstructor: from.id, toInstructor: to.id, note });
const answer = (by: Person, { id }: { id: string }, status: string) =>
  by.collection('hand_overs').update(id, { status });
const listOf = async (person: Person) => (await person.send('/api/marketplace/hand-overs', {})).items;
const newsOf = async (person: Person) =>
  (
    await person.collection('notifications').getFullList({ filter: 'link = "/dashboard/hand-overs"', sort: 'created' })
  ).map(({ title }) => title);
const codeOf = async (call: Promise<unknown>) => {
  const { status, data } = await refusalOf(call);
  return [status, ...Object.entries(data).map(([field, { code }]) => `${field} ${code}`)];
};

test('an instructor hands a learner over: the learner agrees first, then who takes over, who then reads the record', async () => {
  const parts = await makeParts(makeSeller);
  const { learner, from, to } = parts;
  await app.root.collection('users').update(learner.id, { phone: '+6591234567' });
  const pack = await buyPackage(app, learner, from);
  await bookWithPackage(learner, from, '2026-11-23T02:00:00Z', 60);
  const asked = await ask(from.client, parts, 'I move away');
  expect(asked).toMatchObject({ status: 'waiting', askedBy: 'instructor', learnerAgreedAt: '' });
  expect(await newsOf(learner)).toEqual(['Hand-over']);
  // Who takes over hears nothing of the learner before the learner agreed.
  expect([await newsOf(to.client), await listOf(to.client)]).toEqual([[], []]);
  expect((await refusalOf(to.client.collection('hand_overs').getOne(asked.id))).status).toBe(404);
  expect((await refusalOf(answer(to.client, asked, 'agreed'))).status).toBe(404);
  expect(await listOf(learner)).toMatchObject([{ role: 'learner', lessons: 1, skills: 1, refundCents: 56_430 }]);
  expect(await answer(learner, asked, 'agreed')).toMatchObject({ status: 'waiting' });
  expect(await newsOf(to.client)).toEqual(['Hand-over']);
  const student = `/api/marketplace/students/${learner.id}`;
  const [{ refundCents, ...shown }] = await listOf(to.client);
  expect(shown).toMatchObject({ role: 'taker', note: 'I move away', lessons: 1, skills: 1 });
  expect(refundCents).toBeNull();
  expect(JSON.stringify(shown)).not.toContain('91234567');
  expect((await refusalOf(to.client.send(student, {}))).status).toBe(404);
  const seen = await answer(to.client, asked, 'agreed');
  expect(seen).toMatchObject({ status: 'done' });
  expect(seen).not.toHaveProperty('refundCents');
  for (const person of [learner, from.client, to.client]) expect((await newsOf(person)).at(-1)).toBe('Handed over');
  const record = await to.client.send(student, {});
  expect(record).toMatchObject({
    lessons: [],
    phone: '',
    note: null,
    before: [{ lessons: [{ log: { notes: 'Parks well' } }] }],
  });
  expect(record.before[0].skillHistory).toMatchObject([{ skill: 'parallel_parking', level: 3 }]);
  expect(JSON.stringify(record.before)).not.toMatch(/Shy|Cents|pickup/);
  const { items } = await to.client.send('/api/marketplace/students', {});
  expect(items).toMatchObject([{ learner: { id: learner.id } }]);
  await to.client.collection('student_notes').create({ instructor: to.id, learner: learner.id, text: 'Parks well' });
  // All that was left of the package goes back, as it was not the learner's wish; the lesson that it pays stays.
  const ended = await learner.collection('package_purchases').getOne(pack.id);
  const [refund] = await learner.collection('package_refunds').getFullList();
  expect([ended.status, refund]).toMatchObject([
    'refunded',
    { reason: 'handed_over', refundCents: 56_430, keptCents: 0 },
  ]);
  expect(await learner.collection('lessons').getFullList({ filter: 'status = "confirmed"' })).toHaveLength(1);
  expect(await listOf(learner)).toMatchObject([{ status: 'done', refundCents: 56_430 }]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('a learner who asks is not asked again, leaves by rule 18, and the instructor so far hears of it at the end', async () => {
  const parts = await makeParts(makeSeller);
  const { learner, from, to } = parts;
  await buyPackage(app, learner, from);
  await bookWithPackage(learner, from, '2026-11-23T02:00:00Z', 60);
  const asked = await ask(learner, parts);
  expect(asked.learnerAgreedAt).not.toBe('');
  expect([await newsOf(from.client), await listOf(from.client)]).toEqual([[], []]);
  expect((await refusalOf(from.client.collection('hand_overs').getOne(asked.id))).status).toBe(404);
  // Nor is it found out by asking, too.
  expect(await ask(from.client, parts)).toMatchObject({ status: 'waiting' });
  expect(await codeOf(answer(learner, asked, 'agreed'))).toEqual([400, 'status not_allowed']);
  await answer(to.client, asked, 'agreed');
  expect((await newsOf(from.client)).at(-1)).toBe('Handed over');
  const [refund] = await learner.collection('package_refunds').getFullList();
  expect(refund).toMatchObject({ reason: 'asked', refundCents: 56_100, keptCents: 330 });
  expect(await balancesOf(app, `held:${refund?.packagePurchase}`)).toEqual([0]);
  expect((await proveLedger(app.db)).faults).toEqual([]);
});

test('of two answers at once each counts, once, and what is over is not answered again', async () => {
  const parts = await makeParts(makeSeller);
  const { learner, from, to } = parts;
  await buyPackage(app, learner, from);
  const asked = await ask(learner, parts);
  const again = () => answer(to.client, asked, 'agreed').then(() => 'agreed', codeOfError);
  const answers = await Promise.all([
    again(),
    again(),
    answer(learner, asked, 'withdrawn').then(() => 'withdrawn', codeOfError),
  ]);
  expect(answers.filter((one) => one === 'agreed' || one === 'withdrawn')).toHaveLength(1);
  expect(answers.filter((one) => one === 'already_answered')).toHaveLength(2);
  const { status } = await learner.collection('hand_overs').getOne(asked.id);
  expect(await learner.collection('package_refunds').getFullList()).toHaveLength(status === 'done' ? 1 : 0);
  expect(await codeOf(answer(learner, asked, 'withdrawn'))).toEqual([400, 'status already_answered']);
});

const codeOfError = async (error: unknown) => (await refusalOf(Promise.reject(error))).data.status?.code;

test('it is refused, taken back, and not asked for again at once', async () => {
  const parts = await makeParts();
  const { learner, from, to } = parts;
  const first = await ask(from.client, parts);
  expect(await codeOf(ask(from.client, parts))).toEqual([400, 'fromInstructor already_asked']);
  expect(await codeOf(answer(from.client, first, 'agreed'))).toEqual([400, 'status not_allowed']);
  await answer(from.client, first, 'withdrawn');
  const second = await ask(from.client, parts);
  await answer(learner, second, 'agreed');
  // Consent can be taken back as long as it is not done.
  expect(await answer(learner, second, 'refused')).toMatchObject({ status: 'refused' });
  expect(await codeOf(answer(to.client, second, 'agreed'))).toEqual([400, 'status already_answered']);
  expect((await newsOf(from.client)).at(-1)).toBe('Not handed over');
  expect(await codeOf(ask(from.client, parts))).toEqual([400, 'toInstructor refused_lately']);
  await app.db.query(`update hand_overs set updated = updated - interval '7 days' where id = $1`, [second.id]);
  expect(await ask(from.client, parts)).toMatchObject({ status: 'waiting' });
});

test('nobody hands over whom they never taught, to themselves, to who can’t be booked, or for somebody else', async () => {
  const parts = await makeParts();
  const { learner, from, to } = parts;
  const [stranger, paused] = await Promise.all([makePerson(app), makeInstructor(app, { status: 'paused' })]);
  expect(await codeOf(ask(from.client, { ...parts, to: from }))).toEqual([400, 'toInstructor same_instructor']);
  expect(await codeOf(ask(from.client, { ...parts, to: paused }))).toEqual([400, 'toInstructor not_bookable']);
  expect(await codeOf(ask(from.client, { ...parts, learner: stranger }))).toEqual([400, 'fromInstructor not_met']);
  expect(await codeOf(ask(learner, { ...parts, from: to, to: from }))).toEqual([400, 'fromInstructor not_met']);
  expect((await refusalOf(ask(stranger, parts))).status).toBe(400);
  expect((await refusalOf(ask(to.client, parts))).status).toBe(400);
  const asked = await ask(learner, parts);
  await app.root.collection('instructors').update(to.id, { status: 'paused' });
  expect(await codeOf(answer(to.client, asked, 'agreed'))).toEqual([400, 'status not_bookable']);
});

test('a note has no numbers and addresses, and nobody is asked again and again', async () => {
  const parts = await makeParts();
  const { learner, from, to } = parts;
  const asked = await ask(learner, parts, 'Call me: 9123 4567, or mei@example.com');
  expect(asked.note).not.toMatch(/9123|mei@/);
  const [shown] = await listOf(to.client);
  expect(shown.note).toBe(asked.note);
  for (let times = 0; times < 10; times++) {
    const { id } = await ask(from.client, parts);
    await answer(from.client, { id }, 'withdrawn');
  }
  expect((await refusalOf(ask(from.client, parts))).status).toBe(429);
  expect(await newsOf(learner)).toHaveLength(10);
});
