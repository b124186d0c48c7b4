import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buyPackage, makeSeller, packagesOf } from '#support/packages.ts';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

// Clocks go back in Berlin on Sunday, 25 October 2026, at 01:00 UTC. A day later by the clock on the wall is 25 hours later there; the limits of
// the rules are hours that pass, and each is asked for on both sides of its minute. Of the working days of rule 26 none is an instant.

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => app.clock.set('2026-10-24T08:00:00Z'));
afterAll(() => app.close());

const at = (day: number, time: string, month = 10) =>
  app.clock.set(`2026-${month}-${String(day).padStart(2, '0')}T${time}:00Z`);
const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field} ${code}`);

async function pair(offer: { cancellationHours?: number } = {}) {
  // The clock moves by weeks, and tokens end.
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  const rules = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startMinute: 0, endMinute: 1440 }));
  const berlin = { timezone: 'Europe/Berlin', slotStepMinutes: 15, rules, ...offer };
  const [teacher, learner] = await Promise.all([makeInstructor(app, berlin), makePerson(app)]);
  return { teacher, learner };
}

/** A lesson of an hour for S$66.00, paid by card. */
async function paid(start: string, offer?: { cancellationHours: number }) {
  const { teacher, learner } = await pair(offer);
  const { id } = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
  const make = (by: Person, collection: string, more: object = {}) =>
    by.collection(collection).create({ lesson: id, ...more });
  return { teacher, learner, lesson: id, make };
}

/** One that was given on Saturday, 24 October, from 12:00 to 13:00 in Berlin; its people sign in when the clock stands where they act. */
async function given(status = 'completed') {
  const { teacher, learner } = await pair();
  const facts = { instructor: teacher.id, learner: learner.id, start: '2026-10-24T10:00:00Z', durationMinutes: 60 };
  const { id } = await app.root.collection('lessons').create({ ...facts, status, priceCents: 6600 });
  await app.root.collection('payments').create({ lesson: id, method: 'card' });
  return { teacher, learner, lesson: id };
}

test('[rule 21] a lesson closes 24 hours after its end, at 12:00 on the wall: S$59.40 and S$6.60, payable 72 hours after it', async () => {
  const { lesson } = await given('confirmed');
  const read = async () => [
    (await app.db.query('select status from lessons where id = $1', [lesson]))[0]?.status,
    ...(await app.db.query('select "amountCents", "payableFrom" from payables where lesson = $1', [lesson])),
  ];
  at(25, '10:59');
  await app.app.sweepers.runDue();
  expect(await read()).toEqual(['confirmed']);
  at(25, '11:00');
  await app.app.sweepers.runDue();
  expect(await read()).toEqual(['closed', { amountCents: 5940, payableFrom: new Date('2026-10-27T11:00:00Z') }]);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('[rule 10] who is said to be missing contests it for 24 hours; then S$66.00 come back', async () => {
  const { learner, make } = await paid('2026-10-24T10:00:00Z');
  at(24, '10:14');
  expect(await codesOf(make(learner, 'no_shows'))).toEqual(['lesson too_early']);
  at(24, '10:15');
  expect((await make(learner, 'no_shows')).contestBy).toBe('2026-10-25 10:15:00.000Z');
  const refunds = async () =>
    (await learner.collection('refunds').getFullList()).map(({ amountCents, status }) => [amountCents, status]);
  at(25, '10:15');
  await app.app.sweepers.runDue();
  expect(await refunds()).toEqual([]);
  at(25, '10:16');
  await app.app.sweepers.runDue();
  expect(await refunds()).toEqual([[6600, 'paid']]);
});

test.each([
  ['first_lesson', 14, 26, 'deciding'],
  ['quality', 15, 27, 'talking'],
])(
  '[rule 14] [rule 15] a %s claim (rule %i) is taken until %i October, 11:00 UTC',
  async (kind, _rule, day, status) => {
    at(day, '09:00');
    const { learner, lesson } = await given();
    const claim = () => learner.collection('claims').create({ lesson, kind, text: 'We stood still.', wish: 'refund' });
    at(day, '11:01');
    expect(await codesOf(claim())).toEqual(['lesson too_late']);
    at(day, '11:00');
    expect((await claim()).status).toBe(status);
  },
);

test('[rule 24] a review is written for 14 days', async () => {
  at(7, '09:00', 11);
  const { learner, lesson } = await given();
  const review = () => learner.collection('reviews').create({ lesson, rating: 5, text: 'Calm.' });
  at(7, '11:01', 11);
  expect(await codesOf(review())).toEqual(['lesson too_late']);
  at(7, '11:00', 11);
  expect((await review()).rating).toBe(5);
});

test.each([
  ['10:00', 0],
  ['10:01', 1000],
])(
  '[rule 11] an instructor who cancels at %s UTC on Saturday a lesson of Sunday, 10:00 UTC, brings %i cents of credit',
  async (time, credit) => {
    const { teacher, make } = await paid('2026-10-25T10:00:00Z');
    at(24, time);
    const cancelled = await make(teacher.client, 'cancellations', { reason: 'My car is in repair' });
    expect(cancelled).toMatchObject({ refundCents: 6600, creditCents: credit });
  },
);

test.each([
  ['01:15', 6600],
  ['01:16', 3300],
])(
  '[rule 8] a lesson booked at 00:45 UTC and cancelled at %s gives %i back: the half hour lasts as long as any',
  async (time, refundCents) => {
    at(25, '00:45');
    const { learner, make } = await paid('2026-10-26T16:45:00Z', { cancellationHours: 48 });
    at(25, time);
    expect(await make(learner, 'cancellations')).toMatchObject({ refundCents });
  },
);

test.each([
  ['12:30', 'accepted'],
  ['12:31', 'status answer_over'],
])('[rule 9] a proposal of Saturday, 12:31 UTC, is answered at %s UTC on Sunday: %s', async (time, answered) => {
  at(24, '12:00');
  const { teacher, learner, make } = await paid('2026-10-26T10:00:00Z', { cancellationHours: 48 });
  // Past the half hour of rule 8.
  at(24, '12:31');
  const proposal = await make(learner, 'reschedules', { start: '2026-10-28T10:00:00Z' });
  expect([proposal.status, proposal.answerBy]).toEqual(['proposed', '2026-10-25 12:31:00.000Z']);
  at(25, time);
  const answering = teacher.client.collection('reschedules').update(proposal.id, { status: 'accepted' });
  const outcome = answered === 'accepted' ? (await answering).status : (await codesOf(answering)).join();
  expect(outcome).toBe(answered);
});

test.each([
  ['22:00', 3300],
  ['22:01', 0],
])(
  '[rule 6] a lesson of Sunday, 10:00 UTC, that is called off on Saturday at %s UTC gives %i cents back: the night has an hour more',
  async (time, refundCents) => {
    const { learner, make } = await paid('2026-10-25T10:00:00Z');
    at(24, time);
    expect(await make(learner, 'cancellations')).toMatchObject({ refundCents });
  },
);

test('[rule 12] five late cancellations of Saturday, 08:00 UTC, hide for 14 days and count for 90, to the minute', async () => {
  const { teacher, learner } = await pair();
  const friend = await makePerson(app);
  for (const [hour, who] of [12, 13, 14, 15, 16].map((one) => [one, one < 15 ? learner : friend] as const)) {
    const wish = { instructor: teacher.id, start: `2026-10-24T${hour}:00:00Z`, durationMinutes: 60 };
    const { id: lesson } = await who.collection('lessons').create(wish);
    await who.collection('payments').create({ lesson, method: 'card', cardNumber: '4242424242424242' });
    await teacher.client.collection('cancellations').create({ lesson, reason: 'My car is in repair' });
  }
  const { instructor } = await teacher.client.send('/api/marketplace/standing', {});
  expect(instructor).toMatchObject({ state: 'hidden', hiddenUntil: '2026-11-07T08:00:00.000Z' });
  const isFound = async () =>
    (await app.guest().send('/api/marketplace/instructors', { query: { perPage: 200 } })).items.some(
      ({ instructor: { id } }: { instructor: { id: string } }) => id === teacher.id,
    );
  at(7, '07:59', 11);
  expect(await isFound()).toBe(false);
  at(7, '08:00', 11);
  expect(await isFound()).toBe(true);
});

test('[rule 13] who missed two lessons on Saturday is confirmed by hand until 90 days of 24 hours after the first of them', async () => {
  const { teacher, learner } = await pair();
  for (const hour of ['08', '10']) {
    const wish = { instructor: teacher.id, start: `2026-10-24T${hour}:15:00Z`, durationMinutes: 60 };
    const { id: lesson } = await learner.collection('lessons').create(wish);
    await learner.collection('payments').create({ lesson, method: 'card', cardNumber: '4242424242424242' });
    at(24, `${hour}:30`);
    await teacher.client.collection('no_shows').create({ lesson });
  }
  expect((await learner.send('/api/marketplace/standing', {})).learner).toEqual({
    state: 'prepay_only',
    count: 2,
    until: '2027-01-22T08:30:00.000Z',
  });
});

test('[rule 17] unused hours come back when no time was to be had for 28 days, each of 24 hours', async () => {
  await pair();
  const everyDay = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startMinute: 0, endMinute: 1440 }));
  const teacher = await makeSeller(app, { timezone: 'Europe/Berlin', rules: everyDay });
  const learner = await makePerson(app);
  const { id } = await buyPackage(app, learner, teacher);
  await app.app.sweepers.runDue();
  await app.db.query('delete from availability_rules where instructor = $1', [teacher.id]);
  const status = async () =>
    (await app.db.query('select status from package_purchases where id = $1', [id]))[0]?.status;
  at(21, '07:59', 11);
  await app.app.sweepers.runDue();
  expect(await status()).toBe('active');
  // It is looked for once a day; this is the first look after the 28th day was over.
  at(22, '08:00', 11);
  await app.app.sweepers.runDue();
  expect(await status()).toBe('refunded');
});

test.each([
  ['08:00', 'source'],
  ['08:01', 'credit'],
])(
  '[rule 22] what PayNow paid on 24 October at 08:00 UTC goes back there until 23 December: at %s UTC to the %s',
  async (time, refundTo) => {
    await pair();
    const teacher = await makeSeller(app, { timezone: 'Europe/Berlin' });
    const learner = await makePerson(app);
    await buyPackage(app, learner, teacher, { method: 'paynow' });
    at(23, time, 12);
    expect(await packagesOf(await signedIn(learner))).toMatchObject([{ refundTo }]);
  },
);

test('[rule 25] what was published on 28 October, when it is winter, weighs double until the same minute two years later, when it is summer', async () => {
  const { lesson, learner, teacher } = await given();
  const rated = { lesson, rating: 1, text: 'We stood still.' };
  at(28, '10:00');
  const [first, second] = await Promise.all([signedIn(learner), signedIn(teacher.client)]);
  await first.collection('reviews').create(rated);
  await second.collection('reviews').create({ ...rated, rating: 5 });
  const due = async () =>
    (await app.db.query('select "_ratingDueAt" as due from instructors where id = $1', [teacher.id]))[0]?.due;
  expect(await due()).toEqual(new Date('2028-10-28T10:00:00.001Z'));
});

/** Somebody whose session of before is over. */
async function signedIn({ id }: Person): Promise<Person> {
  const client = app.guest();
  await client.collection('users').authWithPassword(`${id}@kerbside.example`, 'learner-password');
  return Object.assign(client, { id });
}

test('[rule 30] where they met is shown to the instructor until 24 hours after the lesson, at 12:00 on the wall', async () => {
  const { teacher, learner } = await pair();
  const facts = { instructor: teacher.id, learner: learner.id, start: '2026-10-24T10:00:00Z', durationMinutes: 60 };
  const place = { pickup: 'Blk 85 Bedok North Street 4', postalCode: '460085' };
  const { id } = await app.root.collection('lessons').create({ ...facts, ...place, status: 'confirmed' });
  const seen = async () => (await teacher.client.collection('lessons').getOne(id)).pickup;
  at(25, '11:00');
  expect(await seen()).toBe(place.pickup);
  at(25, '11:01');
  expect(await seen()).toBeUndefined();
});

test('[rule 31] a time that becomes free at 00:50 UTC is offered until 01:10, though the wall says 02:50 and then 02:10', async () => {
  const { teacher, learner } = await pair();
  const facts = { instructor: teacher.id, start: '2026-10-26T10:00:00Z', durationMinutes: 60 };
  const { id } = await app.root.collection('lessons').create({ ...facts, learner: (await makePerson(app)).id });
  await learner.collection('waitlist_entries').create({ licenceClass: '3A', instructor: teacher.id });
  at(25, '00:50');
  await app.root.collection('lessons').update(id, { status: 'cancelled_by_instructor' });
  await app.app.sweepers.runDue();
  const offers = async () =>
    (await learner.collection('waitlist_offers').getFullList()).map(({ status, expiresAt }) => [status, expiresAt]);
  at(25, '01:09');
  await app.app.sweepers.runDue();
  expect(await offers()).toEqual([['open', '2026-10-25 01:10:00.000Z']]);
  at(25, '01:10');
  await app.app.sweepers.runDue();
  expect(await offers()).toEqual([['lapsed', '2026-10-25 01:10:00.000Z']]);
});
