import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { makeInstructor, makePerson, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  app.clock.set('2026-11-23T10:00:00+08:00');
  // A superuser's session is short.
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makePerson>>;
type Booked = { teacher: Teacher; learner: Person; lesson: string };
const card = { method: 'card', cardNumber: '4242424242424242' };

/** A lesson of an hour at S$66.00 with people of its own, so many hours from now. */
async function booked(hours: number, { method = 'card', fields = {} } = {}): Promise<Booked> {
  const [teacher, learner] = await Promise.all([makeInstructor(app, fields), makePerson(app)]);
  const start = new Date(app.clock.nowMs() + hours * 3_600_000).toISOString();
  const lessons = learner.collection('lessons');
  const { id } = await lessons.create({ instructor: teacher.id, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: id, ...(method === 'card' ? card : { method }) });
  return { teacher, learner, lesson: id };
}

/** The same as a superuser writes down that it was given and paid. */
async function given(hours: number, status = 'completed'): Promise<Booked> {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const start = new Date(app.clock.nowMs() + hours * 3_600_000).toISOString();
  const fields = { instructor: teacher.id, learner: learner.id, start, durationMinutes: 60, priceCents: 6600 };
  const { id } = await app.root.collection('lessons').create({ ...fields, status });
  const paid = { lesson: id, learner: learner.id, amountCents: 6600, status: 'succeeded', method: 'card' };
  await app.root.collection('payments').create(paid);
  return { teacher, learner, lesson: id };
}

const readOf = async (text: string, values: unknown[]) => Object.values((await app.db.query(text, values))[0] ?? {})[0];
const statusOf = ({ lesson }: Booked) => readOf('select status from lessons where id = $1', [lesson]);
const paymentOf = ({ lesson }: Booked) => readOf('select status from payments where lesson = $1', [lesson]);

/** Everything that is only ever added to. */
const written = () =>
  app.db.query(`select (select count(*) from lesson_moves) as moves, (select count(*) from ledger_transactions) as transactions,
    (select count(*) from refunds) as refunds, (select count(*) from payouts) as payouts, (select count(*) from notifications) as news,
    (select count(*) from _mails) as mails`);

/** Something of each kind that comes due within three weeks, and then the three weeks. */
async function threeWeeksLater() {
  const held = await booked(48, { method: 'paynow' });
  const asked = await booked(72, { fields: { instantBooking: false } });
  const ahead = await booked(26);
  const wanted = await booked(23);
  const proposal = await wanted.learner.collection('reschedules').create({
    lesson: wanted.lesson,
    start: new Date(app.clock.nowMs() + 47 * 3_600_000).toISOString(),
  });
  expect(proposal.status).toBe('proposed');
  const missed = await given(-0.5, 'confirmed');
  await missed.learner.collection('no_shows').create({ lesson: missed.lesson });
  const claimed = await given(-3);
  const claim = { lesson: claimed.lesson, kind: 'quality', text: 'The car broke down.' };
  const { id: ofClaim } = await claimed.learner.collection('claims').create(claim);
  const reviewed = await given(-5);
  const review = { lesson: reviewed.lesson, rating: 5, text: 'Calm and clear.' };
  const { id: ofReview } = await reviewed.learner.collection('reviews').create(review);

  app.clock.advance(21 * 24 * 60);
  const lessons = { held, asked, ahead, wanted, missed, claimed, reviewed };
  return { lessons, proposal: proposal.id, claim: ofClaim, review: ofReview };
}

type Due = Awaited<ReturnType<typeof threeWeeksLater>>;

/** What has become of all that was due; S$66.00 less 10 % are paid out of the closed ones, by the Wednesday that is past. */
async function outcomesOf({ lessons, proposal, claim, review }: Due) {
  const states = await Promise.all(
    Object.entries(lessons).map(async ([name, one]) => [name, await statusOf(one), await paymentOf(one)]),
  );
  const paidOut = await Promise.all(
    [lessons.ahead, lessons.wanted, lessons.reviewed, lessons.claimed].map(({ teacher }) =>
      app.db.query('select "amountCents", status from payouts where instructor = $1', [teacher.id]),
    ),
  );
  const others = [
    await readOf('select status from reschedules where id = $1', [proposal]),
    await readOf('select status from claims where id = $1', [claim]),
    await readOf('select "publishedAt" is not null from reviews where id = $1', [review]),
  ];
  return { states, paidOut, others };
}

const paid = [{ amountCents: 5940, status: 'paid' }];
const outcomes = {
  states: [
    ['held', 'expired', 'expired'],
    ['asked', 'declined', 'refunded'],
    ['ahead', 'closed', 'succeeded'],
    ['wanted', 'closed', 'succeeded'],
    ['missed', 'no_show_instructor', 'refunded'],
    ['claimed', 'disputed', 'succeeded'],
    ['reviewed', 'closed', 'succeeded'],
  ],
  paidOut: [paid, paid, paid, []],
  others: ['lapsed', 'deciding', true],
};

test('after three weeks without a server one round does all that came due, in its order, and another one changes nothing', async () => {
  const due = await threeWeeksLater();
  await app.app.sweepers.runDue();
  expect(await outcomesOf(due)).toEqual(outcomes);
  expect((await proveLedger(app.db)).faults).toEqual([]);

  const before = await written();
  await app.app.sweepers.runDue();
  expect(await written()).toEqual(before);
});

// Before the first of the intervals is over, which are of 15 seconds and less.
test('a server that starts after three weeks does the same at once, a few at a time: also what only becomes due by it', async () => {
  // A superuser's session is short.
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  const due = await threeWeeksLater();
  app.app.sweepers.start();
  await expect.poll(() => outcomesOf(due), { timeout: 13_000, interval: 100 }).toEqual(outcomes);
  await app.app.sweepers.stop();
  expect((await proveLedger(app.db)).faults).toEqual([]);
  const before = await written();
  await app.app.sweepers.runDue();
  expect(await written()).toEqual(before);
}, 60_000);
