import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import { createApp } from '../../src/create-app.ts';

type Device = { id: string; isCurrent: boolean; method: string; userAgent: string; ip: string; lastUsed: string };

let app: TestApp;

beforeAll(async () => {
  // The client follows streams with what the browser has; Node has none.
  vi.stubGlobal('EventSource', EventSource);
  app = await startApp();
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await app.close();
});

const devicesOf = async (client: PocketBase): Promise<Device[]> =>
  (await client.send('/api/marketplace/devices', { method: 'GET' })).items;
const signOut = (client: PocketBase, id = '') =>
  client.send(`/api/marketplace/devices${id && `/${id}`}`, { method: 'DELETE' });
const isSignedIn = async (client: PocketBase) =>
  (await client.collection('users').getList(1, 1, { skipTotal: true })).items.length === 1;

/** The same account on another device. */
async function anotherDevice(person: { id: string }, userAgent = 'Phone/1'): Promise<PocketBase> {
  const client = app.guest();
  client.beforeSend = (url, options) => ({
    url,
    options: { ...options, headers: { ...options.headers, 'User-Agent': userAgent } },
  });
  await client.collection('users').authWithPassword(`${person.id}@kerbside.example`, 'learner-password');
  return client;
}

describe('the devices of an account', () => {
  test('are listed with what they are, last used first, and the one that asks is marked', async () => {
    const person = await makePerson(app);
    await devicesOf(person);
    app.clock.advance(1);
    const phone = await anotherDevice(person, 'Phone/2');
    const listed = await devicesOf(person);
    expect(listed.map(({ isCurrent, method }) => ({ isCurrent, method }))).toEqual([
      { isCurrent: false, method: 'password' },
      { isCurrent: true, method: 'password' },
    ]);
    expect(listed[0]).toMatchObject({ userAgent: 'Phone/2', ip: '127.0.0.1' });
    expect((await devicesOf(phone)).find(({ isCurrent }) => isCurrent)?.userAgent).toBe('Phone/2');
    const page = await person.send('/api/marketplace/devices', { method: 'GET', query: { page: 2, perPage: 1 } });
    expect(page).toMatchObject({ page: 2, perPage: 1, totalItems: 2, totalPages: 2 });
    expect(page.items).toHaveLength(1);
  });

  test('are nobody else’s: guests get 401, other people, staff and superusers 404', async () => {
    const person = await makePerson(app);
    const [device] = await devicesOf(person);
    const id = device?.id ?? '';
    expect((await refusalOf(devicesOf(app.guest()))).status).toBe(401);
    const strangers = [
      app.root,
      await makePerson(app),
      await makePerson(app, { role: 'admin' }),
      (await makeInstructor(app)).client,
    ];
    for (const other of strangers) {
      expect((await refusalOf(signOut(other, id))).status).toBe(404);
      expect((await devicesOf(other)).map((item) => item.id)).not.toContain(id);
    }
    expect(await isSignedIn(person)).toBe(true);
  });

  test('are signed out one by one: the token, a refreshed one and one for files end, other devices go on', async () => {
    const person = await makePerson(app);
    const phone = await anotherDevice(person);
    const fileToken = await phone.files.getToken();
    const before = phone.authStore.token;
    await phone.collection('users').authRefresh();
    expect(phone.authStore.token).not.toBe('');
    const [theirs] = (await devicesOf(phone)).filter(({ isCurrent }) => isCurrent);
    await signOut(person, theirs?.id);
    expect(await isSignedIn(phone)).toBe(false);
    expect((await refusalOf(phone.collection('users').authRefresh())).status).toBe(401);
    phone.authStore.save(before, null);
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(person)).toBe(true);
    expect((await refusalOf(signOut(person, theirs?.id))).status).toBe(404);
    const file = await fetch(`${app.url}/api/marketplace/lessons/000000000000000.ics?token=${fileToken}`);
    expect(file.status).not.toBe(200);
  });

  test('are signed out all at once but for the one that asks', async () => {
    const person = await makePerson(app);
    const others = [await anotherDevice(person), await anotherDevice(person)];
    expect(await signOut(person)).toEqual({ ended: 2 });
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(person)).toBe(true);
    expect(await devicesOf(person)).toHaveLength(1);
  });

  test('hear nothing more on their open streams once signed out', async () => {
    const person = await makePerson(app);
    const phone = await anotherDevice(person);
    const heard: string[] = [];
    await phone.collection('users').subscribe('*', ({ record }) => void heard.push(record.bio));
    await person.collection('users').update(person.id, { bio: 'before' });
    await expect.poll(() => heard).toEqual(['before']);
    await signOut(person);
    const mine: string[] = [];
    await person.collection('users').subscribe('*', ({ record }) => void mine.push(record.bio));
    await person.collection('users').update(person.id, { bio: 'after' });
    await expect.poll(() => mine).toEqual(['after']);
    expect(heard).not.toContain('after');
    await phone.realtime.unsubscribe();
    await person.realtime.unsubscribe();
  });

  test('are signed out on another server too', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kerbside-second-'));
    const { connection, clock } = app;
    const options = { connection, clock, log: createLogger('error'), dataDir, publicUrl: app.url, isDevelopment: true };
    const second = await createApp(options);
    try {
      const person = await makePerson(app);
      const phone = await anotherDevice(person);
      phone.baseURL = await second.http.listen({ port: 0, host: '127.0.0.1' });
      expect(await isSignedIn(phone)).toBe(true);
      await signOut(person);
      expect((await refusalOf(phone.collection('users').authRefresh())).status).toBe(401);
      await expect.poll(() => isSignedIn(phone)).toBe(false);
    } finally {
      await second.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  test('[10.1.14] are those of a superuser, too: listed, ended one by one, and their tokens with them', async () => {
    const other = app.guest();
    await other.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const devices = await devicesOf(other);
    const mine = devices.find(({ isCurrent }) => isCurrent);
    expect(devices.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
    expect((await other.collection('users').getList(1, 1)).page).toBe(1);
    await signOut(app.root, mine?.id);
    expect((await refusalOf(other.collection('_superusers').authRefresh())).status).toBe(401);
    expect((await refusalOf(other.settings.getAll())).status).toBe(401);
    expect((await app.root.settings.getAll()).meta).toBeDefined();
  });

  test('[10.1.14] end for good after the days of the settings, however often they were renewed', async () => {
    const person = await makePerson(app);
    const startMs = app.clock.nowMs();
    await app.root.settings.update({ budgets: { sessionDays: 3 } });
    const refresh = () => person.collection('users').authRefresh();
    app.clock.advance(2 * 24 * 60);
    await refresh();
    app.clock.advance(24 * 60 - 1);
    await refresh();
    app.clock.advance(2);
    expect((await refusalOf(refresh())).status).toBe(401);
    expect((await refusalOf(devicesOf(person))).status).toBe(401);
    app.clock.set(new Date(startMs).toISOString());
    await app.root.settings.update({ budgets: { sessionDays: null } });
  });

  test('end with a new password, and are forgotten when their tokens are over', async () => {
    const person = await makePerson(app);
    const changed = { oldPassword: 'learner-password', password: 'another-one-1', passwordConfirm: 'another-one-1' };
    await person.collection('users').update(person.id, changed);
    expect(await app.db.query(`select id from _sessions where "recordRef" = $1`, [person.id])).toEqual([]);
    await person.collection('users').authWithPassword(`${person.id}@kerbside.example`, 'another-one-1');
    app.clock.advance(6 * 24 * 60);
    await person.collection('users').authWithPassword(`${person.id}@kerbside.example`, 'another-one-1');
    expect(await devicesOf(person)).toHaveLength(1);
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    await app.root.crons.run('__pbMFACleanup__');
    await expect
      .poll(() => app.db.query(`select id from _sessions where "recordRef" = $1`, [person.id]))
      .toHaveLength(2);
    app.clock.advance(24 * 60);
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    await app.root.crons.run('__pbMFACleanup__');
    await expect
      .poll(() => app.db.query(`select id from _sessions where "recordRef" = $1`, [person.id]))
      .toHaveLength(1);
  });
});

describe('[246] the activity of an account', () => {
  const activityOf = (client: PocketBase) => client.send('/api/marketplace/activity', { method: 'GET' });

  test('counts its sign-ins, the days in Singapore on which it was used, and its lessons', async () => {
    app.clock.set('2026-12-01T23:50:00+08:00');
    const person = await makePerson(app);
    expect(await activityOf(person)).toEqual({ logins: 1, daysActive: 1, lessons: 0 });
    await anotherDevice(person);
    app.clock.advance(20);
    await isSignedIn(person);
    await expect.poll(() => activityOf(person)).toEqual({ logins: 2, daysActive: 2, lessons: 0 });
    await person.collection('users').authRefresh();
    const stranger = await makePerson(app);
    expect(await activityOf(stranger)).toEqual({ logins: 1, daysActive: 1, lessons: 0 });
    expect(await activityOf(person)).toEqual({ logins: 2, daysActive: 2, lessons: 0 });
    expect((await refusalOf(activityOf(app.guest()))).status).toBe(401);
  });

  test('counts lessons that took place, for learner and instructor, and no others', async () => {
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const teacher = await makeInstructor(app);
    const learner = await makePerson(app);
    const statuses = ['completed', 'closed', 'cancelled_by_learner', 'confirmed'];
    for (const [index, status] of statuses.entries()) {
      const start = `2026-10-0${index + 1} 02:00:00.000Z`;
      await app.root.collection('lessons').create({
        instructor: teacher.id,
        learner: learner.id,
        start,
        durationMinutes: 60,
        status,
        priceCents: 6600,
      });
    }
    expect(await activityOf(learner)).toMatchObject({ lessons: 2 });
    expect(await activityOf(teacher.client)).toMatchObject({ lessons: 2 });
  });
});

test('a new device is told of in the product, too, with one mail whatever was chosen; the first and a known one are not', async () => {
  const person = await makePerson(app);
  const told = () => person.collection('notifications').getFullList({ filter: "type = 'security'" });
  const mails = () =>
    app.db.query('select 1 from _mails where "to" = $1 and subject ~* $2', [`${person.id}@kerbside.example`, 'new']);
  const preferences = person.collection('notification_preferences');
  await preferences.update(person.id, { email: false, account: false });
  const phone = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36';
  expect(await told()).toHaveLength(0);
  await anotherDevice(person, phone);
  await anotherDevice(person, phone);
  const [only, ...others] = await told();
  expect(others).toEqual([]);
  expect(only).toMatchObject({ title: 'A new device signed in to your account', link: '/dashboard/settings' });
  expect(only?.message).toContain('Chrome on Android, from the address 127.0.0.1');
  expect(await mails()).toHaveLength(1);
  const deliveries = await app.db.query('select channel from _deliveries where notification = $1', [only?.id]);
  expect(deliveries).toEqual([]);
});
