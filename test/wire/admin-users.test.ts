import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: PocketBase & { id: string };
let other: PocketBase & { id: string };
let learner: PocketBase & { id: string };
let teacher: Teacher;

const people = (client: PocketBase, query: Record<string, string> = {}) =>
  client.send('/api/marketplace/users', { query });
const audit = (client: PocketBase, query: Record<string, string>) =>
  client.send('/api/marketplace/audit', { query: { looks: 'false', ...query } });
const idsOf = ({ items }: { items: Array<{ id: string }> }) => items.map(({ id }) => id);

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  [other, learner] = await Promise.all([makePerson(app), makePerson(app)]);
  teacher = await makeInstructor(app);
});
afterAll(() => app.close());

describe('the list of accounts', () => {
  test('is for admins and superusers alone, as is the audit trail', async () => {
    for (const client of [learner, teacher.client]) {
      expect((await refusalOf(people(client))).status).toBe(403);
      expect((await refusalOf(client.send(`/api/marketplace/users/${client.id}`, {}))).status).toBe(403);
      expect((await refusalOf(audit(client, { record: client.id }))).status).toBe(403);
    }
    expect((await refusalOf(people(app.guest()))).status).toBe(401);
    expect((await refusalOf(audit(app.guest(), {}))).status).toBe(401);
    for (const client of [admin, app.root]) expect((await people(client)).totalItems).toBe(4);
  });

  test('tells of each account its role, status, last sign-in and instructor’s profile', async () => {
    const { items } = await people(admin, { q: teacher.client.id });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      email: `${teacher.client.id}@kerbside.example`,
      role: 'user',
      status: 'active',
      lastSeen: '2026-11-21T02:00:00.000Z',
      instructor: { id: teacher.id, status: 'listed' },
    });
    for (const secret of ['password', 'tokenKey']) expect(items[0]).not.toHaveProperty(secret);
  });

  test('says who is pending and who is inactive, and counts them', async () => {
    const fresh = await app.guest().collection('users').create({
      email: 'fresh@kerbside.example',
      password: 'learner-password',
      passwordConfirm: 'learner-password',
      name: '100% Fresh_',
    });
    const gone = await makePerson(app);
    const longAgo = '2026-08-01T00:00:00Z';
    await app.db.query('update users set created = $2 where id = $1', [gone.id, longAgo]);
    await app.db.query('update "_authOrigins" set updated = $2 where "recordRef" = $1', [gone.id, longAgo]);
    await app.db.query('update _sessions set "lastUsed" = $2 where "recordRef" = $1', [gone.id, longAgo]);
    expect(idsOf(await people(admin, { status: 'pending' }))).toEqual([fresh.id]);
    expect(idsOf(await people(admin, { status: 'inactive' }))).toEqual([gone.id]);
    expect((await people(admin, { perPage: '1' })).counts).toEqual({
      all: 6,
      active: 4,
      inactive: 1,
      suspended: 0,
      pending: 1,
    });
    await app.root.collection('users').update(gone.id, { suspended: true });
    const suspended = await people(admin, { status: 'suspended' });
    expect([idsOf(suspended), suspended.totalItems, suspended.counts.inactive]).toEqual([[gone.id], 1, 1]);
    expect((await people(admin, { status: 'suspended', q: 'nobody of that name' })).totalItems).toBe(0);
    const never = await makePerson(app);
    await app.db.query('update users set created = null where id = $1', [never.id]);
    await app.db.query('update "_authOrigins" set updated = $2 where "recordRef" = $1', [never.id, longAgo]);
    await app.root.collection('users').update(fresh.id, { suspended: true });
    // The newest first, of those that are suspended and those that were not here alike; last who was made at a time that nobody knows.
    const newest = [fresh.id, gone.id, never.id];
    expect(idsOf(await people(admin, { status: 'inactive' }))).toEqual(newest);
    expect(idsOf(await people(admin, { status: 'inactive', perPage: '2', page: '2' }))).toEqual([never.id]);
    await app.root.collection('users').update(fresh.id, { suspended: false });
    await app.root.collection('users').delete(never.id);
    await app.root.collection('users').update(gone.id, { suspended: false });
    expect(idsOf(await people(admin, { q: '100% fresh_' }))).toEqual([fresh.id]);
    expect(idsOf(await people(admin, { q: '%' }))).toEqual([fresh.id]);
  });

  test('is sorted, filtered by role and paged; nonsense is refused at its parameter', async () => {
    expect(idsOf(await people(admin, { role: 'admin' }))).toEqual([admin.id]);
    const [byName, backwards] = await Promise.all([
      people(admin, { sort: 'email' }),
      people(admin, { sort: '-email' }),
    ]);
    expect(idsOf(backwards)).toEqual(idsOf(byName).reverse());
    // Status by status, each in the order of its names, whatever a page holds.
    for (const [sort, order] of Object.entries({
      status: ['active', 'inactive', 'pending'],
      '-status': ['pending', 'inactive', 'active'],
    })) {
      for (const besides of [{}, { role: 'user' }]) {
        const { items } = await people(admin, { sort, ...besides });
        const shown = items.map(({ status }: { status: string }) => status);
        expect([...new Set(shown)]).toEqual(order);
        expect(shown).toEqual(
          shown.toSorted((one: string, other: string) => order.indexOf(one) - order.indexOf(other)),
        );
        // No page of one: that would be a look at an account.
        const pages = [1, 2].map((page) => people(admin, { sort, ...besides, perPage: '3', page: String(page) }));
        expect((await Promise.all(pages)).flatMap(idsOf)).toEqual(idsOf({ items }));
      }
    }
    const last = await people(admin, { sort: 'name', perPage: '4', page: '2' });
    expect([last.items.length, last.totalItems, last.totalPages]).toEqual([2, 6, 2]);
    expect((await people(admin, { page: '9' })).totalItems).toBe(6);
    const month = await people(admin, { from: '2026-07-01', to: '2026-08-02' });
    expect([month.totalItems, month.items.length]).toEqual([1, 1]);
    expect(month.items[0].created).toBe('2026-08-01T00:00:00.000Z');
    // Either end may be open, and the rest of the choices hold.
    expect((await people(admin, { to: '2026-08-02' })).totalItems).toBe(1);
    expect((await people(admin, { from: '2026-08-02' })).totalItems).toBe(5);
    expect((await people(admin, { from: '2026-08-02', status: 'pending' })).totalItems).toBe(1);
    expect(Object.keys((await refusalOf(people(admin, { from: 'soon' }))).data)).toEqual(['from']);
    for (const name of ['role', 'status', 'sort']) {
      const { status, data } = await refusalOf(people(admin, { [name]: 'nonsense' }));
      expect([status, data[name]?.code]).toEqual([400, 'validation_in_invalid']);
    }
  });
});

describe('what an admin does to an account', () => {
  test('leaves an audit entry with who, what and the values, but no secret', async () => {
    await admin.collection('users').update(other.id, { name: 'Somebody Else', location: 'Bedok' });
    await app.root
      .collection('users')
      .update(other.id, { password: 'another-password', passwordConfirm: 'another-password' });
    const { items } = await audit(admin, { record: other.id });
    expect(items).toHaveLength(2);
    expect(items[1]).toMatchObject({
      actor: admin.id,
      actorCollection: 'users',
      action: 'update',
      collection: 'users',
      changes: [
        { field: 'name', to: 'Somebody Else' },
        { field: 'location', from: '', to: 'Bedok' },
      ],
    });
    const told = JSON.stringify(items[0].changes);
    expect(told).toContain('"field":"password"');
    expect(told).not.toMatch(/\$2|another-password/);
  });

  test('is never to choose somebody’s password; of their own account they show that they are its owner, as others do', async () => {
    const [person, boss] = [await makePerson(app), await makePerson(app, { role: 'admin' })];
    const users = boss.collection('users');
    const fresh = { password: 'chosen-by-staff-1', passwordConfirm: 'chosen-by-staff-1' };
    const codesOf = async (id: string, body: object) =>
      Object.entries((await refusalOf(users.update(id, body))).data).map(([field, { code }]) => `${field} ${code}`);
    expect(await codesOf(person.id, fresh)).toEqual(['password not_allowed']);
    expect(await codesOf(boss.id, fresh)).toEqual(['oldPassword validation_required']);
    expect(await codesOf(boss.id, { email: 'thief@kerbside.example' })).toEqual(['email validation_values_mismatch']);
    const setTwoFactor = (isOn: boolean, password: string) =>
      boss.send('/api/marketplace/two-factor', { method: 'POST', body: { isOn, password } });
    await setTwoFactor(true, 'learner-password');
    expect(await codesOf(boss.id, { twoFactor: false })).toEqual(['twoFactor needs_password']);
    const { data } = await refusalOf(setTwoFactor(false, 'not-my-password'));
    expect(data.password?.code).toBe('validation_invalid_password');
    expect((await users.getOne(boss.id)).twoFactor).toBe(true);
    expect((await setTwoFactor(false, 'learner-password')).isOn).toBe(false);
    expect((await person.collection('users').authRefresh()).record.id).toBe(person.id);
  });

  test('or a superuser, who does choose a password, ends all sessions, and the owner is told', async () => {
    const person = await makePerson(app);
    const fresh = { password: 'chosen-by-root-1', passwordConfirm: 'chosen-by-root-1' };
    await app.root.collection('users').update(person.id, fresh);
    expect((await refusalOf(person.collection('users').authRefresh())).status).toBe(401);
    await person.collection('users').authWithPassword(`${person.id}@kerbside.example`, fresh.password);
    const told = await person.collection('notifications').getFullList();
    expect(told.map(({ title }) => title)).toContain('Your password was changed');
    expect((await audit(admin, { record: person.id })).items[0]).toMatchObject({
      actorRole: 'superuser',
      changes: [{ field: 'password', from: '', to: 'changed' }, {}],
    });
  });

  test('is written down for making and deleting accounts, too, and stays when the account is gone', async () => {
    const made = await admin.collection('users').create({
      email: 'made@kerbside.example',
      name: 'Made By Hand',
      role: 'premium',
    });
    await admin.collection('users').delete(made.id);
    const { items } = await audit(app.root, { record: made.id });
    expect(items.map((item: Record<string, unknown>) => [item.action, item.recordName])).toEqual([
      ['delete', 'Made By Hand'],
      ['create', 'Made By Hand'],
      ['invite', 'Made By Hand'],
    ]);
  });

  test('is not written down when people change what is their own', async () => {
    await learner.collection('users').update(learner.id, { bio: 'Hello' });
    await admin.collection('users').update(admin.id, { bio: 'Hello' });
    expect((await audit(admin, { record: learner.id })).items).toEqual([]);
    expect((await audit(admin, { record: admin.id })).items).toEqual([]);
  });

  test('can’t be changed or removed afterwards, not even in the database', async () => {
    await expect(app.db.query(`update audit_entries set action = 'view'`)).rejects.toThrow('append-only');
    await expect(app.db.query('delete from audit_entries')).rejects.toThrow('append-only');
    await expect(app.db.query('truncate audit_entries')).rejects.toThrow('append-only');
  });

  test('is paged, newest first, and filtered by who did it', async () => {
    const all = await audit(admin, { actor: admin.id });
    const page = await audit(admin, { actor: admin.id, perPage: '1', page: '2' });
    expect(page.items).toEqual([all.items[1]]);
    expect(page.totalPages).toBe(all.totalItems);
    expect((await refusalOf(audit(admin, { action: 'steal' }))).data.action?.code).toBe('validation_in_invalid');
  });
});

describe('suspending an account', () => {
  test('ends its sessions, keeps it from signing in and takes its profile out of the search', async () => {
    const suspended = await makeInstructor(app);
    await admin.collection('users').update(suspended.client.id, { suspended: true });
    expect((await refusalOf(suspended.client.collection('users').authRefresh())).status).toBe(401);
    const email = `${suspended.client.id}@kerbside.example`;
    const again = app.guest().collection('users').authWithPassword(email, 'learner-password');
    expect((await refusalOf(again)).status).toBe(403);
    expect((await refusalOf(app.guest().collection('instructors').getOne(suspended.id))).status).toBe(404);
    expect((await people(admin, { q: suspended.client.id })).items[0]).toMatchObject({
      status: 'inactive',
      suspended: true,
      instructor: { id: suspended.id, status: 'paused' },
    });
    await admin.collection('users').update(suspended.client.id, { suspended: false });
    await app.guest().collection('users').authWithPassword(email, 'learner-password');
  });

  test('is nobody else’s to do, and no admin does it to the account that is signed in', async () => {
    const mine = await refusalOf(learner.collection('users').update(learner.id, { suspended: true }));
    expect([mine.status, mine.data.suspended?.code]).toEqual([400, 'suspended_not_allowed']);
    const sly = { email: 'sly@kerbside.example', password: 'learner-password', passwordConfirm: 'learner-password' };
    const made = await refusalOf(
      app
        .guest()
        .collection('users')
        .create({ ...sly, suspended: true }),
    );
    expect([made.status, made.data.suspended?.code]).toEqual([400, 'suspended_not_allowed']);
    const own = await refusalOf(admin.collection('users').update(admin.id, { suspended: true }));
    expect(own.data.suspended?.code).toBe('own_account');
    const fall = await refusalOf(admin.collection('users').update(admin.id, { role: 'user' }));
    expect(fall.data.role?.code).toBe('own_role');
  });
});

describe('deleting an account', () => {
  test('is refused when it has lessons, payments or a profile, with how many there are', async () => {
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: '2026-12-01T02:00:00Z', durationMinutes: 60 });
    await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
    const { status, data } = await refusalOf(admin.collection('users').delete(learner.id));
    expect([status, data.id?.code]).toEqual([400, 'account_has_records']);
    expect(data.id?.params).toEqual({ lessons: 1, payments: 1, profiles: 0 });
    const teacherIsKept = await refusalOf(app.root.collection('users').delete(teacher.client.id));
    expect(teacherIsKept.data.id?.params).toEqual({ lessons: 0, payments: 0, profiles: 1 });
    const details = await admin.send(`/api/marketplace/users/${learner.id}`, {});
    expect(details.figures).toEqual({
      lessonsTaken: 0,
      lessonsComing: 1,
      lessonsGiven: 0,
      paidCents: 6600,
      refundedCents: 0,
      creditCents: 0,
    });
    expect((await refusalOf(admin.send('/api/marketplace/users/nobody', {}))).status).toBe(404);
  });
});
