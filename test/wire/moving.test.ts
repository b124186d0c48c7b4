import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPocketbase } from '#engine/moving/import-pocketbase.ts';
import { runMoving } from '#engine/moving/run-moving.ts';
import { learner, makePocketbaseFolder, usersSecret } from '#support/pocketbase-folder.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';

const collision = {
  id: 'messages_id_0001',
  name: 'messages',
  fields: [
    {
      name: 'id',
      type: 'text',
      system: true,
      primaryKey: true,
      required: true,
      min: 15,
      max: 15,
      pattern: '^[a-z0-9]+$',
    },
    { name: 'text', type: 'text' },
  ],
  rules: { listRule: "@request.auth.collectionName = 'messages' || @collection.messages.text = 'x'" },
  records: [{ id: 'message00000001', text: 'Hello' }],
};
const choice = { renames: new Map([['messages', 'oldMessages']]), leftOut: new Set<string>(), keepsSettings: false };

let app: TestApp;
let folder: string;
const folders: string[] = [];

beforeAll(async () => {
  app = await startApp();
  folder = await makePocketbaseFolder([collision]);
  folders.push(folder);
});
afterAll(async () => {
  await app.close();
  for (const path of folders) await rm(path, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const output = { out: (line: string) => void lines.push(line), progress: { write: () => true } };
  const code = await runMoving(app.app.engine, args, output).catch((error: Error) => {
    lines.push(error.message);
    return 1;
  });
  return { code, said: lines.join('\n') };
}

const collectionNames = () => app.app.engine.collections.all().map(({ name }) => name);

describe('a folder of PocketBase that is imported', () => {
  test('is refused before anything is written when a name or a field collides, with what to do about each', async () => {
    const db = new DatabaseSync(join(folder, 'data.db'));
    const [{ fields } = {}] = db.prepare("select fields from _collections where name = 'users'").all();
    const known = JSON.parse(String(fields)) as object[];
    const write = db.prepare("update _collections set fields = ? where name = 'users'");
    write.run(JSON.stringify([...known, { name: 'role', type: 'select', values: ['admin'], maxSelect: 1 }]));
    const { code, said } = await run('import', 'pocketbase', folder);
    write.run(String(fields));
    db.close();
    expect(code).toBe(1);
    expect(said).toContain("messages: messages is one of the product's own collections.");
    expect(said).toContain('--as messages=<name>');
    expect(said).toContain('users.role means something else');
    expect(collectionNames()).not.toContain('clubPosts');
  });

  test('is refused when one of its accounts is here already', async () => {
    const other = await startApp();
    await makePerson(other);
    await other.db.query("update users set email = 'AL@example.com'");
    const imported = importPocketbase(other.app.engine, { folder, choice, isDryRun: false, onProgress: () => {} });
    await expect(imported).rejects.toThrow('users has an account');
    expect(other.app.engine.collections.find('clubPosts')).toBeUndefined();
    await other.close();
  });

  test('is tried by a dry run, which says what would become of it and keeps nothing', async () => {
    const { code, said } = await run('import', 'pocketbase', folder, '--dry-run', '--as', 'messages=oldMessages');
    expect(code).toBe(0);
    expect(said).toContain('messages as oldMessages: base, 1 records');
    expect(said).toContain('The createRule of clubPosts was not taken, so only superusers may: nothing.here = 1');
    expect(said).toContain('An index of clubPosts was not taken: CREATE INDEX `idx_odd`');
    expect(said).toContain('The view oddView was not taken');
    expect(said).toContain('users.nickname becomes a field of your own');
    expect(said).toContain('users.nickname was required; the product makes records without it.');
    expect(said).toContain('The updateRule of users was not taken: id = @request.auth.id && @request.body.nickname');
    expect(said).toContain('An index of users was not taken: CREATE INDEX `idx_nickname`');
    expect(said).toContain('Settings were taken but for the address');
    expect((await app.root.settings.getAll()).meta.appName).not.toBe('Old club');
    expect((await app.root.collections.getOne('users')).fields.map(({ name }) => name)).not.toContain('nickname');
    expect(collectionNames()).not.toContain('clubPosts');
  });

  test.each([
    ['that are encrypted', 'bm90IGEgcmVhbCBvbmU=', 'The settings are encrypted and were not taken'],
    ['that are none here', '{"batch":{"enabled":true,"maxRequests":-1}}', 'The settings were not taken: '],
  ])('is told by a dry run of settings %s', async (_what, stored, told) => {
    const db = new DatabaseSync(join(folder, 'data.db'));
    const [{ value } = {}] = db.prepare("select value from _params where id = 'settings'").all();
    const write = db.prepare("update _params set value = ? where id = 'settings'");
    write.run(Buffer.from(stored));
    const { said } = await run('import', 'pocketbase', folder, '--dry-run', '--as', 'messages=oldMessages');
    write.run(value ?? null);
    db.close();
    expect(said).toContain(told);
  });

  test('goes on where it was broken off, and ends with equal counts and checksums', async () => {
    const broken = importPocketbase(app.app.engine, {
      folder,
      choice,
      isDryRun: false,
      onProgress({ name }) {
        if (name === 'clubPosts') throw new Error('The power is gone.');
      },
    });
    await expect(broken).rejects.toThrow('The power is gone.');
    const { code, said } = await run('import', 'pocketbase', folder, '--as', 'messages=oldMessages');
    expect(code, said).toBe(0);
    expect(said).toMatch(/^equal clubPosts: 2 there, 2 here, files 1 there, 1 here, checksums (\w{16}) and \1$/m);
    expect(said).toMatch(/^equal users: 2 there, 2 here, files 1 there, 1 here/m);
    expect(said).toContain('Everything was imported: 8 records.');
  });

  test('answers its records as they were, but for NUL, which is not stored', async () => {
    const record = await app.root.collection('clubPosts').getOne('post00000000001');
    expect(record).toEqual({
      collectionId: 'posts_id_0000001',
      collectionName: 'clubPosts',
      id: 'post00000000001',
      created: '2024-02-03 04:05:06.789Z',
      updated: '2025-02-03 04:05:06.789Z',
      title: 'Tabs\tand\nlines \\ and NUL',
      isOpen: true,
      amount: 1234567.25,
      mail: 'a@example.com',
      link: 'https://example.com',
      body: '<p>Hello</p>',
      day: '2026-01-02 03:04:05.678Z',
      kind: 'a',
      tags: ['x', "it's"],
      author: learner.id,
      others: ['post00000000002'],
      papers: ['notes_abc.txt'],
      extra: { a: null, b: [1, 'ab'] },
      place: { lon: 103.8, lat: 1.35 },
    });
    const file = await fetch(`${app.url}/api/files/clubPosts/post00000000001/notes_abc.txt`);
    expect(await file.text()).toBe('Turn left.');
  });

  test('brings the fields of its people along as an operator’s own, without what stands in the product’s way', async () => {
    const jo = await app.root.collection('users').getOne(learner.id, { expand: 'favourite' });
    expect(jo).toMatchObject({ nickname: 'Jojo', joined: '2023-02-03 04:05:06.789Z', name: 'Jo' });
    expect(jo.expand?.favourite.title).toBe('Tabs\tand\nlines \\ and NUL');
    const { fields } = await app.root.collections.getOne('users');
    const found = fields.filter(({ name }) => ['nickname', 'favourite', 'joined'].includes(name));
    expect(found.map(({ type, required, cascadeDelete = false }) => [type, required, cascadeDelete])).toEqual([
      ['text', false, false],
      ['relation', false, false],
      ['date', false, false],
    ]);
    expect((await makePerson(app)).authStore.record).toMatchObject({ nickname: '', favourite: '', joined: '' });
  });

  test('lets its people in with their password, their old token and their outside account', async () => {
    const client = app.guest();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(app.clock.nowMs() / 1000) + 600;
    const claims = { id: learner.id, collectionId: '_pb_users_auth_', type: 'auth', refreshable: true, exp };
    const unsigned = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
    const signature = createHmac('sha256', learner.tokenKey + usersSecret)
      .update(unsigned)
      .digest('base64url');
    client.authStore.save(`${unsigned}.${signature}`, null);
    expect(await client.collection('users').getOne(learner.id)).toMatchObject({ name: 'Jo', role: 'user' });

    const { record } = await client.collection('users').authWithPassword('jo@example.com', learner.password);
    expect(record.avatar).toBe('me_abc.png');
    const [linked] = await client.collection('_externalAuths').getFullList();
    expect(linked).toMatchObject({ provider: 'google', providerId: '42', recordRef: learner.id });
    const coded = await app.guest().collection('users').authWithOTP('code00000000001', '123456');
    expect(coded.record.id).toBe(learner.id);
    const member = await app.guest().collection('members').authWithPassword('m@example.com', learner.password);
    expect(member.record.nickname).toBe('Mo');
  });

  test('keeps its rules and views; what is not understood is closed', async () => {
    const guest = app.guest();
    const seen = await guest.collection('clubPosts').getOne('post00000000001');
    expect(seen.id).toBe('post00000000001');
    await expect(guest.collection('clubPosts').getOne('post00000000002')).rejects.toMatchObject({ status: 404 });
    await expect(guest.collection('clubPosts').create({ title: 'x' })).rejects.toMatchObject({ status: 403 });
    const rows = await guest.collection('openPosts').getFullList();
    expect(rows.map(({ isOpen, amount }) => [isOpen, amount])).toEqual([
      [true, 1234567.25],
      [false, 0],
    ]);
    const { fields } = app.app.engine.collections.get('plainPosts');
    expect(fields.map(({ type }) => type)).toEqual(['text', 'text', 'relation']);
    expect(app.app.engine.collections.find('oddView')).toBeUndefined();
    const { listRule } = app.app.engine.collections.get('oldMessages');
    expect(listRule).toBe("@request.auth.collectionName = 'oldMessages' || @collection.oldMessages.text = 'x'");
    const settings = await app.root.settings.getAll();
    expect(settings.meta).toMatchObject({ appName: 'Old club', appURL: 'http://kerbside.example' });
    expect(settings.batch).toMatchObject({ enabled: true, maxRequests: 9 });
  });

  test('is refused a second time, and so is what is no such folder', async () => {
    const { said } = await run('import', 'pocketbase', folder, '--as', 'messages=oldMessages');
    expect(said).toContain('clubPosts: clubPosts exists here already.');
    expect((await run('import', 'pocketbase', tmpdir())).said).toContain('There is no data.db in');
    expect((await run('import')).said).toContain('bin/kerbside import pocketbase <pb_data>');
  });
});

describe('a folder that is exported', () => {
  test('can be imported again and holds the same, with the product’s own collections closed to writing', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'kerbside-export-'));
    folders.push(parent);
    const target = join(parent, 'pb_data');
    const { code, said } = await run('export', 'pocketbase', target);
    expect(code, said).toBe(0);
    expect(said).toMatch(/^equal clubPosts: 2 there, 2 here/m);
    // Jo has signed in here since, which made the hash anew, and one was made here.
    expect(said).toContain('2 accounts of users have a password that PocketBase cannot check');
    expect(await readFile(join(target, 'storage/posts_id_0000001/post00000000001/notes_abc.txt'), 'utf8')).toBe(
      'Turn left.',
    );

    const db = new DatabaseSync(join(target, 'data.db'), { readOnly: true });
    const rules = db.prepare('select listRule, createRule, updateRule, deleteRule from _collections where name = ?');
    expect(rules.get('lessons')).toMatchObject({ createRule: null, updateRule: null, deleteRule: null });
    expect(rules.get('clubPosts')).toMatchObject({ listRule: '', createRule: null });
    expect(db.prepare('select isOpen, amount from openPosts order by isOpen').all()).toMatchObject([
      { isOpen: 0 },
      { isOpen: 1, amount: 1234567.25 },
    ]);
    db.close();

    const copy = join(parent, 'copy');
    await cp(target, copy, { recursive: true });
    expect((await run('export', 'pocketbase', target)).said).toContain('is not empty');
    const other = await startApp();
    const own = other.app.engine.collections.all().filter(({ managed, system }) => managed && !system);
    const report = await importPocketbase(other.app.engine, {
      folder: copy,
      choice: {
        renames: new Map(),
        leftOut: new Set(own.map(({ name }) => name).concat('clubPosts.author')),
        keepsSettings: true,
      },
      isDryRun: false,
      onProgress: () => {},
    });
    expect(report.comparisons.filter(({ isEqual }) => !isEqual)).toEqual([]);
    expect(await other.root.collection('oldMessages').getFullList()).toMatchObject([{ text: 'Hello' }]);
    await other.close();
  });
});

describe('the types of all collections', () => {
  test('are for superusers', async () => {
    expect((await fetch(`${app.url}/api/types.ts`)).status).toBe(401);
    const person = await makePerson(app);
    const headers = { authorization: person.authStore.token };
    expect((await fetch(`${app.url}/api/types.ts`, { headers })).status).toBe(403);
  });

  test('compile under strict, know fields and choices, and type the client', async () => {
    const parent = await mkdtemp(join(import.meta.dirname, '../../.cache/types-'));
    folders.push(parent);
    const answer = await fetch(`${app.url}/api/types.ts`, { headers: { authorization: app.root.authStore.token } });
    const types = await answer.text();
    expect((await run('types')).said).toBe(types);
    await writeFile(join(parent, 'types.ts'), types);
    await writeFile(
      join(parent, 'use.ts'),
      `import PocketBase from 'pocketbase';
import type { ClubPostsRecord, RecordOf, TypedClient } from './types.ts';
const client = new PocketBase('http://localhost') as unknown as TypedClient<PocketBase>;
const post: RecordOf<'clubPosts'> = await client.collection('clubPosts').getOne('x', { expand: 'author' });
const name: string | undefined = post.expand?.author?.firstName;
const kind: '' | 'a' | 'b' = post.kind;
await client.collection('clubPosts').update('x', { 'amount+': 1, tags: ['x', "it's"], 'papers+': new Blob() });
await client.collection('members').create({ email: 'a@example.com', password: 'x', passwordConfirm: 'x' });
const { token } = await client.collection('users').authWithPassword('a', 'b');
const [row] = (await client.collection('openPosts').getList(1, 3)).items;
// @ts-expect-error A view takes no records.
await client.collection('openPosts').create({});
// @ts-expect-error This is no choice.
await client.collection('clubPosts').update('x', { kind: 'c' });
// @ts-expect-error There is no such collection.
client.collection('nothing');
export const used: [string, unknown, unknown, unknown, ClubPostsRecord] = [token, row?.amount, name, kind, post];
`,
    );
    const tsc = join(import.meta.dirname, '../../node_modules/typescript7/bin/tsc');
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUnusedLocals',
      '--target',
      'es2024',
    ];
    const compiled = promisify(execFile)(process.execPath, [
      tsc,
      ...flags,
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
      join(parent, 'use.ts'),
    ]);
    await expect(compiled.catch(({ stdout }) => Promise.reject(new Error(stdout)))).resolves.toMatchObject({
      stdout: '',
    });
  });
});
