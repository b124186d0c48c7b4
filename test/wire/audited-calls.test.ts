import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/*
 * What changes something and is no write of a record, which the trail has by itself (audit.test.ts). A new call must be put into one of these: what
 * staff or superusers do with it leaves a row, or the reason why it needs none.
 */
const leavesRow = [
  // Staff: each with a test of its own row.
  'POST /api/marketplace/bank/debits/{id}',
  'POST /api/marketplace/bank/import',
  'POST /api/marketplace/bank/lines/{id}',
  'POST /api/marketplace/mails/undelivered/{id}/again',
  'POST /api/marketplace/mails/undelivered/{id}/told',
  'POST /api/marketplace/payouts/{id}/ask',
  'POST /api/marketplace/payouts/{id}/retry',
  'POST /api/marketplace/payouts/{id}/sent',
  'POST /api/marketplace/provider-cases/{id}/settle',
  'POST /api/marketplace/outside/explain',
  'POST /api/marketplace/outside/reopen',
  'POST /api/marketplace/provider-fees/{id}/again',
  'POST /api/marketplace/provider-fees/{id}/leave',
  'POST /api/marketplace/refunds/{id}/sent',
  'POST /api/marketplace/reports/{id}/retry',
  'POST /api/marketplace/users/{id}/impersonations',
  'DELETE /api/marketplace/impersonations/{id}',
  'POST /api/marketplace/users/{id}/invitation',
  'DELETE /api/marketplace/users/{id}/sessions',
  // Superusers: told of by the server for every such call (below).
  'PATCH /api/settings',
  'POST /api/settings/test/email',
  'POST /api/settings/test/s3',
  'POST /api/settings/apple/generate-client-secret',
  'POST /api/collections',
  'PATCH /api/collections/{collection}',
  'DELETE /api/collections/{collection}',
  'DELETE /api/collections/{collection}/truncate',
  'PUT /api/collections/import',
  'POST /api/collections/meta/dry-run-view',
  'POST /api/collections/{collection}/impersonate/{id}',
  'POST /api/collections/users/impersonate/{id}',
  'POST /api/backups',
  'POST /api/backups/upload',
  'DELETE /api/backups/{key}',
  'POST /api/backups/{key}/restore',
  'POST /api/crons/{id}',
  'POST /api/sql',
  'POST /api/sandbox/bank',
];

const needsNone: Record<string, readonly string[]> = {
  'its writes are told of one by one': ['POST /api/batch'],
  'signs somebody in, who stands among the devices, or proves an address': [
    'auth-',
    'request-',
    'confirm-',
    'sign-in-',
    'passkey-challenges',
  ],
  'a token of a minute': ['POST /api/files/token'],
  'what is listened to': ['POST /api/realtime'],
  'one’s own affairs': [
    'DELETE /api/marketplace/calendar-address',
    'POST /api/marketplace/calendar-address',
    'DELETE /api/marketplace/devices',
    'POST /api/marketplace/close-account',
    'POST /api/marketplace/conversations/{id}/read',
    'POST /api/marketplace/guest-holds',
    'POST /api/marketplace/notifications/read',
    'POST /api/marketplace/outside-calendars/{id}/read',
    'POST /api/marketplace/own-learners/join',
    'POST /api/marketplace/password',
    'POST /api/marketplace/passkeys',
    'POST /api/marketplace/passkey-enrolments',
    'POST /api/marketplace/phone/',
    'POST /api/marketplace/totp-devices',
    'POST /api/marketplace/totp-enrolments',
    // The link that the old address was mailed: the change keeps who decided it.
    'POST /api/marketplace/account-change-links',
    'POST /api/marketplace/payee/onboarding',
    'POST /api/marketplace/payments/{id}/card-form',
    'POST /api/marketplace/payments/{id}/close',
    'POST /api/marketplace/payments/{id}/declare',
    'POST /api/marketplace/recover-sign-in',
    'POST /api/marketplace/terms',
    'POST /api/marketplace/two-factor',
  ],
  'shows what would be, or goes to oneself': [
    'POST /api/marketplace/bank/preview',
    'POST /api/marketplace/policies/preview',
    'POST /api/marketplace/broadcasts/{id}/test',
  ],
  'who of the staff has a case open, for a minute': ['POST /api/marketplace/cases/{id}/visit'],
  'the payment provider’s': ['POST /api/stripe/webhook'],
};

test('every call that changes something is known to leave a row, or says why not', async () => {
  const { paths } = await (await fetch(`${app.url}/api/openapi.json`)).json();
  const calls = Object.entries(paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => ['post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const others = calls.filter((call) => !/\/collections\/[^/]+\/records/.test(call) && !leavesRow.includes(call));
  const passed = Object.values(needsNone).flat();
  expect(
    others.filter((call) => !passed.some((known) => call.startsWith(known) || call.includes(`/${known}`))),
  ).toEqual([]);
  expect(leavesRow.filter((call) => !calls.includes(call))).toEqual([]);
});

const trail = async (query: Record<string, string>) =>
  (await app.root.send('/api/marketplace/audit', { query })).items as Record<string, unknown>[];

test('what superusers do besides records leaves a row each', async () => {
  const calls = async () => (await trail({ actor: String(app.root.authStore.record?.id), perPage: '500' })).length;
  for (const [name, call] of [
    ['sql', () => app.root.send('/api/sql', { method: 'POST', body: { query: 'select 1' } })],
    ['a job', async () => app.root.crons.run(String((await app.root.crons.getFullList())[0]?.id))],
    ['a backup', () => app.root.backups.create('kept.zip')],
    ['a backup removed', () => app.root.backups.delete('kept.zip')],
    ['settings', () => app.root.settings.update({ meta: { appName: 'Kerbside' } })],
  ] as const) {
    const before = await calls();
    await call();
    expect([name, (await calls()) - before]).toEqual([name, 1]);
  }
});

test('a report that staff have made again is in the trail', async () => {
  const admin = await makePerson(app, { role: 'admin' });
  const made = { name: 'Fees', type: 'security', from: '2026-11-01', to: '2026-11-30', status: 'failed' };
  const { id } = await app.root.collection('reports').create(made);
  await admin.send(`/api/marketplace/reports/${id}/retry`, { method: 'POST' });
  expect(await trail({ record: id, actor: admin.id })).toMatchObject([
    { action: 'update', collection: 'reports', changes: [{ field: 'status', from: 'failed', to: 'processing' }] },
  ]);
});
