import { readFileSync } from 'node:fs';
import PocketBase, { BaseAuthStore, ClientResponseError, getTokenPayload } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFiles, root as projectRoot } from '#support/list-files.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';

// The official client, unchanged, against the whole product.
let app: TestApp;
let person: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
  person = await makePerson(app);
  const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
  await app.root.collections.create({
    name: 'notes',
    type: 'base',
    ...rules,
    fields: [
      { name: 'title', type: 'text' },
      { name: 'paper', type: 'file', maxSelect: 1, protected: true },
    ],
  });
});
afterAll(() => app.close());

/** The queries that a client asks while `run` runs. */
async function queriesOf(client: PocketBase, run: () => Promise<unknown>): Promise<unknown[]> {
  const asked: unknown[] = [];
  client.beforeSend = (url, options) => {
    asked.push(options.query);
    return { url, options };
  };
  await run();
  delete client.beforeSend;
  return asked;
}

describe('the records client', () => {
  test('[257, 258] [Q16] asks for pages of 30, and for whole lists in batches of 500', async () => {
    const guest = app.guest();
    const [page] = await queriesOf(guest, () => guest.collection('notes').getList());
    expect(page).toMatchObject({ perPage: 30 });
    const [whole] = await queriesOf(guest, () => guest.collection('notes').getFullList({ batch: 500 }));
    expect(whole).toMatchObject({ perPage: 500 });
    const calls = listFiles(['src/web'])
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => readFileSync(`${projectRoot}/${file}`, 'utf8').match(/getFullList[^;]*/g) ?? []);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((call) => !call.includes('batch: 500'))).toEqual([]);
  });

  test('[262] trims a cookie that would be longer than 4096 bytes', () => {
    const store = new BaseAuthStore();
    store.save(person.authStore.token, { ...person.authStore.record, bio: 'x'.repeat(9000) } as never);
    const cookie = store.exportToCookie();
    expect(Buffer.byteLength(cookie)).toBeLessThanOrEqual(4096);
    const read = new BaseAuthStore();
    read.loadFromCookie(cookie);
    expect(read.record).toMatchObject({ id: person.id, email: person.authStore.record?.email });
  });

  test('[263, 264, 265] tells of errors with their parts, and of what was aborted in other words', async () => {
    const error = await app
      .guest()
      .collection('notes')
      .getOne('nothing')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ClientResponseError);
    expect(error).toMatchObject({ url: expect.stringContaining('/nothing'), status: 404, isAbort: false });
    expect(Object.keys(error as object)).toEqual(
      expect.arrayContaining(['url', 'status', 'response', 'isAbort', 'originalError']),
    );
    expect(new ClientResponseError({}).message).toBe('Something went wrong.');
    const cancelling = new PocketBase(app.url);
    const [first] = await Promise.allSettled([
      cancelling.collection('notes').getList(),
      cancelling.collection('notes').getList(),
    ]);
    if (first?.status !== 'rejected') throw new Error('The first of two equal calls was expected to be aborted.');
    expect(first.reason).toMatchObject({ isAbort: true });
    expect(first.reason.message).not.toBe('Something went wrong.');
  });
});

describe('its calls', () => {
  test('[250] answer accounts with a date, a truth and a file', async () => {
    const picture = new File([Buffer.from(onePixel, 'base64')], 'face.png', { type: 'image/png' });
    const record = await person.collection('users').update(person.id, { avatar: picture });
    expect(record.created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(record.verified).toBe(true);
    expect((await fetch(person.files.getURL(record, record.avatar))).headers.get('content-type')).toBe('image/png');
  });

  test('[266] create, list, view, change and delete records', async () => {
    const notes = app.guest().collection('notes');
    const { id } = await notes.create({ title: 'one' });
    expect(await notes.update(id, { title: 'two' })).toMatchObject({ title: 'two' });
    expect(await notes.getOne(id)).toMatchObject({ title: 'two' });
    expect((await notes.getList(1, 10, { filter: 'title = "two"' })).totalItems).toBe(1);
    expect(await notes.delete(id)).toBe(true);
  });

  test('[267, 272] renew a sign-in, and sign in as somebody else', async () => {
    expect((await person.collection('users').authRefresh()).record.id).toBe(person.id);
    const other = await app.root.collection('users').impersonate(person.id, 60);
    expect(other.authStore.record?.id).toBe(person.id);
    expect(getTokenPayload(other.authStore.token)).toMatchObject({ refreshable: false, type: 'auth' });
  });

  test('[273] import, scaffold and truncate collections', async () => {
    await app.root.collections.import([
      { name: 'papers', type: 'base', fields: [{ name: 't', type: 'text' }] } as never,
    ]);
    await app.root.collection('papers').create({ t: 'x' });
    await app.root.collections.truncate('papers');
    expect((await app.root.collection('papers').getList()).totalItems).toBe(0);
    expect(Object.keys(await app.root.collections.getScaffolds()).sort()).toEqual(['auth', 'base', 'view']);
  });

  test('[276] open protected files by a token', async () => {
    const record = await person.collection('notes').create({ paper: new File(['words'], 'paper.txt') });
    const token = await person.files.getToken();
    expect(await (await fetch(person.files.getURL(record, record.paper, { token }))).text()).toBe('words');
  });

  test('[283] send a test mail', async () => {
    expect(await app.root.settings.testEmail('users', 'who@kerbside.example', 'verification')).toBe(true);
    await expect
      .poll(() => app.db.query(`select 1 from _mails where "to" = 'who@kerbside.example'`), { timeout: 10_000 })
      .toHaveLength(1);
  });
});

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
