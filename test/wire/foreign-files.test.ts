import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrMakeThumb } from '#engine/downloads/make-thumb.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';
import { jpegOfScans } from '#support/worst-pictures.ts';

let app: TestApp;
let teacher: Teacher;

beforeAll(async () => {
  app = await startApp();
  teacher = await makeInstructor(app);
  await app.root.settings.update({ batch: { enabled: true, maxRequests: 10, timeout: 60 } });
});
afterAll(() => app.close());

/** As many scans as a picture may have: the most work of all that is decoded. */
const worst = jpegOfScans(64, 4000);
const smaller = jpegOfScans(64, 2500);
const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' });
const workers = () => app.app.engine.foreignWork.pids();

test('[25.1] nothing is decoded of a request that is refused for something else, alone or in a batch', async () => {
  const person = await makePerson(app);
  const tooLong = { bio: 'b'.repeat(2001), photo: fileOf(worst) };
  const profile = app.root.collection('instructors').update(teacher.id, tooLong);
  expect(await refusalOf(profile)).toMatchObject({ status: 400, data: { bio: {} } });
  const foreign = person.collection('instructors').update(teacher.id, { photo: fileOf(worst) });
  expect((await refusalOf(foreign)).status).toBe(404);
  const account = { email: 'new@kerbside.example', password: 'short', passwordConfirm: 'short', avatar: fileOf(worst) };
  expect((await refusalOf(app.guest().collection('users').create(account))).status).toBe(400);
  const batch = app.root.createBatch();
  batch.collection('instructors').update(teacher.id, tooLong);
  expect((await refusalOf(batch.send())).status).toBe(400);
  // What a hook refuses is refused before as well.
  const zone = { timezone: 'Mars/Base', avatar: fileOf(worst) };
  expect((await refusalOf(person.collection('users').update(person.id, zone))).status).toBe(400);
  await app.root.settings.update({ budgets: { personStoredKib: 20 } });
  const much = await refusalOf(person.collection('users').update(person.id, { avatar: fileOf(worst) }));
  expect(much.status).toBe(429);
  await app.root.settings.update({ budgets: { personStoredKib: null } });
  expect(workers()).toEqual([]);
});

test('[25.1] a picture of thousands of scans, or of more pixels than its bytes can hold, is refused by what it says of itself', async () => {
  const person = await makePerson(app);
  const refused = async (bytes: Buffer) =>
    (await refusalOf(person.collection('users').update(person.id, { avatar: fileOf(bytes) }))).data.avatar?.code;
  expect(await refused(jpegOfScans(2646))).toBe('validation_too_many_image_parts');
  expect(await refused(jpegOfScans(65))).toBe('validation_too_many_image_parts');
  const flat = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  expect(await refused(Buffer.concat([flat.subarray(0, 200), flat.subarray(-12)]))).toBe('validation_invalid_image');
  expect(workers()).toEqual([]);
});

test('[25.1] while four callers send the most work there is, everybody else is answered, and signs in, before it is done', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => makePerson(app)));
  const before = process.cpuUsage();
  let left = people.length;
  const sent = people.map((person) =>
    person
      .collection('users')
      .update(person.id, { avatar: fileOf(worst) })
      .finally(() => left--),
  );
  await expect.poll(workers).toHaveLength(2);
  const guest = app.guest();
  const email = people[0]?.authStore.record?.email;
  const answers = await Promise.all([
    fetch(`${app.url}/api/health`),
    fetch(`${app.url}/api/marketplace/instructors`),
    guest.collection('users').authWithPassword(email, 'learner-password'),
  ]);
  expect(answers.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }]);
  // Two processes have two pictures each.
  expect(left).toBeGreaterThan(0);
  for (const record of await Promise.all(sent)) expect(record.avatar).toMatch(/\.jpg$/);
  const { user, system } = process.cpuUsage(before);
  // Decoding alone takes 3 s of a processor, all else a tenth of it.
  expect((user + system) / 1000).toBeLessThan(1500);
});

test('[25.9] forty statements at once delay nobody else, and one process draws them', async () => {
  const person = await makePerson(app);
  const headers = { Authorization: person.authStore.token };
  let left = 40;
  const asked = Array.from({ length: 40 }, async () => {
    const answer = await fetch(`${app.url}/api/marketplace/statements/2026/statement.pdf`, { headers });
    await answer.arrayBuffer();
    left--;
    return answer.status;
  });
  await expect.poll(() => left).toBeLessThan(40);
  expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
  expect(left).toBeGreaterThan(20);
  expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
});

test('[25.1] a picture whose sender left is decoded no more, and its bytes are kept no longer', async () => {
  const person = await makePerson(app);
  const url = `${app.url}/api/collections/users/records/${person.id}`;
  const headers = { Authorization: person.authStore.token };
  const leaving = new AbortController();
  const sent = [1, 2, 3].map(() =>
    fetch(url, { method: 'PATCH', headers, body: formOf(worst), signal: leaving.signal }).catch((error) => error.name),
  );
  // Of an account one is decoded at a time.
  await expect.poll(app.app.engine.foreignWork.waiting).toBe(2);
  leaving.abort();
  expect(await Promise.all(sent)).toEqual(['AbortError', 'AbortError', 'AbortError']);
  await expect.poll(app.app.engine.foreignWork.waiting).toBe(0);
  // What was in the middle of it ended with the request.
  await expect.poll(workers).toEqual([]);
  expect((await person.collection('users').getOne(person.id)).avatar).toBe('');
});

function formOf(bytes: Buffer): FormData {
  const form = new FormData();
  form.set('avatar', fileOf(bytes));
  return form;
}

/** Sends pictures at once, one for each of them; answers what was refused. */
async function refusedOf(people: ReadonlyArray<Awaited<ReturnType<typeof makePerson>>>) {
  const answers = await Promise.all(
    people.map(({ id, authStore }) => {
      const headers = { Authorization: authStore.token };
      const url = `${app.url}/api/collections/users/records/${id}`;
      return fetch(url, { method: 'PATCH', headers, body: formOf(smaller) });
    }),
  );
  return answers
    .filter(({ status }) => status !== 200)
    .map(({ status, headers }) => [status, headers.get('Retry-After')]);
}

test('[25.1] callerForeignWorks: so many pictures and PDFs of one account wait, and one more is to come again', async () => {
  await app.root.settings.update({ budgets: { callerForeignWorks: 3 } });
  const person = await makePerson(app);
  expect(await refusedOf([person, person, person, person])).toEqual([[429, '3']]);
  await app.root.settings.update({ budgets: { callerForeignWorks: null } });
});

test('[25.1] waitingForeignWorks: so many wait on a server, and one more is to come again', async () => {
  await app.root.settings.update({ budgets: { waitingForeignWorks: 1 } });
  const people = await Promise.all([1, 2, 3, 4].map(() => makePerson(app)));
  expect(await refusedOf(people)).toEqual([[503, '3']]);
  await app.root.settings.update({ budgets: { waitingForeignWorks: null } });
});

test('[25.1] a thumbnail whose turn a stranger lost is made for who asked for it as well', async () => {
  await app.root.settings.update({ budgets: { waitingForeignWorks: 3 } });
  const { engine } = app.app;
  const jobs = new URL('../support/foreign-jobs.ts', import.meta.url);
  const over = new AbortController();
  const limits = { withinMs: 60_000, memoryMb: 300 };
  const wait = (caller: string, network: string) =>
    engine.foreignWork
      .run(jobs, () => ({ kind: 'wait' }), { by: { name: caller, network }, limits, signal: over.signal })
      .catch(() => undefined);
  const from = 'thumbs/shared.png';
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: '#c33' } });
  await engine.files.put(from, await picture.png().toBuffer(), 'image/png');
  const ask = (caller: string, network: string) => {
    const file = { contentType: 'image/png' };
    return findOrMakeThumb(engine, {
      file,
      from,
      key: 'thumbs/10_shared.png',
      size: '10x10',
      by: { name: caller, network },
    });
  };
  const waiting = [wait('one', 'one'), wait('two', 'two'), wait('three', 'crowd'), wait('four', 'crowd')];
  const refused = expect(ask('stranger', 'crowd')).rejects.toMatchObject({ status: 503 });
  await expect.poll(engine.foreignWork.waiting).toBe(3);
  const shared = ask('neighbour', 'elsewhere');
  await Promise.all([1, 2, 3].map(() => engine.files.open('thumbs/none.png')));
  // The last of the crowd makes room.
  waiting.push(wait('five', 'five'));
  await refused;
  over.abort();
  expect(await shared).toBeDefined();
  await Promise.all(waiting);
  await app.root.settings.update({ budgets: { waitingForeignWorks: null } });
});
