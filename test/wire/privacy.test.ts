import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type PocketBase from 'pocketbase';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'kerbside-export-'));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

function asFile(bytes: Buffer, name: string): File {
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' });
}

async function entriesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const path = join(folder, 'export.zip');
  await writeFile(path, zip);
  const entries = new Map<string, Buffer>();
  const file = await yauzl.openPromise(path);
  for await (const entry of file.eachEntry()) {
    entries.set(entry.fileName, await buffer(await file.openReadStreamPromise(entry)));
  }
  return entries;
}

async function exportOf(client: PocketBase) {
  const answer = await fetch(`${app.url}/api/marketplace/export`, {
    headers: { Authorization: client.authStore.token },
  });
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="kerbside-\d{4}-\d\d-\d\d\.zip"$/);
  const entries = await entriesOf(Buffer.from(await answer.arrayBuffer()));
  return { entries, data: JSON.parse(String(entries.get('data.json'))) };
}

let lessons = 0;

/** A lesson of the past, or any other status. */
async function addLesson(teacher: Teacher, learner: { id: string }, status = 'completed') {
  lessons += 1;
  const day = new Date(Date.parse('2026-01-01T02:00:00Z') + lessons * 86_400_000).toISOString();
  return app.root.collection('lessons').create({
    instructor: teacher.id,
    learner: learner.id,
    start: day,
    durationMinutes: 60,
    status,
    priceCents: 6600,
    pickup: 'Blk 85 Bedok North Street 4',
    postalCode: '460085',
    note: 'My knee hurts',
  });
}

describe('the download of one’s data', () => {
  test('holds the account, its records, devices, days and files, and nobody else’s', async () => {
    const teacher = await makeInstructor(app);
    const learner = await makePerson(app);
    const other = await makePerson(app);
    const mine = await addLesson(teacher, learner);
    const theirs = await addLesson(teacher, other);
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { avatar } = await learner.collection('users').update(learner.id, { avatar: asFile(png, 'me.png') });
    const { entries, data } = await exportOf(learner);
    expect(data.account).toMatchObject({ id: learner.id, email: `${learner.id}@kerbside.example` });
    expect(data.records.lessons.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect(data.devices).toMatchObject([{ method: 'password' }]);
    expect(data.activity).toMatchObject({ logins: 1, lessons: 1, days: [{ logins: 1 }] });
    expect(entries.get(`files/users/${learner.id}/${avatar}`)).toEqual(png);
    const text = JSON.stringify(data);
    expect(text).not.toContain(other.id);
    expect(text).not.toContain(theirs.id);
    for (const secret of ['tokenKey', '"password":', '$argon2']) expect(text).not.toContain(secret);
  });

  test('holds for an instructor what they give: profile, hours and lessons', async () => {
    const teacher = await makeInstructor(app);
    const lesson = await addLesson(teacher, await makePerson(app));
    const { data } = await exportOf(teacher.client);
    expect(data.records.instructors).toMatchObject([{ id: teacher.id }]);
    expect(data.records.availability_rules).toHaveLength(7);
    expect(data.records.lessons.map(({ id }: { id: string }) => id)).toEqual([lesson.id]);
  });

  test('gives an admin their own data only', async () => {
    const learner = await makePerson(app);
    await addLesson(await makeInstructor(app), learner);
    const admin = await makePerson(app, { role: 'admin' });
    const { data } = await exportOf(admin);
    expect(data.records.lessons).toBeUndefined();
    expect(JSON.stringify(data)).not.toContain(learner.id);
  });

  test('is for people who are signed in, ten times an hour', async () => {
    const get = (client: PocketBase) => client.send('/api/marketplace/export', { method: 'GET' });
    expect((await refusalOf(get(app.guest()))).status).toBe(401);
    expect((await refusalOf(get(app.root))).status).toBe(403);
    const person = await makePerson(app);
    for (let count = 0; count < 10; count++) await exportOf(person);
    expect((await refusalOf(get(person))).status).toBe(429);
  });
});

describe('a closed account', () => {
  const password = 'learner-password';
  const emailOf = ({ id }: { id: string }) => `${id}@kerbside.example`;
  const close = (client: PocketBase & { id: string }, fields: object = {}) =>
    client.send('/api/marketplace/close-account', {
      method: 'POST',
      body: { confirmation: emailOf(client), password, ...fields },
    });
  const obstaclesOf = (client: PocketBase) => client.send('/api/marketplace/close-account', { method: 'GET' });

  test('says what closing comes to thirty times in five minutes: each time takes the calendars of what is ahead', async () => {
    const person = await makePerson(app);
    for (let count = 0; count < 30; count++) await obstaclesOf(person);
    expect((await refusalOf(obstaclesOf(person))).status).toBe(429);
    app.clock.advance(6);
    expect((await obstaclesOf(person)).plan).toBe('');
  });

  test('is gone altogether when nothing refers to it, and its address is free', async () => {
    const person = await makePerson(app);
    expect(await close(person)).toEqual({ outcome: 'deleted' });
    expect(await app.db.query('select id from users where id = $1', [person.id])).toEqual([]);
    expect((await refusalOf(person.collection('users').authRefresh())).status).toBe(401);
    const account = { email: emailOf(person), password, passwordConfirm: password };
    await app.guest().collection('users').create(account);
    const mails = await (await fetch(`${app.url}/api/dev/mailbox?to=${emailOf(person)}`)).json();
    // The newest is for who registered just now.
    expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual([
      'Verify your Kerbside email',
      'Your Kerbside account is deleted',
    ]);
  });

  test('keeps lessons and money without a name, and nothing else that tells of the person', async () => {
    const teacher = await makeInstructor(app);
    const learner = await makePerson(app);
    const phone = app.guest();
    await phone.collection('users').authWithPassword(emailOf(learner), password);
    const fields = {
      name: 'Tan Mei Ling',
      firstName: 'Mei Ling',
      lastName: 'Tan',
      phone: '+65 9123 4567',
      bio: 'Shy',
      location: 'Bedok',
    };
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { avatar } = await learner
      .collection('users')
      .update(learner.id, { ...fields, avatar: asFile(png, 'me.png') });
    const lesson = await addLesson(teacher, learner);
    await app.root.collection('lesson_logs').create({ lesson: lesson.id, skills: [], notes: 'Mei Ling brakes late' });
    const review = {
      lesson: lesson.id,
      instructor: teacher.id,
      author: learner.id,
      side: 'learner',
      rating: 5,
      authorName: 'Mei Ling',
    };
    await app.root
      .collection('reviews')
      .create({ ...review, text: 'Calm and clear', publishedAt: '2026-02-01 00:00:00.000Z' });
    await app.root
      .collection('notifications')
      .create({ user: learner.id, title: 'Mei Ling, your lesson', type: 'user' });
    expect(await close(learner)).toEqual({ outcome: 'erased' });
    const kept = await app.root.collection('lessons').getOne(lesson.id);
    expect(kept).toMatchObject({
      learner: learner.id,
      priceCents: 6600,
      status: 'completed',
      pickup: '',
      postalCode: '',
      note: '',
    });
    const row = await app.root.collection('users').getOne(learner.id);
    expect(row).toMatchObject({
      name: 'Deleted account',
      firstName: '',
      email: '',
      phone: '',
      bio: '',
      location: '',
      avatar: '',
    });
    const left = await app.db.query<{ text: string }>(
      `select concat(to_json(u), (select json_agg(l) from lessons l where l.learner = $1), (select json_agg(g) from lesson_logs g where g.lesson = $2),
         (select json_agg(r) from reviews r where r.author = $1), (select json_agg(n) from notifications n where n."user" = $1)) as text
       from users u where id = $1`,
      [learner.id, lesson.id],
    );
    for (const trace of ['Mei', 'Bedok', 'knee', '9123', emailOf(learner)]) expect(left[0]?.text).not.toContain(trace);
    const [kindWord] = (await app.root.collection('reviews').getFullList({ filter: `author = '${learner.id}'` })).map(
      (item) => item.text,
    );
    expect(kindWord).toBe('Calm and clear');
    expect((await fetch(`${app.url}/api/files/users/${learner.id}/${avatar}`)).status).toBe(404);
    expect((await refusalOf(phone.collection('users').authRefresh())).status).toBe(401);
    expect((await refusalOf(app.guest().collection('users').authWithPassword(emailOf(learner), password))).status).toBe(
      400,
    );
    const late = await refusalOf(addLesson(teacher, learner, 'confirmed'));
    expect(late).toMatchObject({ status: 400, data: { learner: { code: 'validation_invalid_value' } } });
  });

  test('of an instructor can’t be found or booked, keeps the name for receipts and nothing of the offer', async () => {
    const teacher = await makeInstructor(app, { bio: 'Thirty years', gender: 'woman', vehiclePlate: 'SKX1234A' });
    await addLesson(teacher, await makePerson(app));
    const found = () =>
      app.guest().send('/api/marketplace/instructors', { method: 'GET', query: { q: teacher.client.id } });
    expect((await found()).totalItems).toBe(1);
    expect(await close(teacher.client)).toEqual({ outcome: 'erased' });
    const offer = await app.root.collection('instructors').getOne(teacher.id);
    expect(offer).toMatchObject({
      name: `Instructor ${teacher.client.id}`,
      status: 'retired',
      bio: '',
      gender: '',
      vehiclePlate: '',
    });
    expect(await app.db.query('select id from availability_rules where instructor = $1', [teacher.id])).toEqual([]);
    expect((await found()).totalItems).toBe(0);
  });

  test('is stopped by lessons that are on and by money that is not settled, and changes nothing then', async () => {
    const teacher = await makeInstructor(app);
    const learner = await makePerson(app);
    await addLesson(teacher, learner, 'confirmed');
    for (const client of [learner, teacher.client]) {
      expect(await obstaclesOf(client)).toMatchObject({
        lessons: 1,
        payments: 0,
        balances: 0,
        cancelling: [],
        plan: '',
      });
      const refusal = await refusalOf(close(client));
      expect(refusal).toMatchObject({
        status: 409,
        data: { account: { code: 'account_in_use', params: { lessons: 1 } } },
      });
      expect(await app.root.collection('users').getOne(client.id)).toMatchObject({ email: emailOf(client) });
    }
    const other = await makePerson(app);
    await app.db.query(`insert into ledger_accounts (id, "balanceCents") values ($1, 0)`, [`refunds_due:${other.id}`]);
    expect(await obstaclesOf(other)).toMatchObject({ lessons: 0, payments: 0, balances: 0, plan: '' });
    expect(await close(other)).toEqual({ outcome: 'deleted' });
  });

  test('needs the typed address and the password of who is signed in', async () => {
    const person = await makePerson(app);
    const typed = await refusalOf(close(person, { confirmation: 'delete' }));
    expect(typed).toMatchObject({ status: 400, data: { confirmation: { code: 'confirmation_mismatch' } } });
    const wrong = await refusalOf(close(person, { password: 'wrong-password' }));
    expect(wrong).toMatchObject({ status: 400, data: { password: { code: 'validation_invalid_password' } } });
    const guest = Object.assign(app.guest(), { id: person.id });
    expect((await refusalOf(close(guest))).status).toBe(401);
    expect((await refusalOf(close(Object.assign(app.root, { id: person.id })))).status).toBe(403);
    await person.collection('users').authRefresh();
  });

  test('and a lesson for it at the same moment: one of the two comes too late', async () => {
    const teacher = await makeInstructor(app);
    for (let round = 0; round < 5; round++) {
      const learner = await makePerson(app);
      await addLesson(teacher, learner);
      const [closing, booking] = await Promise.allSettled([close(learner), addLesson(teacher, learner, 'confirmed')]);
      expect([closing.status, booking.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  test('lets no lesson through that began before the closing and is written after it', async () => {
    const teacher = await makeInstructor(app);
    const learner = await makePerson(app);
    let booking: Promise<unknown> = Promise.resolve();
    await app.db.transaction(async (tx) => {
      await tx.query('select id from users where id = $1 for update', [learner.id]);
      booking = addLesson(teacher, learner, 'confirmed').then(
        () => 'booked',
        () => 'refused',
      );
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await app.db.query(waiting)).length).toBeGreaterThan(0);
      await tx.query('update users set _closed = now() where id = $1', [learner.id]);
    });
    expect(await booking).toBe('refused');
  });
});
