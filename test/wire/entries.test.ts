import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPackage, makeSeller } from '#support/packages.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
let [admin, finance, learner, stranger]: Person[] = [];
let [teacher, other]: Teacher[] = [];
let lessons: string[] = [];

const the = (who: Person | undefined) => who as Person;
const read = (who: Person | undefined, path: string, query: Record<string, string> = {}) =>
  the(who).send(`/api/marketplace/${path}`, { query });
const entries = (who: Person | undefined, query: Record<string, string>) => read(who, 'entries', query);
const statusOf = async (call: Promise<unknown>) => (await refusalOf(call)).status;

type Listed = { items: { amountCents: number; account: string }[]; sumCents: number };
/** What the rows sum to, which is what their answer says. */
function sumOf({ items, sumCents }: Listed, sign: 1 | -1): number {
  const sum = items.reduce((total, { amountCents }) => total + sign * amountCents, 0);
  expect(sumCents).toBe(sum);
  return sum;
}

async function teach(by: Teacher, on: string): Promise<string> {
  const given = { instructor: by.id, learner: the(learner).id, start: `2026-11-${on}T02:00:00Z`, durationMinutes: 60 };
  const lesson = await app.root.collection('lessons').create({ ...given, status: 'completed', priceCents: 6600 });
  await app.root.collection('payments').create({ lesson: lesson.id, method: 'card' });
  return lesson.id;
}

// Two lessons that were settled, one of them given back in part, one that is ahead, and a package.
beforeAll(async () => {
  app = await startApp();
  [admin, finance] = [await makePerson(app, { role: 'admin' }), await makePerson(app, { role: 'finance' })];
  [learner, stranger] = [await makePerson(app), await makePerson(app)];
  [teacher, other] = [await makeSeller(app), await makeInstructor(app)];
  lessons = [await teach(teacher, '19'), await teach(teacher, '20'), await teach(other as Teacher, '18')];
  await app.app.sweepers.runDue();
  const claim = { lesson: lessons[1], kind: 'quality', text: 'We waited in the car park', wish: 'refund' };
  const { id } = await the(learner).collection('claims').create(claim);
  await the(admin)
    .collection('claim_decisions')
    .create({ claim: id, outcome: 'part', refundCents: 2000, reason: 'It rained' });
  const ahead = { instructor: (teacher as Teacher).id, start: '2026-11-25T02:00:00Z', durationMinutes: 60 };
  const booked = await the(learner).collection('lessons').create(ahead);
  await the(learner)
    .collection('payments')
    .create({ lesson: booked.id, method: 'card', cardNumber: '4242424242424242' });
  await app.app.sweepers.runDue();
});
afterAll(() => app.close());

const november = { from: '2026-11-01', to: '2026-12-01' };

test('the platform’s figures of a period open to entries that sum to them, in the head and in each row', async () => {
  const { figures, buckets } = await read(admin, 'analytics', november);
  expect(figures.refundedCents).toBe(2000);
  expect(sumOf(await entries(admin, { of: 'revenue', ...november }), 1)).toBe(figures.revenueCents);
  expect(sumOf(await entries(admin, { of: 'refunded', ...november }), -1)).toBe(figures.refundedCents);
  expect(sumOf(await entries(admin, { of: 'fees', ...november }), -1)).toBe(figures.feesCents);
  const dashboard = await read(admin, 'dashboard', { view: 'admin' });
  expect(dashboard.figures.feesThisMonthCents).toBe(figures.feesCents);
  for (const [place, bucket] of buckets.entries()) {
    const day = { from: bucket.date, to: buckets[place + 1]?.date ?? november.to };
    expect(sumOf(await entries(admin, { of: 'revenue', ...day, perPage: '200' }), 1)).toBe(bucket.revenueCents);
    expect(sumOf(await entries(admin, { of: 'fees', ...day, perPage: '200' }), -1)).toBe(bucket.feesCents);
  }
  expect(figures.feesCents).toBeGreaterThan(0);
});

test('what a person paid, what went back and their credit open to entries that sum to them, for that person and who may see payments', async () => {
  const { id } = the(learner);
  const { figures } = await read(admin, `users/${id}`);
  expect(figures).toMatchObject({ refundedCents: 2000, creditCents: 0 });
  for (const who of [admin, finance, learner]) {
    expect(sumOf(await entries(who, { of: 'paid', id, perPage: '200' }), 1)).toBe(figures.paidCents);
    expect(sumOf(await entries(who, { of: 'given_back', id }), -1)).toBe(2000);
    expect(sumOf(await entries(who, { of: 'credit', id }), -1)).toBe(0);
  }
  for (const of of ['paid', 'given_back', 'credit']) expect(await statusOf(entries(stranger, { of, id }))).toBe(404);
});

test('each invoice opens to the fees of its instructor and month', async () => {
  const { items, totalCents } = await read(finance, 'invoices');
  expect(items).toHaveLength(2);
  let sum = 0;
  for (const { instructor, month, amountCents } of items) {
    const span = { from: `${month}-01`, to: '2026-12-01' };
    expect(sumOf(await entries(finance, { of: 'fees', id: instructor.id, ...span }), -1)).toBe(amountCents);
    sum += amountCents;
  }
  expect(totalCents).toBe(sum);
});

test('the next payout opens to what it will take along, and each lesson’s sum to its entries', async () => {
  const { id, client } = teacher as Teacher;
  const earnings = await read(client, 'earnings', november);
  const { nextPayout } = earnings.balance;
  const to = new Date(Date.parse(nextPayout.date) + 86_400_000).toISOString().slice(0, 10);
  const made = await entries(client, { of: 'payable', id, from: november.from, to });
  expect(sumOf(made, -1)).toBe(nextPayout.amountCents);
  expect(made.items.every(({ account }: { account: string }) => account === 'instructor_payable')).toBe(true);
  for (const { lesson, state, netCents, feeCents } of earnings.items.filter(
    (row: { state: string }) => row.state === 'settled',
  )) {
    const { items } = await entries(client, { of: 'lesson', id: lesson });
    const on = (account: string) =>
      items
        .filter((entry: { account: string }) => entry.account === account)
        .reduce((total: number, { amountCents }: { amountCents: number }) => total - amountCents, 0);
    expect([state, on('instructor_payable'), on('platform_fees')]).toEqual(['settled', netCents, feeCents]);
  }
  const found = await read(client, 'earnings', { ...november, state: 'pending' });
  expect(found.found).toMatchObject({ lessons: 1, netCents: earnings.totals.pendingCents });
  expect(earnings.found).toEqual({ lessons: 3, grossCents: 17_800, feeCents: 1780, netCents: 16_020 });
  expect(earnings.found).toMatchObject({ netCents: earnings.totals.netCents, grossCents: earnings.totals.grossCents });
});

test('what is held for a package opens to its entries, for its two people and who may see payments', async () => {
  await buyPackage(app, the(learner), teacher as Teacher);
  const { packages } = await read(learner, 'balance');
  const [pack] = packages;
  for (const who of [learner, (teacher as Teacher).client, finance, admin]) {
    expect(sumOf(await entries(who, { of: 'package', id: pack.id }), -1)).toBe(pack.heldCents);
  }
  expect(await statusOf(entries(stranger, { of: 'package', id: pack.id }))).toBe(404);
});

test('nobody sees more than their own books: strangers none, a learner not how their money is shared', async () => {
  const lesson = { of: 'lesson', id: lessons[0] ?? '' };
  const { items } = await entries(admin, lesson);
  const transaction = { of: 'transaction', id: items[0].transaction };
  for (const query of [lesson, transaction]) {
    expect(await statusOf(entries(stranger, query))).toBe(404);
    expect(await statusOf(entries((other as Teacher).client, query))).toBe(404);
    expect((await entries(finance, query)).items[0].account).toMatch(/:|provider_clearing|platform_fees/);
  }
  const accounts = (await entries(learner, lesson)).items.map(({ account }: { account: string }) => account);
  expect([...new Set(accounts)].sort()).toEqual(['held', 'provider_clearing']);
  const given = await entries((teacher as Teacher).client, { of: 'lesson', id: lessons[1] ?? '' });
  const seen = given.items.map(({ account }: { account: string }) => account);
  expect([...new Set(seen)].sort()).toEqual(['held', 'instructor_payable', 'platform_fees']);
  const fees = { of: 'fees', id: (teacher as Teacher).id, ...november };
  expect((await entries((teacher as Teacher).client, fees)).sumCents).toBeGreaterThan(0);
  for (const who of [learner, (other as Teacher).client]) expect(await statusOf(entries(who, fees))).toBe(404);
  for (const of of ['revenue', 'refunded', 'fees']) {
    for (const who of [learner, (teacher as Teacher).client, finance]) {
      expect(await statusOf(entries(who, { of, ...november }))).toBe(403);
    }
  }
  const payable = { of: 'payable', id: (teacher as Teacher).id, ...november };
  expect(await statusOf(entries((other as Teacher).client, payable))).toBe(404);
  expect((await entries(finance, payable)).totalItems).toBeGreaterThan(0);
  expect(await statusOf(entries(app.guest() as Person, lesson))).toBe(401);
  expect(await statusOf(entries(admin, { of: 'nonsense' }))).toBe(400);
});
