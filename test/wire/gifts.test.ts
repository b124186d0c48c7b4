import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeLessons } from '#marketplace/booking/lessons/closing/close-lessons.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { balancesOf, buyPackage, card, makeSeller, type Person } from '#support/packages.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterEach(async () => {
  expect((await proveLedger(app.db)).faults).toEqual([]);
});
afterAll(() => app.close());

/** What the platform earned by the lessons of some learners, and gave because of them. */
const platformBy = async (...learners: Person[]) => {
  const [row] = await app.db.query<{ fees: number; given: number }>(
    `select coalesce(-sum(e."amountCents") filter (where account = 'platform_fees'), 0)::integer as fees,
       coalesce(sum(e."amountCents") filter (where account = 'goodwill'), 0)::integer as given
     from ledger_entries e join ledger_transactions t on t.id = e.transaction join lessons l on l.id = t.lesson
     where l.learner = any ($1::text[])`,
    [learners.map(({ id }) => id)],
  );
  return [row?.fees ?? 0, row?.given ?? 0];
};
const creditOf = async (who: Person) => (await balancesOf(app, `learner_credit:${who.id}`))[0];
const payableOf = async ({ id }: Teacher) => (await balancesOf(app, `instructor_payable:${id}`))[0];

async function joinAsOwn(learner: Person, teacher: Teacher) {
  const own = await teacher.client.collection('own_learners').create({ name: 'Mei Ling', phone: '91234567' });
  await learner.send('/api/marketplace/own-learners/join', { method: 'POST', body: { code: own.inviteCode } });
}

async function booked(learner: Person, teacher: Teacher, start: string, methods: readonly object[] = [card]) {
  const { id } = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  for (const method of methods) await learner.collection('payments').create({ lesson: id, ...method });
  return id;
}

/** A day after its end a lesson that nobody spoke of counts as given. */
async function allTaughtBy(at: string) {
  app.clock.set(at);
  await closeLessons(app.app.engine, app.clock.nowMs());
}

/** Cancels two hours ahead: nothing comes back, and the mercy pass makes credit of all. */
async function forgiven(learner: Person, teacher: Teacher) {
  const lesson = await booked(learner, teacher, '2026-11-22T06:00:00Z');
  app.clock.set('2026-11-22T04:00:00Z');
  return learner.collection('cancellations').create({ lesson });
}

test('[26.5] credit of a mercy pass brings its fee with an instructor who brought the learner along', async () => {
  const [own, other, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
  await joinAsOwn(learner, own);
  expect(await forgiven(learner, other)).toMatchObject({ usesMercyPass: true, creditCents: 6600 });
  expect([await payableOf(other), await creditOf(learner)]).toEqual([660, 6600]);
  const lesson = await booked(learner, own, '2026-11-23T06:00:00Z', [{ method: 'credit' }]);
  const { items } = await own.client.send('/api/marketplace/earnings', { query: {} });
  expect(items).toMatchObject([
    { lesson, state: 'pending', feeCents: 660, netCents: 5940, feeRule: { reason: 'gift' } },
  ]);
  await allTaughtBy('2026-11-25T06:00:00Z');
  expect(await platformBy(learner)).toEqual([660, 660]);
  expect(await payableOf(own)).toBe(5940);
  const settled = await own.client.send('/api/marketplace/earnings', { query: {} });
  expect(settled.items).toMatchObject([{ state: 'settled', feeCents: 660, feeRule: { reason: 'gift' } }]);
  // Nothing is owed any more: the next lesson with them has no fee.
  await booked(learner, own, '2026-11-27T06:00:00Z');
  await allTaughtBy('2026-11-29T06:00:00Z');
  expect(await payableOf(own)).toBe(12_540);
});

test('[26.5] so it does in parts, and through hours of a package', async () => {
  const [own, other, learner] = await Promise.all([
    makeSeller(app),
    makeInstructor(app, { hourlyCents: 70_000 }),
    makePerson(app),
  ]);
  await joinAsOwn(learner, own);
  const cancelled = await forgiven(learner, other);
  expect(cancelled).toMatchObject({ usesMercyPass: true, creditCents: 70_000 });
  expect(await payableOf(other)).toBe(7000);
  await buyPackage(app, learner, own, { minutes: 600, method: 'credit' });
  expect(await creditOf(learner)).toBe(7300);
  // An hour of S$62.70 of S$700.00, of which S$70.00 are owed.
  await booked(learner, own, '2026-11-23T06:00:00Z', [{ method: 'credit' }]);
  await allTaughtBy('2026-11-25T06:00:00Z');
  expect(await platformBy(learner)).toEqual([627, 7000]);
  expect(await payableOf(own)).toBe(6270 - 627);
});

test('[26.5] it comes back with the credit when the lesson is called off, and is brought once', async () => {
  const [own, other, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
  await joinAsOwn(learner, own);
  await forgiven(learner, other);
  const free = await booked(learner, own, '2026-11-24T06:00:00Z', [{ method: 'credit' }]);
  await learner.collection('cancellations').create({ lesson: free });
  expect(await creditOf(learner)).toBe(6600);
  const half = await booked(learner, own, '2026-11-24T06:00:00Z', [{ method: 'credit' }]);
  app.clock.set('2026-11-23T16:00:00Z');
  await learner.collection('cancellations').create({ lesson: half });
  expect([await platformBy(learner), await creditOf(learner)]).toEqual([[330, 660], 3300]);
  await booked(learner, own, '2026-11-25T06:00:00Z', [{ method: 'credit' }, card]);
  await allTaughtBy('2026-11-27T06:00:00Z');
  expect(await platformBy(learner)).toEqual([660, 660]);
});

test('[26.5] of two lessons that are settled at once each cent is brought once', async () => {
  const [one, two, other, learner] = await Promise.all([
    makeInstructor(app, { hourlyCents: 4000 }),
    makeInstructor(app, { hourlyCents: 4000 }),
    makeInstructor(app, { hourlyCents: 8000 }),
    makePerson(app),
  ]);
  await Promise.all([joinAsOwn(learner, one), joinAsOwn(learner, two)]);
  await forgiven(learner, other);
  await booked(learner, one, '2026-11-23T06:00:00Z', [{ method: 'credit' }]);
  await booked(learner, two, '2026-11-23T09:00:00Z', [{ method: 'credit' }]);
  app.clock.set('2026-11-25T11:00:00Z');
  await Promise.all([1, 2].map(() => closeLessons(app.app.engine, app.clock.nowMs())));
  expect(await platformBy(learner)).toEqual([800, 800]);
  expect([await payableOf(one), await payableOf(two)]).toEqual([3600, 3600]);
});

test('[26.5] the credit of a late instructor is the platform’s twice, and owes the fee on that lesson', async () => {
  const [teacher, learner, own] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  await joinAsOwn(own, teacher);
  const late = async (who: Person, start: string) => {
    const lesson = await booked(who, teacher, start);
    return teacher.client.collection('cancellations').create({ lesson });
  };
  app.clock.set('2026-11-21T10:00:00+08:00');
  expect(await late(learner, '2026-11-22T01:00:00Z')).toMatchObject({ refundCents: 6600, creditCents: 1000 });
  expect([await platformBy(learner, own), await payableOf(teacher)]).toEqual([[0, 1000], 0]);
  expect(await late(own, '2026-11-22T01:00:00Z')).toMatchObject({ refundCents: 6600, creditCents: 1000 });
  expect([await platformBy(learner, own), await payableOf(teacher)]).toEqual([[0, 2000], 0]);
  // Spent where no fee is taken, the credit brings what was given for it.
  const free = await makeInstructor(app);
  await joinAsOwn(learner, free);
  await booked(learner, free, '2026-11-23T06:00:00Z', [{ method: 'credit' }, card]);
  await allTaughtBy('2026-11-25T06:00:00Z');
  expect(await platformBy(learner)).toEqual([660, 1000]);
});

test('[26.5] one person has one mercy pass, with as many accounts as share their proved number', async () => {
  const [teacher, first, second, stranger] = await Promise.all([
    makeInstructor(app),
    makePerson(app),
    makePerson(app),
    makePerson(app),
  ]);
  for (const { id } of [first, second]) {
    await app.db.query(`update users set phone = '+6591230001' where id = $1`, [id]);
    await app.db.query('update users set "phoneProved" = now() where id = $1', [id]);
  }
  await app.db.query(`update users set phone = '+6591230001' where id = $1`, [stranger.id]);
  const usesPass = async (who: Person, start: string) => {
    app.clock.set('2026-11-21T10:00:00+08:00');
    const lesson = await booked(who, teacher, start);
    app.clock.set('2026-11-21T23:30:00Z');
    return (await who.collection('cancellations').create({ lesson })).usesMercyPass;
  };
  expect(await usesPass(first, '2026-11-22T01:00:00Z')).toBe(true);
  expect(await usesPass(second, '2026-11-22T03:00:00Z')).toBe(false);
  expect(await usesPass(stranger, '2026-11-22T05:00:00Z')).toBe(true);
});

test('[26.5] who booked with an instructor is not brought along by a second account of the same proved number', async () => {
  const [teacher, first, second] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  for (const { id } of [first, second]) {
    await app.db.query(`update users set phone = '+6591230002' where id = $1`, [id]);
    await app.db.query('update users set "phoneProved" = now() where id = $1', [id]);
  }
  await booked(first, teacher, '2026-11-23T01:00:00Z');
  const refused = await refusalOf(joinAsOwn(second, teacher));
  expect([refused.status, refused.data.code?.code]).toEqual([400, 'met_here']);
});

test('[26.5] a hand-over gives the credit of a package back with what it owes', async () => {
  const [own, next, other, learner] = await Promise.all([
    makeSeller(app),
    makeInstructor(app),
    makeInstructor(app, { hourlyCents: 70_000 }),
    makePerson(app),
  ]);
  await joinAsOwn(learner, own);
  await forgiven(learner, other);
  await buyPackage(app, learner, own, { minutes: 600, method: 'credit' });
  // A lesson that was given is what there is to hand over; hours of the package paid it.
  await booked(learner, own, '2026-11-23T06:00:00Z', [{ method: 'credit' }]);
  await allTaughtBy('2026-11-24T08:00:00Z');
  expect(await platformBy(learner)).toEqual([627, 7000]);
  const asked = await own.client
    .collection('hand_overs')
    .create({ learner: learner.id, fromInstructor: own.id, toInstructor: next.id });
  await learner.collection('hand_overs').update(asked.id, { status: 'agreed' });
  await next.client.collection('hand_overs').update(asked.id, { status: 'agreed' });
  const credit = await creditOf(learner);
  expect(credit).toBe(7300 + 62_700 - 6270);
  // S$63.73 are owed still, by S$637.30: an hour with who takes over brings its ordinary fee, which is as much.
  await booked(learner, next, '2026-11-26T06:00:00Z', [{ method: 'credit' }]);
  await allTaughtBy('2026-11-28T08:00:00Z');
  expect(await platformBy(learner)).toEqual([627 + 660, 7000]);
});

test('[26.5] a forgiven time that others take gives nothing back, and the platform loses nothing by it', async () => {
  const [teacher, own, learner, taker] = await Promise.all([
    makeInstructor(app),
    makeInstructor(app),
    makePerson(app),
    makePerson(app),
  ]);
  await joinAsOwn(learner, own);
  const lesson = await booked(learner, teacher, '2026-11-22T06:00:00Z');
  app.clock.set('2026-11-21T16:00:00Z');
  expect(await learner.collection('cancellations').create({ lesson })).toMatchObject({ usesMercyPass: true });
  await booked(taker, teacher, '2026-11-22T06:00:00Z');
  await allTaughtBy('2026-11-23T08:00:00Z');
  await app.app.sweepers.runDue();
  const [cancellation] = await learner.collection('cancellations').getFullList();
  expect(cancellation).toMatchObject({ returnedCents: 0, isRefilled: false });
  expect(await platformBy(learner, taker)).toEqual([660, 330]);
  await booked(learner, own, '2026-11-24T08:00:00Z', [{ method: 'credit' }, card]);
  await allTaughtBy('2026-11-26T08:00:00Z');
  expect(await platformBy(learner, taker)).toEqual([990, 330]);
});

test('[26.5] a time that an own learner takes gives its learner all but S$5.00 back, and the platform keeps of these what its fee was', async () => {
  const [teacher, learner, own] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  await joinAsOwn(own, teacher);
  // The pass is used before.
  const used = await booked(learner, teacher, '2026-11-22T01:00:00Z');
  app.clock.set('2026-11-21T23:00:00Z');
  await learner.collection('cancellations').create({ lesson: used });
  app.clock.set('2026-11-21T10:00:00+08:00');
  const lesson = await booked(learner, teacher, '2026-11-22T06:00:00Z');
  app.clock.set('2026-11-21T17:00:00Z');
  expect(await learner.collection('cancellations').create({ lesson })).toMatchObject({ feeCents: 3300, isLate: true });
  const [before, given] = await platformBy(learner);
  expect(before).toBe(330);
  await booked(own, teacher, '2026-11-22T06:00:00Z');
  app.clock.set('2026-11-22T05:59:00Z');
  await app.app.sweepers.runDue();
  expect((await learner.collection('cancellations').getFirstListItem(`lesson = '${lesson}'`)).returnedCents).toBe(2800);
  // S$3.30 were the platform's, and of the S$5.00 that stay they are still.
  expect(await platformBy(learner)).toEqual([before, given]);
});
