import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleHasRight, type StaffRight } from '#rules/staff/staff-rights.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

const roles = ['user', 'premium', 'moderator', 'finance', 'admin'] as const;
const people = new Map<string, PocketBase & { id: string }>();
let app: TestApp;
let instructor: string;
let learner: PocketBase & { id: string };

beforeAll(async () => {
  app = await startApp();
  for (const role of roles) people.set(role, await makePerson(app, { role }));
  ({ id: instructor } = await makeInstructor(app));
  learner = await makePerson(app);
});
afterAll(() => app.close());

type StaffCall = { right: StaffRight; method?: string; path: string; body?: Record<string, unknown> };

/** The product's own calls that ask for a right of staff, with something that they answer otherwise than by a refusal. */
const calls: StaffCall[] = [
  { right: 'users', path: '/api/marketplace/users' },
  { right: 'users', path: '/api/marketplace/users/{learner}' },
  { right: 'users', path: '/api/marketplace/mails/undelivered' },
  { right: 'users', method: 'POST', path: '/api/marketplace/mails/undelivered/999/again' },
  { right: 'users', method: 'POST', path: '/api/marketplace/mails/undelivered/999/told' },
  { right: 'users', method: 'POST', path: '/api/marketplace/users/nobodyatall0001/invitation' },
  { right: 'users', method: 'DELETE', path: '/api/marketplace/users/nobodyatall0001/sessions' },
  {
    right: 'impersonation',
    method: 'POST',
    path: '/api/marketplace/users/nobodyatall0001/impersonations',
    body: { reason: 'x' },
  },
  { right: 'impersonation', method: 'DELETE', path: '/api/marketplace/impersonations/nobodyatall0001' },
  { right: 'papers', path: '/api/marketplace/rechecks' },
  { right: 'lessons', path: '/api/marketplace/pardons' },
  { right: 'audit', path: '/api/marketplace/audit' },
  { right: 'ledger', path: '/api/marketplace/ledger' },
  { right: 'billing', path: '/api/marketplace/billing' },
  { right: 'billing', path: '/api/marketplace/invoices' },
  { right: 'analytics', path: '/api/marketplace/analytics' },
  { right: 'analytics', path: '/api/marketplace/analytics/learners' },
  { right: 'analytics', path: '/api/marketplace/analytics/learners.csv' },
  { right: 'analytics', path: '/api/marketplace/analytics/questions' },
  { right: 'analytics', path: '/api/marketplace/analytics/rows?figure=fill' },
  { right: 'analytics', path: '/api/marketplace/analytics/rows?figure=cohort&month=2026-11' },
  { right: 'analytics', path: '/api/marketplace/analytics/rows.csv?figure=searches' },
  { right: 'broadcasts', path: '/api/marketplace/broadcasts/audience' },
  { right: 'broadcasts', method: 'POST', path: '/api/marketplace/broadcasts/broadcastnone01/test' },
  { right: 'lessons', path: '/api/marketplace/dashboard?view=admin' },
  { right: 'payments', path: '/api/marketplace/bank/to-send' },
  { right: 'payments', path: '/api/marketplace/bank/to-send/count' },
  { right: 'payments', path: '/api/marketplace/bank/declared' },
  { right: 'payments', path: '/api/marketplace/provider-cases' },
  { right: 'payments', method: 'POST', path: '/api/marketplace/provider-cases/casenowhere0001/settle' },
  { right: 'payments', path: '/api/marketplace/outside' },
  { right: 'payments', path: '/api/marketplace/provider-fees' },
  { right: 'payments', method: 'POST', path: '/api/marketplace/provider-fees/feenowhere00001/again' },
  { right: 'payments', method: 'POST', path: '/api/marketplace/provider-fees/feenowhere00001/leave' },
  { right: 'payouts', method: 'POST', path: '/api/marketplace/payouts/payoutnowhere01/retry' },
  { right: 'payouts', path: '/api/marketplace/payouts/failed' },
  { right: 'payouts', method: 'POST', path: '/api/marketplace/payouts/payoutnowhere01/ask' },
  { right: 'lessons', path: '/api/marketplace/lessons/count' },
  { right: 'lessons', path: '/api/marketplace/lessons/search?q=a' },
  { right: 'support', path: '/api/marketplace/support-requests/requestnone0001/joinable' },
  { right: 'reports', method: 'POST', path: '/api/marketplace/reports/reportnowhere01/retry' },
  { right: 'rules', method: 'POST', path: '/api/marketplace/policies/preview', body: { values: {} } },
  { right: 'payouts', path: '/api/marketplace/earnings?instructor={instructor}' },
];

/** Records that only a right of staff may make; a body that is refused for what it says shows that its maker was let in. */
const records: { right: StaffRight; collection: string; body: Record<string, unknown> }[] = [
  { right: 'papers', collection: 'verifications', body: {} },
  { right: 'papers', collection: 'verification_confirmations', body: {} },
  { right: 'papers', collection: 'police_checks', body: {} },
  { right: 'reviews', collection: 'review_decisions', body: {} },
  { right: 'claimDecisions', collection: 'claim_decisions', body: {} },
  { right: 'claimDecisions', collection: 'no_show_decisions', body: {} },
  { right: 'payouts', collection: 'payouts', body: { instructor: 'nobodyatall0001' } },
  { right: 'support', collection: 'saved_answers', body: {} },
  { right: 'support', collection: 'support_joins', body: {} },
  { right: 'reports', collection: 'reports', body: {} },
  { right: 'reports', collection: 'report_schedules', body: {} },
  { right: 'broadcasts', collection: 'broadcasts', body: {} },
  { right: 'rules', collection: 'policies', body: {} },
  { right: 'rules', collection: 'holidays', body: {} },
  { right: 'rules', collection: 'test_fees', body: {} },
  { right: 'rules', collection: 'pickup_advice', body: {} },
  { right: 'lessons', collection: 'reliability_pardons', body: {} },
];

test.each(calls)('$method $path is for the right $right alone, role by role', async (call) => {
  const path = call.path.replace('{learner}', learner.id).replace('{instructor}', instructor);
  const wanted = { method: call.method ?? 'GET', ...(call.body ? { body: call.body } : {}) };
  for (const [role, client] of people) {
    const status = await statusOf(client.send(path, wanted));
    expect([role, status === 403]).toEqual([role, !roleHasRight(role, call.right)]);
    expect(status).not.toBe(401);
  }
  expect(await statusOf(app.guest().send(path, wanted))).toBe(401);
});

test.each(records)('$collection are made by those with the right $right alone, role by role', async (row) => {
  for (const [role, client] of people) {
    const refusal = await refusalOf(client.collection(row.collection).create(row.body));
    // Who may not is told nothing of what the body lacks.
    expect([role, Object.keys(refusal.data).length > 0]).toEqual([role, roleHasRight(role, row.right)]);
  }
});

test('only admins give roles: moderators and finance change nobody’s, not even their own', async () => {
  for (const role of ['moderator', 'finance']) {
    const own = people.get(role)!;
    const refusal = await refusalOf(own.collection('users').update(own.id, { role: 'admin' }));
    expect([refusal.status, refusal.data.role?.code]).toEqual([400, 'role_not_allowed']);
    expect((await refusalOf(own.collection('users').update(learner.id, { role }))).status).toBe(404);
    expect((await refusalOf(own.collection('users').update(learner.id, { suspended: true }))).status).toBe(404);
  }
  const ask = (role: string, value: string) =>
    people.get(role)!.collection('account_changes').create({ user: learner.id, field: 'role', value });
  for (const role of ['moderator', 'finance']) expect((await refusalOf(ask(role, 'premium'))).status).toBe(400);
  for (const value of ['premium', 'user']) expect((await ask('admin', value)).status).toBe('done');
});

test('a moderator answers requests and is told of them, and sees who wrote them but nobody else', async () => {
  const moderator = people.get('moderator')!;
  const asked = { category: 'other', subject: 'A question', text: 'May I?' };
  const { id } = await learner.collection('support_requests').create(asked);
  expect((await moderator.collection('notifications').getFullList()).map(({ link }) => link)).toContain(
    `/dashboard/help/requests/${id}`,
  );
  const request = await moderator.collection('support_requests').getOne(id, { expand: 'user' });
  expect(request.expand?.user?.id).toBe(learner.id);
  const answer = await moderator.collection('support_messages').create({ request: id, text: 'You may.' });
  expect(answer.fromSupport).toBe(true);
  const seen = await moderator.collection('users').getFullList();
  expect(seen.map((user) => user.id).sort()).toEqual([learner.id, moderator.id].sort());
  for (const role of ['finance', 'premium']) {
    expect(await statusOf(people.get(role)!.collection('support_requests').getOne(id))).toBe(404);
  }
});

async function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    (error) => Number(error.status),
  );
}
