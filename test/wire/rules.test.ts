import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import { everyone, type RuleRow, ruleRows } from './rules-table.ts';

let app: TestApp;
const clients: Record<string, PocketBase> = {};
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await startApp();
  const [listed, other, learner, stranger, admin, moderator, finance] = await Promise.all([
    makeInstructor(app, { instantBooking: false }),
    makeInstructor(app),
    makePerson(app),
    makePerson(app),
    makePerson(app, { role: 'admin' }),
    makePerson(app, { role: 'moderator' }),
    makePerson(app, { role: 'finance' }),
  ]);
  const staff = { A: admin, M: moderator, F: finance };
  Object.assign(clients, { G: app.guest(), L: learner, S: stranger, T: listed.client, O: other.client, ...staff });
  const root = (collection: string, body: Record<string, unknown>) =>
    app.root
      .collection(collection)
      .create(body)
      .then(({ id }) => id);
  const lesson = await root('lessons', {
    instructor: listed.id,
    learner: learner.id,
    start: '2026-12-01T02:00:00Z',
    durationMinutes: 60,
    status: 'completed',
  });
  const second = await root('lessons', {
    instructor: listed.id,
    learner: learner.id,
    start: '2026-12-02T02:00:00Z',
    durationMinutes: 60,
    status: 'requested',
  });
  const cancelled = await root('lessons', {
    instructor: listed.id,
    learner: learner.id,
    start: '2026-12-03T02:00:00Z',
    durationMinutes: 60,
    status: 'cancelled_by_learner',
  });
  const given = await root('lessons', {
    instructor: listed.id,
    learner: learner.id,
    start: '2026-12-04T02:00:00Z',
    durationMinutes: 60,
    status: 'completed',
  });
  const missed = await root('lessons', {
    instructor: listed.id,
    learner: learner.id,
    start: '2026-11-19T02:05:00Z',
    durationMinutes: 60,
    status: 'no_show_learner',
  });
  const noShow = await root('no_shows', { lesson: missed });
  const contest = await root('no_show_contests', { noShow, text: 'x' });
  const begun = await root('lessons', {
    instructor: listed.id,
    learner: learner.id,
    start: '2026-11-21T02:05:00Z',
    durationMinutes: 60,
  });
  const payment = await root('payments', {
    learner: learner.id,
    lesson,
    method: 'card',
    amountCents: 6600,
    status: 'succeeded',
  });
  const [refund] = await app.db.query<{ id: string }>(`select id from owe_refund($1, 'rules', 100, now())`, [payment]);
  const conversation = await root('conversations', { learner: learner.id, instructor: listed.id });
  const asked = { user: learner.id, category: 'other', subject: 'Hello', text: 'May I?' };
  const request = await root('support_requests', asked);
  const subscription = 'subscription001';
  await app.db.query(
    `insert into push_subscriptions (id, "user", endpoint) values ($1, $2, 'https://fcm.googleapis.com/fcm/send/1')`,
    [subscription, learner.id],
  );
  const device = 'totpdevice00001';
  const passkey = 'passkey00000001';
  await app.db.query(`insert into totp_devices (id, "user", name) values ($1, $2, 'Phone')`, [device, learner.id]);
  await app.db.query(`insert into passkeys (id, "user", name) values ($1, $2, 'Laptop')`, [passkey, learner.id]);
  const review = { instructor: listed.id, author: learner.id, side: 'learner', rating: 5, authorName: 'L' };
  const published = await root('reviews', { ...review, lesson, publishedAt: '2026-12-01 00:00:00.000Z' });
  // Two claims of two lessons that are over: one to talk about, one decided.
  const [claim, decided] = await Promise.all(
    ['2026-11-20T02:00:00Z', '2026-11-20T04:00:00Z'].map(async (start) => {
      const over = { instructor: listed.id, learner: learner.id, start, durationMinutes: 60, status: 'completed' };
      return root('claims', { lesson: await root('lessons', over), kind: 'quality', text: 'Late' });
    }),
  );
  // A second profile of the same person, which the database allows once only, belongs to the first instructor's draft days.
  const draftOwner = await makePerson(app);
  const draft = await root('instructors', { user: draftOwner.id, name: 'Draft', status: 'draft' });
  // The profile is the listed instructor's again in the end.
  const facts = { licenceClasses: ['3'], hourlyCents: 6000, areas: ['Bedok'] };
  await app.root.collection('instructors').update(listed.id, { ...facts, status: 'draft' });
  await root('instructor_documents', { instructor: listed.id, kind: 'licence' });
  const submission = await root('instructor_submissions', { instructor: listed.id });
  const checks = [{ kind: 'licence', checkedOn: '2026-11-21', expiresOn: '2028-01-01' }];
  const verification = await root('verifications', { instructor: listed.id, outcome: 'accepted', checks });
  const suspended = { outcome: 'suspended', reasons: { licence: 'Lapsed' } };
  const suspension = await root('verifications', { instructor: listed.id, ...suspended });
  const confirmation = await root('verification_confirmations', { verification: suspension });
  await root('verifications', { instructor: listed.id, outcome: 'restored' });
  const waiting = await root('verifications', { instructor: listed.id, ...suspended });
  const accountChange = await root('account_changes', {
    user: learner.id,
    field: 'email',
    value: 'x@kerbside.example',
  });
  const roleChange = await root('account_changes', { user: listed.client.id, field: 'role', value: 'moderator' });
  const secondWord = await root('account_change_confirmations', { change: roleChange });
  await app.root.collection('users').update(listed.client.id, { role: 'user' });
  const joining = { submission, verification, confirmation, suspension: waiting, accountChange, secondWord };
  await app.db.query(
    `insert into payouts (id, instructor, "amountCents", status, date) values ('payoutofinstruc', $1, 2000, 'paid', '2026-11-18')`,
    [listed.id],
  );
  await app.db.query(
    `insert into bank_lines (id, date, "amountCents", text, status, "importedBy", _fingerprint, created, updated)
     values ('banklineofabank', '2026-11-20', 6600, 'PAYNOW', 'open', $1, 'x', now(), now())`,
    [admin.id],
  );
  const address = { name: 'x', url: 'https://calendar.example.com/x.ics' };
  const outsideCalendar = await root('outside_calendars', { instructor: listed.id, ...address });
  Object.assign(ids, {
    bankLine: 'banklineofabank',
    learner: learner.id,
    listed: listed.id,
    draft,
    document: await root('instructor_documents', { instructor: listed.id, kind: 'licence', status: 'pending' }),
    payout: 'payoutofinstruc',
    submission: joining.submission,
    verification: joining.verification,
    suspension: joining.suspension,
    confirmation: joining.confirmation,
    accountChange: joining.accountChange,
    secondWord: joining.secondWord,
    instructorChange: await root('instructor_changes', { instructor: listed.id, changes: { name: 'Other' } }),
    policeCheck: await root('police_checks', { instructor: listed.id, listedOn: '2026-11-20', outcome: 'found' }),
    rule: (await app.root.collection('availability_rules').getFirstListItem(`instructor = "${listed.id}"`)).id,
    override: await root('availability_overrides', { instructor: listed.id, date: '2026-12-09', windows: [] }),
    timeOff: await root('time_off', {
      instructor: listed.id,
      start: '2026-12-10T00:00:00Z',
      end: '2026-12-11T00:00:00Z',
    }),
    outsideCalendar,
    busyTime: await root('busy_times', {
      instructor: listed.id,
      calendar: outsideCalendar,
      start: '2026-12-11T00:00:00Z',
      end: '2026-12-11T01:00:00Z',
    }),
    pardon: await root('reliability_pardons', { instructor: listed.id, reason: 'Ill that week' }),
    ownLearner: await root('own_learners', { instructor: listed.id, name: 'Ah Kow' }),
    ownPayment: await root('own_payments', {
      ownLearner: await root('own_learners', { instructor: listed.id, name: 'Siti' }),
      amountCents: 6600,
      method: 'cash',
      paidOn: '2026-11-20',
    }),
    studentNote: await root('student_notes', { instructor: listed.id, learner: learner.id, text: 'x' }),
    handOver: await learner
      .collection('hand_overs')
      .create({ learner: learner.id, fromInstructor: listed.id, toInstructor: other.id })
      .then(({ id }) => id),
    holiday: await root('holidays', { date: '2028-01-01', name: 'New Year' }),
    lesson,
    move: (await app.root.collection('lesson_moves').getFirstListItem(`lesson = "${lesson}"`)).id,
    payment,
    refund: refund?.id ?? '',
    approval: await listed.client
      .collection('approvals')
      .create({ lesson: second, decision: 'accept' })
      .then(({ id }) => id),
    reschedule: await root('reschedules', {
      lesson,
      side: 'learner',
      start: '2026-12-20T02:00:00Z',
      fromStart: '2026-12-19T02:00:00Z',
      status: 'proposed',
      answerBy: '2026-12-18T02:00:00Z',
    }),
    cancellation: await root('cancellations', { lesson: cancelled }),
    waiver: await root('waivers', { lesson: cancelled }),
    arrival: await root('arrivals', { lesson: begun, side: 'learner' }),
    noShow,
    contest,
    decision: await root('no_show_decisions', { contest, missing: 'learner', reason: 'x' }),
    start: await root('lesson_starts', { lesson: begun, pdlSeen: true }),
    log: await root('lesson_logs', { lesson, notes: 'x' }),
    givenBoth: await root('lesson_confirmations', { lesson: given }),
    published,
    reply: await root('review_replies', { review: published, text: 'Thank you' }),
    reviewReport: await root('review_reports', { review: published, reporter: stranger.id, reason: 'Rude' }),
    claim: claim ?? '',
    statement: await root('claim_statements', { claim, text: 'I was' }),
    claimDecision: await root('claim_decisions', { claim: decided, outcome: 'none', reason: 'It was fine' }),
    reviewDecision: await root('review_decisions', { review: published, outcome: 'kept', reason: 'It is not' }),
    blind: await root('reviews', { ...review, lesson: second }),
    preferences: learner.id,
    subscription,
    device,
    passkey,
    request,
    answer: await root('support_messages', { request, sender: admin.id, fromSupport: true, text: 'Yes' }),
    conversation,
    message: await root('messages', { conversation, sender: learner.id, text: 'Hello' }),
    notification: await root('notifications', { user: learner.id, title: 'Hello', type: 'system' }),
    ...(await offersAndWaits(listed.id, learner.id)),
    road: await root('licence_roads', { user: learner.id, pdlExpiresOn: '2027-06-30' }),
    fee: 'feepractical001',
    advice: 'adviceorchard00',
    saved: await root('saved_instructors', { user: learner.id, instructor: listed.id }),
    policy: await root('policies', { effectiveFrom: '2029-01-01 00:00:00.000Z', values: {} }),
    savedAnswer: await root('saved_answers', { title: 'Refunds', text: 'They take five days.' }),
    supportJoin: await root('support_joins', { request, kind: 'lesson', record: second }),
    reportSchedule: await root('report_schedules', { name: 'Weekly', type: 'analytics', every: 'week' }),
    broadcast: await root('broadcasts', { title: 'News', message: 'Words', audience: 'everybody', kind: 'news' }),
    report: await root('reports', { name: 'Month', type: 'financial', from: '2026-11-01', to: '2026-11-30' }),
  });
  clients.draftOwner = draftOwner;
});

/** A package that was bought and given back, another one that waits for its money, and somebody who waits and was offered a time. */
async function offersAndWaits(instructor: string, learner: string): Promise<Record<string, string>> {
  const root = (collection: string, body: Record<string, unknown>) =>
    app.root
      .collection(collection)
      .create(body)
      .then(({ id }) => id);
  const offer = await root('package_offers', { instructor, minutes: 300, discountPercent: 3, active: true });
  const hiddenOffer = await root('package_offers', { instructor, minutes: 600, discountPercent: 5 });
  const purchase = await root('package_purchases', { instructor, learner, minutes: 300 });
  await root('payments', { packagePurchase: purchase, method: 'cash' });
  const packageRefund = await root('package_refunds', { packagePurchase: purchase });
  const entry = await root('waitlist_entries', { learner, licenceClass: '3A' });
  const [freed] = await app.db.query(
    `insert into freed_times (instructor, start, "end") values ($1, '2026-12-20', '2026-12-21') returning id`,
    [instructor],
  );
  await app.db.query(
    `insert into waitlist_offers (id, entry, learner, instructor, start, "durationMinutes", "expiresAt", status, _freed)
     values ('offerwaitlist01', $1, $2, $3, '2026-12-20', 60, '2026-12-19', 'open', $4)`,
    [entry, learner, instructor, freed?.id],
  );
  return { offer, hiddenOffer, purchase, packageRefund, entry, waitlistOffer: 'offerwaitlist01' };
}

afterAll(() => app.close());

/** The client of a role; the draft profile's own instructor is its own person. */
function clientOf(role: string, { record }: RuleRow): PocketBase {
  const client = role === 'T' && record === 'draft' ? clients.draftOwner : clients[role];
  if (!client) throw new Error(`no client ${role}`);
  return client;
}

async function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    async (error) => (await refusalOf(Promise.reject(error))).status,
  );
}

/** What each role is answered: 200 for those who may, 404 or 403 for the others. */
async function answers(row: RuleRow, call: (client: PocketBase) => Promise<unknown>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const role of everyone) found[role] = await statusOf(call(clientOf(role, row)));
  return found;
}

function expected(allowed: string, refused = ''): Record<string, number> {
  const answerTo = (role: string) => (allowed.includes(role) ? 200 : refused.includes(role) ? 400 : 404);
  return Object.fromEntries([...everyone].map((role) => [role, allowed === 'closed' ? 403 : answerTo(role)]));
}

describe.each(ruleRows)('$collection ($record)', (row) => {
  const { collection, record, seenBy, changedBy, refused = '', change, deletedBy } = row;

  test(`is seen by ${seenBy}`, async () => {
    const id = ids[record] ?? '';
    expect(await answers(row, (client) => client.collection(collection).getOne(id))).toEqual(expected(seenBy));
    for (const role of everyone) {
      const list = await clientOf(role, row).collection(collection).getFullList({ batch: 500 });
      expect([role, list.some((item) => item.id === id)]).toEqual([role, seenBy.includes(role)]);
    }
  });

  test(`is changed by ${changedBy}`, async () => {
    const id = ids[record] ?? '';
    expect(await answers(row, (client) => client.collection(collection).update(id, change))).toEqual(
      expected(changedBy, refused),
    );
  });

  test(`is deleted by ${deletedBy}`, async () => {
    const id = ids[record] ?? '';
    // Those who may are left out: the record is needed to the end.
    for (const role of everyone) {
      if (deletedBy !== 'closed' && deletedBy.includes(role)) continue;
      const status = await statusOf(clientOf(role, row).collection(collection).delete(id));
      expect([role, status]).toEqual([role, deletedBy === 'closed' ? 403 : 404]);
    }
  });
});

test('every collection of the product is in the table', () => {
  expect(new Set(ruleRows.map((row) => row.collection))).toEqual(
    new Set(marketplaceCollections.map((collection) => collection.name)),
  );
});

test('an instructor can change the own profile but not what the platform decides about it', async () => {
  for (const [change, code] of [
    // They may pause and come back; what else the status says follows from a verification.
    [{ status: 'retired' }, 'needs_verification'],
    [{ ratingAverage: 4 }, 'not_allowed'],
    [{ verifiedAt: '2026-01-01' }, 'not_allowed'],
    [{ licenceExpiresOn: '2030-01-01' }, 'not_allowed'],
    [{ user: ids.learner }, 'not_allowed'],
  ] as const) {
    const { status, data } = await refusalOf(clients.T!.collection('instructors').update(ids.listed ?? '', change));
    expect([status, data[Object.keys(change)[0] ?? '']?.code]).toEqual([400, code]);
  }
});

test('[249] a role is user unless it is said, and admin, moderator, premium and user are accepted', async () => {
  const account = {
    email: 'roles@example.com',
    password: 'password-role',
    passwordConfirm: 'password-role',
    name: 'R',
  };
  const { id, role } = await app.guest().collection('users').create(account);
  expect(role).toBe('user');
  const users = app.root.collection('users');
  for (const value of ['admin', 'moderator', 'premium', 'user']) {
    expect((await users.update(id, { role: value })).role).toBe(value);
  }
  expect((await refusalOf(users.update(id, { role: 'captain' }))).data.role?.code).toBe('validation_invalid_value');
  await users.delete(id);
});

test('nobody but an admin or a superuser can set a role, and an admin by a change that is asked for', async () => {
  const learner = clients.L!;
  const refusal = await refusalOf(learner.collection('users').update(ids.learner ?? '', { role: 'admin' }));
  expect([refusal.status, Object.keys(refusal.data)]).toEqual([400, ['role']]);
  const registering = {
    email: 'sly@example.com',
    password: 'password-sly',
    passwordConfirm: 'password-sly',
    name: 'Sly',
    role: 'admin',
  };
  expect((await refusalOf(app.guest().collection('users').create(registering))).status).toBe(400);
  await clients.A!.collection('account_changes').create({ user: ids.learner, field: 'role', value: 'premium' });
  expect((await clients.A!.collection('users').getOne(ids.learner ?? '')).role).toBe('premium');
});

test('secrets never leave: passwords, token keys, start codes, provider references', async () => {
  for (const row of ruleRows) {
    for (const role of everyone) {
      const text = JSON.stringify(await clientOf(role, row).collection(row.collection).getFullList({ batch: 500 }));
      expect(text).not.toMatch(/"(?:password|tokenKey|providerReference|_author|_request_hash|_key)"/);
      if (role !== 'L') expect(text).not.toContain('"startCode"');
    }
  }
});
