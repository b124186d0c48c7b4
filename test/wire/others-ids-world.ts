import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

type Client = ReturnType<TestApp['guest']>;

/** Everybody who asks. The learner and the instructor are those whose things are asked for. */
export const roles = [
  ...(['guest', 'learner', 'other learner', 'instructor', 'other instructor'] as const),
  ...(['moderator', 'finance', 'admin'] as const),
];
export type Role = (typeof roles)[number];

/** Ids of one learner's and one instructor's things, by the names that paths of the table have for them. */
export type Ids = Record<string, string>;

export type World = {
  app: TestApp;
  clients: ReadonlyMap<Role, Client>;
  ids: Ids;
  /** What is the learner's alone, and must stand in no answer to somebody else who has no right to it. */
  secrets: readonly string[];
};

const phone = '+65 8123 9917';
const note = 'Meet me behind the blue gate';

/** A learner with lessons paid, cancelled and waiting to be paid, an instructor with payouts, and what staff work on. */
export async function makeWorld(): Promise<World> {
  const app = await startApp({ payNow: { uen: '202612345K', name: 'KERBSIDE', holdHours: 12 } });
  const [teacher, colleague] = [await makeInstructor(app), await makeInstructor(app)];
  const [learner, stranger, signedOut] = [await makePerson(app), await makePerson(app), await makePerson(app)];
  const [moderator, finance] = [
    await makePerson(app, { role: 'moderator' }),
    await makePerson(app, { role: 'finance' }),
  ];
  const admin = await makePerson(app, { role: 'admin' });
  await app.root.collection('users').update(learner.id, { phone });
  const send = (path: string, body: object) => admin.send(`/api/marketplace/${path}`, { method: 'POST', body });
  const hold = async (start: string) => {
    const wanted = { instructor: teacher.id, start, durationMinutes: 60, note };
    const { id: lesson } = await learner.collection('lessons').create(wanted);
    return { lesson, payment: await learner.collection('payments').create({ lesson, method: 'paynow' }) };
  };
  const pay = (reference: string) => send('bank/import', { csv: `${head}\n22 Nov 2026,${reference},,66.00,` });
  const [paid, gone] = [await hold('2026-11-25T01:00:00Z'), await hold('2026-11-25T03:00:00Z')];
  for (const { payment } of [paid, gone]) await pay(payment.billReference);
  await learner.collection('cancellations').create({ lesson: gone.lesson });
  const open = await hold('2026-11-25T05:00:00Z');
  await send('bank/import', { csv: `${head}\n22 Nov 2026,Of nobody we know,,12.00,` });
  const [line] = await app.root.collection('bank_lines').getFullList({ filter: `text ~ 'Of nobody'` });
  const [refund] = await app.root.collection('refunds').getFullList();
  const request = await learner
    .collection('support_requests')
    .create({ category: 'other', subject: 'A question', text: 'May I?' });
  const conversation = await learner.collection('conversations').create({ instructor: teacher.id });
  const url = 'https://calendar.example.com/of-the-instructor.ics';
  const calendar = await teacher.client
    .collection('outside_calendars')
    .create({ instructor: teacher.id, name: 'A', url });
  const news = { title: 'New test fees', message: 'They rise in March.', audience: 'everybody', kind: 'news' };
  const broadcast = await app.root.collection('broadcasts').create(news);
  const looking = await send(`users/${stranger.id}/impersonations`, { reason: 'They asked us to look' });
  const { items: devices } = await learner.send('/api/marketplace/devices', {});
  await makeRows(app, teacher.id, paid.payment.id);
  const [mail] = await app.db.query<{ id: number }>(`select id from _mails where status = 'failed'`);
  const clients = new Map<Role, Client>([
    ['guest', app.guest()],
    ['learner', learner],
    ['other learner', stranger],
    ['instructor', teacher.client],
    ['other instructor', colleague.client],
    ['moderator', moderator],
    ['finance', finance],
    ['admin', admin],
  ]);
  const ids = {
    learner: learner.id,
    signedOut: signedOut.id,
    instructor: teacher.id,
    lesson: paid.lesson,
    payment: paid.payment.id,
    openPayment: open.payment.id,
    line: String(line?.id),
    debit: 'debitofnobody01',
    refund: String(refund?.id),
    payout: 'payoutfailed001',
    fee: 'feerefused00001',
    case: 'caseopen0000001',
    report: 'reportfailed001',
    request: request.id,
    conversation: conversation.id,
    calendar: calendar.id,
    broadcast: broadcast.id,
    impersonation: looking.id,
    device: devices[0].id,
    mail: String(mail?.id),
  };
  return { app, clients, ids, secrets: [phone, note, learner.id, paid.lesson] };
}

const head = 'Transaction Date,Description,Debit,Credit,Running Balance';

/** What only time or a failure makes. */
async function makeRows({ db }: TestApp, instructor: string, payment: string): Promise<void> {
  await db.query(
    `insert into bank_debits (id, date, "amountCents", text, status, "importedBy", _fingerprint, created, updated)
     values ('debitofnobody01', '2026-11-18', 500, 'BANK CHARGE', 'unknown', '', 'debit of nobody', now(), now())`,
  );
  await db.query(
    `insert into provider_fees (id, payment, status, "refusalCode", "dueAt", created, updated)
     values ('feerefused00001', $1, 'refused', 'not_told', now(), now(), now())`,
    [payment],
  );
  await db.query(
    `insert into provider_cases (id, kind, reason, reference, "amountCents", currency, status, "dueAt", created)
     values ('caseopen0000001', 'event', 'not_taken', 'evt_1', 0, '', 'open', now(), now())`,
  );
  await db.query(
    `insert into payouts (id, instructor, "amountCents", status, provider, date, "failureCode", attempts, created, updated)
     values ('payoutfailed001', $1, 5940, 'failed', 'manual', '2026-11-18', 'account_closed', 1, now(), now())`,
    [instructor],
  );
  await db.query(
    `insert into reports (id, name, type, "from", "to", status, created, updated)
     values ('reportfailed001', 'Broken', 'financial', '2026-11-01', '2026-11-02', 'failed', now(), now())`,
  );
  await db.query(
    `insert into _mails ("to", subject, message, status, attempts, error, created)
     values ('a@example.com', 'Tried to the end', '{}', 'failed', 16, 'Timeout', now())`,
  );
}
