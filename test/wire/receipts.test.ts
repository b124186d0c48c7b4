import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeChargeback, openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { takeRefundOutcome } from '#marketplace/money/refunds/take-refund-outcome.ts';
import { openTill } from '#marketplace/open-till.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { bookWithPackage, buyPackage, makeSeller } from '#support/packages.ts';
import { makeInstructor, makePerson, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  const seller = { name: 'Drive Well Pte Ltd', uen: '202612345K', address: '1 Kerb Road, 460001' };
  app = await startApp({ seller });
});
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));
afterAll(() => app.close());

async function pay(learner: Person, teacher: Teacher, hour: number, method: 'card' | 'paynow' = 'card') {
  const start = `2026-11-25T${String(hour).padStart(2, '0')}:00:00Z`;
  const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  const card = method === 'card' ? { cardNumber: '4242424242424242' } : {};
  const payment = await learner.collection('payments').create({ lesson: lesson.id, method, ...card });
  if (method === 'paynow') await learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: payment.id } });
  return { lesson: lesson.id, payment: payment.id };
}

const fileOf = async (who: Person, path: string) => {
  const answer = await fetch(`${app.url}/api/marketplace/${path}`, { headers: { Authorization: who.authStore.token } });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: Buffer.from(await answer.arrayBuffer()).toString('latin1'),
  };
};
/** What is printed in a PDF, one text after the other. */
const wordsOf = (pdf: string) =>
  [...pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .flatMap((stream) => [...stream.matchAll(/<([0-9a-f]+)>/g)])
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('');
const numbersOf = async () =>
  (
    await app.db.query<{ n: number }>(
      'select "_receiptNumber" as n from payments where "_receiptNumber" is not null order by 1',
    )
  ).map(({ n }) => n);

test('receipts are PDFs, numbered one after the other without a gap, whoever asks for them at once, and never anew', async () => {
  const [teacher, ...learners] = await Promise.all([
    makeInstructor(app),
    makePerson(app),
    makePerson(app),
    makePerson(app),
  ]);
  const paid = await Promise.all(learners.map((learner, index) => pay(learner, teacher, index + 1)));
  const files = await Promise.all(
    paid.map(({ payment }, index) => fileOf(learners[index] as Person, `payments/${payment}/receipt.pdf`)),
  );
  expect(files.map(({ status, type }) => [status, type])).toEqual(paid.map(() => [200, 'application/pdf']));
  expect(files.every(({ text }) => text.startsWith('%PDF-') && text.includes('Receipt K-0000000'))).toBe(true);
  expect(await numbersOf()).toEqual([1, 2, 3]);
  await app.app.sweepers.runDue();
  const again = await fileOf(learners[0] as Person, `payments/${paid[0]?.payment}/receipt.pdf`);
  expect(again.text).toBe(files[0]?.text);
  const { receipt } = await (learners[0] as Person).collection('payments').getOne(paid[0]?.payment ?? '');
  expect(receipt).toMatch(/^K-0000000[123]$/);
  expect(again.text).toContain(`Receipt ${receipt}`);
  expect(await numbersOf()).toEqual([1, 2, 3]);
  expect((await fileOf(learners[1] as Person, `payments/${paid[0]?.payment}/receipt.pdf`)).status).toBe(404);
  const admin = await makePerson(app, { role: 'admin' });
  expect((await fileOf(admin, `payments/${paid[0]?.payment}/receipt.pdf`)).status).toBe(200);
});

test('a receipt names who sold, the card, and when and where the lesson is; where is for its learner alone', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = { instructor: teacher.id, start: '2026-11-26T02:00:00Z', durationMinutes: 60 };
  const place = { pickup: 'Bedok MRT, exit B', postalCode: '460204' };
  const { id } = await learner.collection('lessons').create({ ...lesson, ...place });
  const card = { method: 'card', cardNumber: '4242 4242 4242 4242' };
  const payment = await learner.collection('payments').create({ lesson: id, ...card });
  expect(payment.cardLast4).toBe('4242');
  const path = `payments/${payment.id}/receipt.pdf`;
  const words = wordsOf((await fileOf(learner, path)).text);
  for (const said of [
    'Drive Well Pte Ltd, UEN 202612345K',
    '1 Kerb Road, 460001',
    'Card ending 4242',
    'Thu 26 Nov, 10:00',
  ])
    expect(words).toContain(said);
  expect(words).toContain('Bedok MRT, exit B, 460204');
  const admin = await makePerson(app, { role: 'admin' });
  expect(wordsOf((await fileOf(admin, path)).text)).not.toContain('Bedok MRT');
});

test('a statement of the year to print has the receipts of its payments', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const { payment } = await pay(learner, teacher, 5);
  const statement = await learner.send('/api/marketplace/statements/2026', {});
  expect(statement.lines).toMatchObject([{ payment, receipt: expect.stringMatching(/^K-\d{8}$/), amountCents: 6600 }]);
  const { status, text } = await fileOf(learner, 'statements/2026/statement.pdf');
  expect([status, text.includes('Statement of the year 2026')]).toEqual([200, true]);
  const csv = await fileOf(learner, 'statements/2026/statement.csv');
  expect([csv.status, csv.type]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(csv.text).toContain(`,66.00,0.00,${statement.lines[0].lesson},${payment}`);
  expect((await fileOf(learner, 'statements/year/statement.pdf')).status).toBe(404);
});

test('a statement of the year counts money once: neither hours of a package nor credit, and no money that came back as credit', async () => {
  const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
  await buyPackage(app, learner, teacher);
  const drawn = await bookWithPackage(learner, teacher, '2026-12-07T02:00:00Z', 60);
  const bought = { paidCents: 62_700, refundedCents: 0, takenBackCents: 0, spentCents: 62_700 };
  const read = () => learner.send('/api/marketplace/statements/2026', {});
  const before = await read();
  expect(before.totals).toEqual(bought);
  expect(before.lines).toMatchObject([
    { amountCents: 62_700, spentCents: 62_700, lesson: '', packagePurchase: expect.stringMatching(/^[a-z0-9]{15}$/) },
    {
      payment: drawn.payment.id,
      method: 'package',
      amountCents: 6270,
      spentCents: 0,
      lesson: drawn.lesson.id,
      packagePurchase: '',
    },
  ]);
  expect((await fileOf(learner, 'statements/2026/statement.csv')).text.trimEnd().split('\r\n')).toEqual([
    expect.stringMatching(/,Spent \(S\$\),Taken back by your bank \(S\$\)$/),
    expect.stringMatching(/,627\.00,0\.00$/),
    expect.stringMatching(/,Package,.*,62\.70,0\.00,.*,0\.00,0\.00$/),
  ]);
  const file = (await fileOf(learner, 'statements/2026/statement.pdf')).text;
  expect(wordsOf(file)).toMatch(/PaidS\$627\.00Refunded\D*0\.00SpentS\$627\.00/);
  expect(file).toContain('/Count 1\n');
  const { payment } = await pay(learner, teacher, 7, 'paynow');
  await app.db.query(`select give_back($1, 'late-in-the-year', 2600, now() + interval '61 days')`, [payment]);
  const after = await read();
  expect(after.lines.at(-1)).toMatchObject({ amountCents: 6600, refundedCents: 2600, spentCents: 6600 });
  expect(after.totals).toEqual({ ...bought, paidCents: 69_300, spentCents: 69_300 });
});

test('a statement of the year says what the bank took back, once, and no more when it gave it back', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const { payment, lesson } = await pay(learner, teacher, 6);
  const kept = await pay(learner, teacher, 7);
  const till = openTill(app.app.engine, createSandboxProvider());
  const disputeOf = (of: string, amountCents: number) => ({
    ...{ id: `dp_${of}`, paymentReference: `sandbox_${of}`, amountCents, feeCents: 2000 },
  });
  // What came back from the card covers a part of what the bank took.
  await learner.collection('cancellations').create({ lesson });
  const [refund] = await learner.collection('refunds').getFullList();
  const back = { status: 'failed', failureCode: 'charge_disputed' } as const;
  await takeRefundOutcome(app.app.engine, String(refund?.id), back);
  await openChargeback(till, disputeOf(payment, 2000));
  await openChargeback(till, disputeOf(kept.payment, 6600));
  const read = () => learner.send('/api/marketplace/statements/2026', {});
  const { lines, totals } = await read();
  expect(lines).toMatchObject([
    { refundedCents: 0, takenBackCents: 2000, spentCents: 4600 },
    { refundedCents: 0, takenBackCents: 6600, spentCents: 0 },
  ]);
  expect(totals).toEqual({ paidCents: 13_200, refundedCents: 0, takenBackCents: 8600, spentCents: 4600 });
  const printed = wordsOf((await fileOf(learner, 'statements/2026/statement.pdf')).text);
  expect(printed).toMatch(/Taken back by your bank\D*86\.00SpentS\$46\.00/);
  const csv = (await fileOf(learner, 'statements/2026/statement.csv')).text.trimEnd().split('\r\n');
  expect(csv.slice(1).map((line) => line.split(',').slice(-2))).toEqual([
    ['46.00', '20.00'],
    ['0.00', '66.00'],
  ]);
  await closeChargeback(till, disputeOf(kept.payment, 6600), true);
  expect((await read()).totals).toMatchObject({ takenBackCents: 2000, spentCents: 11_200 });
});

test('PDFs are made for one person sixty times an hour, of all kinds together, and then not until it is over', async () => {
  const [teacher, learner, other] = await Promise.all([makeInstructor(app), makePerson(app), makePerson(app)]);
  const { payment } = await pay(learner, teacher, 8);
  const statuses = new Set<number>();
  for (let made = 0; made < 60; made += 1)
    statuses.add((await fileOf(learner, 'statements/2026/statement.pdf')).status);
  expect([...statuses]).toEqual([200]);
  for (const path of ['statements/2026/statement.pdf', `payments/${payment}/receipt.pdf`]) {
    expect((await fileOf(learner, path)).status).toBe(429);
  }
  expect((await fileOf(other, 'statements/2026/statement.pdf')).status).toBe(200);
  app.clock.advance(60);
  expect((await fileOf(learner, `payments/${payment}/receipt.pdf`)).status).toBe(200);
});

test('a learner has their own past lessons as a CSV file, with what was paid and refunded', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app, { name: 'Lim, Ah Kow' }), makePerson(app)]);
  const lesson = { instructor: teacher.id, learner: learner.id, durationMinutes: 60 };
  const past = await app.root
    .collection('lessons')
    .create({ ...lesson, start: '2026-11-18T02:00:00Z', status: 'completed' });
  await app.root.collection('lessons').create({ ...lesson, start: '2026-12-18T02:00:00Z', status: 'confirmed' });
  const read = (token: string) =>
    fetch(`${app.url}/api/marketplace/lessons.csv`, { headers: { Authorization: token } });
  expect((await read('')).status).toBe(401);
  const lines = (await (await read(learner.authStore.token)).text()).trimEnd().split('\r\n');
  expect(lines[0]).toContain('Date,Start,Minutes,Instructor,Lesson status,Price (S$),Refunded (S$),Lesson');
  expect(lines.slice(1)).toEqual([`2026-11-18,10:00,60,"Lim, Ah Kow",completed,66.00,0.00,${past.id}`]);
  const other = await makePerson(app);
  expect((await (await read(other.authStore.token)).text()).trimEnd().split('\r\n')).toHaveLength(1);
});

test('[rule 22] a PayNow payment goes back in several parts; what comes back of it when it is too old is credit', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const before = { instructor: teacher.id, learner: learner.id, start: '2026-11-20T02:00:00Z', durationMinutes: 60 };
  const old = await app.root.collection('lessons').create({ ...before, status: 'cancelled_by_learner' });
  await app.root.collection('cancellations').create({ lesson: old.id });
  await app.db.query('update cancellations set "usesMercyPass" = true where lesson = $1', [old.id]);
  const { lesson, payment } = await pay(learner, teacher, 6, 'paynow');
  app.clock.set('2026-11-24T17:00:00Z');
  await learner.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
  await teacher.client
    .collection('users')
    .authWithPassword(`${teacher.client.id}@kerbside.example`, 'learner-password');
  expect(await learner.collection('cancellations').create({ lesson })).toMatchObject({ refundCents: 3300 });
  const longAgo = new Date(app.clock.nowMs() - 61 * 86_400_000);
  await app.db.query('update payments set "succeededAt" = $2 where id = $1', [payment, longAgo]);
  await teacher.client.collection('waivers').create({ lesson, reason: 'They were ill.' });
  const refunds = await learner
    .collection('refunds')
    .getFullList({ filter: `payment = '${payment}'`, sort: '-sentAt' });
  // What became credit was sent nowhere.
  expect(refunds).toMatchObject([
    { amountCents: 3300, status: 'paid', sentAt: expect.stringMatching(/./) },
    { amountCents: 3300, status: 'paid', sentAt: '' },
  ]);
  expect(await learner.send('/api/marketplace/balance', {})).toMatchObject({ creditCents: 3300 });
  expect((await proveLedger(app.db)).faults).toEqual([]);
});
