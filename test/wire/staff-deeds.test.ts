import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import { vapidKeys } from '#support/vapid-keys.ts';

Object.assign(globalThis, { EventSource });

let app: TestApp;
let admin: PocketBase & { id: string };
let person: PocketBase & { id: string };
let browsers = 0;

beforeAll(async () => {
  app = await startApp({ vapid: vapidKeys(), trustedPushOrigins: ['http://push.example'] });
  admin = await makePerson(app, { role: 'admin' });
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await makePerson(app);
});

type Look = { id: string; token: string; record: { id: string }; until: string };

const begin = (id: string, by: PocketBase = admin): Promise<Look> =>
  by.send(`/api/marketplace/users/${id}/impersonations`, { method: 'POST', body: { reason: 'They asked us to look' } });
const end = (id: string, by: PocketBase = admin) =>
  by.send(`/api/marketplace/impersonations/${id}`, { method: 'DELETE' });
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    ({ status }) => Number(status),
  );

/** A client that looks as somebody. */
function looking({ token, record }: Look): PocketBase {
  const client = app.guest();
  client.authStore.save(token, { ...record, collectionId: '_pb_users_auth_', collectionName: 'users' });
  return client;
}

async function auditOf(record: string, action: string) {
  const { items } = await admin.send('/api/marketplace/audit', { query: { record, action } });
  return items as { actor: string; after: Record<string, unknown> | null; created: string }[];
}

describe('looking through an account', () => {
  test('shows what its owner sees, for an hour, and is in the audit trail with begin and end', async () => {
    await person.collection('support_requests').create({ category: 'other', subject: 'A question', text: 'May I?' });
    const look = await begin(person.id);
    expect(Date.parse(look.until) - app.clock.nowMs()).toBe(3_600_000);
    expect(look.record.id).toBe(person.id);
    const client = looking(look);
    expect(await client.collection('support_requests').getFullList()).toHaveLength(1);
    expect((await client.collection('users').authRefresh()).token).toBe(look.token);
    const [begun] = await auditOf(person.id, 'impersonate');
    expect(begun).toMatchObject({ actor: admin.id, after: { reason: 'They asked us to look', until: look.until } });
    await end(look.id);
    expect(await auditOf(person.id, 'impersonate_end')).toMatchObject([{ actor: admin.id }]);
    expect(await client.collection('support_requests').getFullList()).toEqual([]);
    expect(await statusOf(end(look.id))).toBe(404);
  });

  test('ends by itself after the hour, which the audit trail says, too', async () => {
    const look = await begin(person.id);
    app.clock.advance(61);
    expect(await statusOf(looking(look).collection('users').getOne(person.id))).toBe(404);
    await app.app.sweepers.runDue();
    expect(await auditOf(person.id, 'impersonate_end')).toHaveLength(1);
  });

  test('changes, sends and downloads nothing', async () => {
    const client = looking(await begin(person.id));
    const tries = [
      () => client.collection('users').update(person.id, { bio: 'x' }),
      () => client.collection('support_requests').create({ category: 'other', subject: 'Hello', text: 'x' }),
      () => client.collection('users').delete(person.id),
      () => client.createBatch().send(),
      () => client.files.getToken(),
      () => client.send('/api/marketplace/export', {}),
      () => client.send('/api/marketplace/devices', { method: 'DELETE' }),
      () => client.send('/api/marketplace/notifications/read', { method: 'POST', body: { all: true } }),
    ];
    for (const attempt of tries) expect(await statusOf(attempt())).toBe(403);
  });

  test.each([
    'earnings.csv',
    'lessons.csv',
    'lessons/lessonnowhere01.ics',
    'payments/paymentnowhere1/receipt.pdf',
    'payouts/payoutnowhere01/statement.csv',
    'payouts/payoutnowhere01/statement.pdf',
    'statements/2026/statement.csv',
    'statements/2026/statement.pdf',
    'students/studentnowhere1/record-book.pdf',
    'export',
    'calendar-address',
  ])('takes away no file and no secret that outlasts it: %s', async (path) => {
    const client = looking(await begin(person.id));
    expect(await statusOf(client.send(`/api/marketplace/${path}`, {}))).toBe(403);
    expect(await statusOf(person.send(`/api/marketplace/${path}`, {}))).not.toBe(403);
  });

  test('shows nothing of how its owner signs in: no devices, no linked accounts', async () => {
    const client = looking(await begin(person.id));
    const collections = ['_authOrigins', '_externalAuths', '_mfas', '_otps', 'pbc_2279338944', 'push_subscriptions'];
    for (const name of collections) {
      expect([name, await statusOf(client.collection(name).getList())]).toEqual([name, 403]);
      expect([name, await statusOf(person.collection(name).getList())]).toEqual([name, 200]);
    }
    expect(await statusOf(client.send('/api/marketplace/devices', {}))).toBe(403);
    expect(await statusOf(person.send('/api/marketplace/devices', {}))).toBe(200);
  });

  test('shows nothing of it by a relation, in a filter or on a stream either', async () => {
    const subscribe = () =>
      person.collection('push_subscriptions').create({
        endpoint: `http://push.example/${person.id}/${browsers++}`,
        p256dh: 'A'.repeat(87),
        auth: 'A'.repeat(22),
      });
    await subscribe();
    const client = looking(await begin(person.id));
    const expand = 'push_subscriptions_via_user';
    expect((await client.collection('users').getOne(person.id, { expand })).expand?.[expand]).toBeUndefined();
    expect((await client.collection('users').authRefresh({ expand })).record.expand?.[expand]).toBeUndefined();
    expect((await person.collection('users').getOne(person.id, { expand })).expand?.[expand]).toHaveLength(1);
    const filter = `${expand}.endpoint ~ 'push.example'`;
    expect(await client.collection('users').getFullList({ filter })).toEqual([]);
    expect(await person.collection('users').getFullList({ filter })).toHaveLength(1);

    const heard: string[] = [];
    const listen = (by: PocketBase, name: string, collection: string) =>
      by.collection(collection).subscribe('*', () => heard.push(`${name} ${collection}`));
    await listen(person, 'owner', 'push_subscriptions');
    await listen(client, 'staff', 'push_subscriptions');
    await listen(client, 'staff', 'users');
    await subscribe();
    await expect.poll(() => heard).toEqual(['owner push_subscriptions']);
    // What comes on a stream comes in its order.
    await person.collection('users').update(person.id, { name: 'Another' });
    await expect.poll(() => heard).toEqual(['owner push_subscriptions', 'staff users']);
    client.realtime.unsubscribe();
    person.realtime.unsubscribe();
  });

  test('[25.35] shows no start code, which proves that the two of a lesson met', async () => {
    const { id: instructor } = await makeInstructor(app);
    const start = new Date(app.clock.nowMs() + 86_400_000).toISOString();
    const { id } = await app.root.collection('lessons').create({
      ...{ instructor, learner: person.id, start, durationMinutes: 60, priceCents: 6600, status: 'confirmed' },
    });
    const client = looking(await begin(person.id));
    const codes = async (by: PocketBase) => {
      const { nextLesson } = await by.send('/api/marketplace/dashboard', {});
      return [(await by.collection('lessons').getOne(id)).startCode ?? '', nextLesson.startCode];
    };
    expect(await codes(person)).toEqual([expect.stringMatching(/^\d{4}$/), expect.stringMatching(/^\d{4}$/)]);
    expect(await codes(client)).toEqual(['', '']);
  });

  test('is for admins with a reason, and never of staff; another’s cannot be ended', async () => {
    for (const role of ['moderator', 'finance', 'admin']) {
      const staff = await makePerson(app, { role });
      const refusal = await refusalOf(begin(staff.id));
      expect([refusal.status, refusal.data.id?.code]).toEqual([403, 'staff']);
      if (role !== 'admin') expect(await statusOf(begin(person.id, staff))).toBe(403);
      else {
        const { id } = await begin(person.id);
        expect(await statusOf(end(id, staff))).toBe(404);
      }
    }
    expect(await statusOf(begin(person.id, person))).toBe(403);
    expect(await statusOf(begin(person.id, app.guest()))).toBe(401);
    expect(await statusOf(begin('nobodyatall0001'))).toBe(404);
    const path = `/api/marketplace/users/${person.id}/impersonations`;
    expect((await refusalOf(admin.send(path, { method: 'POST', body: {} }))).data.reason?.code).toBe(
      'validation_required',
    );
  });

  test('one follows the other, and all end with the admin’s role', async () => {
    const other = await makePerson(app, { role: 'admin' });
    const [first, second] = [await begin(person.id, other), await begin((await makePerson(app)).id, other)];
    expect(await looking(first).collection('users').getFullList()).toEqual([]);
    expect(await looking(second).collection('users').getFullList()).toHaveLength(1);
    await app.root.collection('users').update(other.id, { role: 'moderator' });
    await expect.poll(() => looking(second).collection('users').getFullList()).toEqual([]);
  });

  const newPassword = { password: 'a-newer-password-75', passwordConfirm: 'a-newer-password-75' };
  const safeguards: [string, (other: PocketBase & { id: string }) => Promise<unknown>][] = [
    ['sets a new password', ({ id }) => app.root.collection('users').update(id, newPassword)],
    ['signs out the other devices', (other) => other.send('/api/marketplace/devices', { method: 'DELETE' })],
    [
      'is signed out by another admin',
      ({ id }) => admin.send(`/api/marketplace/users/${id}/sessions`, { method: 'DELETE' }),
    ],
  ];
  test.each(safeguards)(
    'ends when the admin %s: whoever was in their account looks on no longer',
    async (_when, makeSafe) => {
      const other = await makePerson(app, { role: 'admin' });
      const look = await begin(person.id, other);
      await makeSafe(other);
      await expect.poll(() => looking(look).collection('users').getFullList()).toEqual([]);
      expect(await auditOf(person.id, 'impersonate_end')).toHaveLength(1);
    },
  );

  test('is shown to the owner among the devices, without an address, and can be ended there', async () => {
    const look = await begin(person.id);
    const { items } = await person.send('/api/marketplace/devices', {});
    const shown = items.find(({ id }: { id: string }) => id === look.id);
    expect(shown).toMatchObject({ method: 'staff', ip: '', userAgent: '' });
    await person.send(`/api/marketplace/devices/${look.id}`, { method: 'DELETE' });
    expect(await looking(look).collection('users').getFullList()).toEqual([]);
  });
});

describe('an admin', () => {
  test('signs somebody out everywhere', async () => {
    expect(await admin.send(`/api/marketplace/users/${person.id}/sessions`, { method: 'DELETE' })).toEqual({
      ended: 1,
    });
    expect(await statusOf(person.collection('users').getOne(person.id))).toBe(404);
    expect(await auditOf(person.id, 'sign_out')).toHaveLength(1);
  });

  test('ends the links to outside accounts with it', async () => {
    const link = { collectionRef: '_pb_users_auth_', recordRef: person.id, provider: 'google', providerId: person.id };
    await app.root.collection('_externalAuths').create(link);
    await admin.send(`/api/marketplace/users/${person.id}/sessions`, { method: 'DELETE' });
    const links = app.root.collection('_externalAuths');
    expect(await links.getFullList({ filter: `recordRef = '${person.id}'` })).toEqual([]);
  });

  test('takes a second factor off that its owner lost, with the recovery codes, and the owner is told', async () => {
    await app.db.query('update users set "twoFactor" = true where id = $1', [person.id]);
    await app.db.query(`insert into recovery_codes ("user", hash, created) values ($1, 'abc', now())`, [person.id]);
    const change = await admin
      .collection('account_changes')
      .create({ user: person.id, field: 'twoFactor', value: false });
    const second = await makePerson(app, { role: 'admin' });
    await second.collection('account_change_confirmations').create({ change: change.id });
    expect(await app.db.query('select 1 from recovery_codes where "user" = $1', [person.id])).toEqual([]);
    const told = await app.db.query('select 1 from notifications where "user" = $1', [person.id]);
    expect(told.length).toBeGreaterThan(0);
    expect(await auditOf(person.id, 'update')).toMatchObject([{ actor: second.id }]);
  });
});

describe('restoring a suspended account', () => {
  test('leaves the profile suspended until it is restored for itself', async () => {
    const teacher = await makeInstructor(app);
    await app.root.collection('users').update(teacher.client.id, { suspended: true });
    await admin.collection('users').update(teacher.client.id, { suspended: false });
    expect((await admin.collection('instructors').getOne(teacher.id)).status).toBe('suspended');
    await admin.collection('verifications').create({ instructor: teacher.id, outcome: 'restored' });
    expect((await admin.collection('instructors').getOne(teacher.id)).status).toBe('listed');
  });
});

describe('an invitation', () => {
  test('[25.48] is a mail of its own with a link for seven days that names nobody of the staff; by it the invited choose a password', async () => {
    const email = 'invited@kerbside.example';
    const { id } = await admin.collection('users').create({ email, name: 'Invited' });
    const mails = await app.db.query<{ subject: string; text: string }>(
      `select message->>'subject' as subject, message->>'text' as text from _mails where "to" = $1`,
      [email],
    );
    expect(mails.map(({ subject }) => subject)).toEqual(['You are invited to Kerbside']);
    expect(mails[0]?.text).not.toMatch(/reset/i);
    expect(mails[0]?.text).not.toContain((await app.root.collection('users').getOne(admin.id)).name);
    const token = /accept-invitation\/([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    app.clock.advance(6 * 24 * 60);
    await app.guest().collection('users').confirmPasswordReset(token, 'my-own-choice-9', 'my-own-choice-9');
    const { record } = await app.guest().collection('users').authWithPassword(email, 'my-own-choice-9');
    expect(record.verified).toBe(true);
    // The first one's session ended meanwhile.
    const by = await makePerson(app, { role: 'admin' });
    const again = await refusalOf(by.send(`/api/marketplace/users/${id}/invitation`, { method: 'POST' }));
    expect([again.status, again.data.id?.code]).toEqual([400, 'joined']);
  });

  test('is good for seven days only, and one is sent in two minutes', async () => {
    const by = await makePerson(app, { role: 'admin' });
    const email = 'late@kerbside.example';
    const { id } = await by.collection('users').create({ email, name: 'Late' });
    const invite = () => by.send(`/api/marketplace/users/${id}/invitation`, { method: 'POST' });
    await invite();
    expect(await statusOf(invite())).toBe(429);
    const [mail] = await app.db.query<{ text: string }>(`select message->>'text' as text from _mails where "to" = $1`, [
      email,
    ]);
    const token = /accept-invitation\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    app.clock.advance(7 * 24 * 60 + 1);
    const late = app.guest().collection('users').confirmPasswordReset(token, 'my-own-choice-9', 'my-own-choice-9');
    expect((await refusalOf(late)).data.token?.code).toBe('validation_invalid_token');
  });
});
