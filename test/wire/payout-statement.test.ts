import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdfText } from '#support/read-pdf-text.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
let teacher: Teacher;
let learner: Person;
let other: Teacher;
let finance: Person;
let own: { id: string };
let payout: { id: string; amountCents: number; date: string };
let [plain, evening]: string[] = [];

const read = (who: Person, path: string, query: Record<string, string> = {}) =>
  who.send(`/api/marketplace/${path}`, { query });
const fileOf = async (who: Person, path: string) => {
  const answer = await fetch(`${app.url}/api/marketplace/${path}`, { headers: { Authorization: who.authStore.token } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

async function teach(start: string, priceCents: number, lines: object[] = []): Promise<string> {
  const given = { instructor: teacher.id, learner: learner.id, start, durationMinutes: 60 };
  const lesson = await app.root.collection('lessons').create({ ...given, status: 'completed', priceCents, lines });
  await app.root.collection('payments').create({ lesson: lesson.id, method: 'card' });
  return lesson.id;
}

// An hour in the day and one in the evening, of the latter S$20.00 given back; cash of an own learner in the same week.
beforeAll(async () => {
  app = await startApp();
  [teacher, other, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
  finance = await makePerson(app, { role: 'finance' });
  plain = await teach('2026-11-18T02:00:00Z', 6600);
  const surcharge = { kind: 'evening', text: 'Weekday evening, 10 %', cents: 660 };
  evening = await teach('2026-11-19T11:00:00Z', 7260, [{ kind: 'lesson', text: '60 minutes', cents: 6600 }, surcharge]);
  await app.app.sweepers.runDue();
  const admin = await makePerson(app, { role: 'admin' });
  const claim = { lesson: evening, kind: 'quality', text: 'We waited in the car park', wish: 'refund' };
  const { id } = await learner.collection('claims').create(claim);
  const decision = { claim: id, outcome: 'part', refundCents: 2000, reason: 'It rained' };
  await admin.collection('claim_decisions').create(decision);
  own = await teacher.client.collection('own_learners').create({ instructor: teacher.id, name: 'Mei Ling' });
  const paid = { ownLearner: own.id, amountCents: 5000, method: 'cash' };
  await teacher.client.collection('own_payments').create({ ...paid, paidOn: '2026-11-24' });
  await teacher.client.collection('own_payments').create({ ...paid, paidOn: '2026-11-18' });
  app.clock.set('2026-11-25T12:00:00+08:00');
  for (const who of [teacher.client, other.client, learner, finance]) {
    await who.collection('users').authWithPassword(`${who.id}@kerbside.example`, 'learner-password');
  }
  await app.app.sweepers.runDue();
  payout = await teacher.client.collection('payouts').getFirstListItem('');
});
afterAll(() => app.close());

test('the statement of a payout has each lesson with its surcharge, its fee and the rule it follows, and what was taken back', async () => {
  const { payout: head, lines } = await read(teacher.client, `payouts/${payout.id}/statement`);
  expect(head).toMatchObject({ amountCents: 5940 + 6534 - 1800, date: '2026-11-25', timezone: 'Asia/Singapore' });
  const version1 = { firstPercent: 10, firstHours: 10, laterPercent: 5, capCents: 12_000 };
  expect(lines).toMatchObject([
    {
      lesson: plain,
      grossCents: 6600,
      feeCents: 660,
      amountCents: 5940,
      surcharges: [],
      feeRule: { reason: 'first', ...version1 },
    },
    {
      lesson: evening,
      grossCents: 7260,
      feeCents: 726,
      amountCents: 6534,
      surcharges: [{ kind: 'evening', cents: 660 }],
    },
    { lesson: evening, grossCents: -2000, feeCents: -200, amountCents: -1800, surcharges: [] },
  ]);
  const sum = lines.reduce((total: number, { amountCents }: { amountCents: number }) => total + amountCents, 0);
  expect(sum).toBe(payout.amountCents);
});

test('what own learners paid directly since the payout before stands apart from it, here and in the earnings', async () => {
  const { direct } = await read(teacher.client, `payouts/${payout.id}/statement`);
  expect(direct).toMatchObject({ from: '2026-11-19', to: '2026-11-25', totalCents: 5000 });
  expect(direct.items).toMatchObject([
    { ownLearner: own.id, name: 'Mei Ling', method: 'cash', paidOn: '2026-11-24', amountCents: 5000 },
  ]);
  const earnings = await read(teacher.client, 'earnings', { from: '2026-11-01', to: '2026-12-01' });
  expect(earnings.direct).toEqual({ payments: 2, cashCents: 10_000, payNowCents: 0, totalCents: 10_000 });
  expect(earnings.totals).toMatchObject({ netCents: 10_674, paidOutCents: 10_674 });
});

test('both are pages to print: the statement of a payout, and of a year for the tax office', async () => {
  const statement = readPdfText((await fileOf(teacher.client, `payouts/${payout.id}/statement.pdf`)).bytes);
  const { lines } = await read(teacher.client, `payouts/${payout.id}/statement`);
  const transactions = lines.map(({ transaction }: { transaction: string }) => transaction);
  const sums = ['Paid out', 'S$106.74', '10%', 'Paid to you directly', 'S$50.00'];
  for (const words of [...sums, 'Surcharges', 'Evening 6.60', ...transactions]) expect(statement).toContain(words);
  const year = readPdfText((await fileOf(teacher.client, 'earnings.pdf?from=2026-01-01&to=2027-01-01')).bytes);
  for (const words of ['2026-11', '118.60', 'S$106.74', 'S$100.00', 'S$206.74']) expect(year).toContain(words);
});

test('the statement as CSV has surcharges and rules of fees, and direct payments in a column apart from the payout’s', async () => {
  const { lines } = await read(teacher.client, `payouts/${payout.id}/statement`);
  const text = (await fileOf(teacher.client, `payouts/${payout.id}/statement.csv`)).bytes.toString('utf8');
  const [head, ...rows] = text
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
  expect(head?.slice(4)).toEqual([
    ...['You get (S$)', 'Lesson', 'Ledger transaction', 'Surcharges (S$)', 'Fee by', 'Directly (S$)', 'Paid with'],
  ]);
  expect(rows.map((row) => row.slice(2))).toEqual([
    ['66.00', '6.60', '59.40', plain, lines[0].transaction, '0.00', '10%'],
    ['72.60', '7.26', '65.34', evening, lines[1].transaction, '6.60', '10%'],
    ['-20.00', '-2.00', '-18.00', evening, lines[2].transaction, '0.00', '10%'],
    ['', '', '', '', '', '', '', '50.00', 'Cash'],
  ]);
  expect(rows.at(-1)?.slice(0, 2)).toEqual(['2026-11-24', 'Mei Ling']);
});

test('a statement is its instructor’s and of who may see payouts', async () => {
  expect((await read(finance, `payouts/${payout.id}/statement`)).payout.id).toBe(payout.id);
  for (const who of [other.client, learner]) {
    expect((await refusalOf(read(who, `payouts/${payout.id}/statement`))).status).toBe(404);
    expect((await fileOf(who, `earnings.pdf?instructor=${teacher.id}`)).status).toBe(403);
  }
  expect((await fileOf(finance, `earnings.pdf?instructor=${teacher.id}`)).status).toBe(200);
  expect((await fileOf(learner, 'earnings.pdf')).status).toBe(404);
});
