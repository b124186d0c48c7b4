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
