import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PocketBase, { type CollectionModel, type RecordModel } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPocketbase } from '#engine/moving/import-pocketbase.ts';
import { runMoving } from '#engine/moving/run-moving.ts';
import { type Reference, startReference } from '#support/reference-server.ts';
import { startApp, type TestApp } from '#support/start-app.ts';

/*
 * A folder that the real PocketBase made is imported, and the real one starts on what we export and answers the same: with the program that
 * `bin/check --reference` builds (REFERENCE_PROGRAM).
 */
const { REFERENCE_PROGRAM: program = '' } = process.env;
/** A schema without what differs by nature: in the query of a view names are quoted here, and the ids of its fields are random there. */
const unsettled = ({ viewQuery: _query, ...schema }: CollectionModel) => ({
  ...schema,
  fields: schema.fields.map((field) => ({ ...field, id: field.id.replace(/^_clone_.*/, '_clone_') })),
});
const names = ['clubMembers', 'clubPosts', 'openPosts'];

async function makeClub({ client }: Reference): Promise<void> {
  await client.collection('users').create({
    email: 'jo@example.com',
    password: 'jo-has-a-password',
    passwordConfirm: 'jo-has-a-password',
    name: 'Jo',
    verified: true,
  });
  const members = await client.collections.create({
    name: 'clubMembers',
    type: 'auth',
    fields: [{ name: 'nickname', type: 'text', required: true }],
    listRule: 'id = @request.auth.id',
    manageRule: 'nickname = "chief"',
  });
  const posts = await client.collections.create({
    name: 'clubPosts',
    type: 'base',
    listRule: '',
    viewRule: 'author.nickname = "Mo"',
    createRule: '@request.auth.id != "" && @collection.clubMembers.nickname ?= "Mo"',
    fields: [
      { name: 'title', type: 'text', required: true, max: 200 },
      { name: 'isOpen', type: 'bool' },
      { name: 'amount', type: 'number', min: -5 },
      { name: 'mail', type: 'email', onlyDomains: ['example.com'] },
      { name: 'link', type: 'url' },
      { name: 'body', type: 'editor' },
      { name: 'day', type: 'date' },
      { name: 'kind', type: 'select', values: ['a', 'b'], maxSelect: 1 },
      { name: 'tags', type: 'select', values: ['x', 'y', 'z'], maxSelect: 3 },
      { name: 'author', type: 'relation', collectionId: members.id, maxSelect: 1, cascadeDelete: true },
      { name: 'fans', type: 'relation', collectionId: members.id, maxSelect: 9 },
      { name: 'paper', type: 'file', maxSelect: 1, protected: true },
      { name: 'photos', type: 'file', maxSelect: 3, thumbs: ['20x20'] },
      { name: 'extra', type: 'json' },
      { name: 'place', type: 'geoPoint' },
      { name: 'secret', type: 'password', min: 8 },
      { name: 'created', type: 'autodate', onCreate: true },
      { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
    ],
    indexes: [
      'CREATE UNIQUE INDEX `idx_posts_title` ON `clubPosts` (`title` COLLATE NOCASE)',
      "CREATE INDEX `idx_posts_open` ON `clubPosts` (`isOpen`, `amount` DESC) WHERE `kind` != ''",
    ],
  });
  await client.collections.create({
    name: 'openPosts',
    type: 'view',
    listRule: 'isOpen = true',
    viewQuery: `SELECT ${posts.name}.id, ${posts.name}.title, \`isOpen\`, m.nickname as author FROM ${posts.name} LEFT JOIN clubMembers m ON m.id = ${posts.name}.author`,
  });
  const password = { password: 'member-password', passwordConfirm: 'member-password' };
  const first = await client
    .collection('clubMembers')
    .create({ ...password, email: 'mo@example.com', nickname: 'Mo', verified: true });
  const second = await client
    .collection('clubMembers')
    .create({ ...password, email: 'chief@example.com', nickname: 'chief', emailVisibility: true });
  await client.collection('clubPosts').create({
    title: 'Größe\t"quoted" \\ \'single\' 🚗',
    isOpen: true,
    amount: 0.1,
    mail: 'a@example.com',
    link: 'https://example.com/?a=1',
    body: '<p>Hello</p>',
    day: '2026-01-02 03:04:05.678Z',
    kind: 'b',
    tags: ['z', 'x'],
    author: first.id,
    fans: [second.id, first.id],
    paper: new File(['Turn left.'], 'notes.txt'),
    photos: [new File(['one'], 'one.txt'), new File(['two'], 'two.txt')],
    extra: { b: [1, 2.5, 'three', null, true], a: { deep: '' } },
    place: { lon: 103.85, lat: 1.29 },
    secret: 'a secret of its own',
  });
  await client.collection('clubPosts').create({ title: 'Empty' });
  await client.collection('clubPosts').create({ title: 'Texts in JSON', extra: '"a text"', amount: -5 });
  await client.collection('clubPosts').create({ title: 'Large', extra: 12345678901, amount: 9007199254740991 });
}

const all = (client: PocketBase, name: string) =>
  client.collection(name).getFullList({ sort: 'id', expand: 'author,fans' });

async function filesOf(client: PocketBase, records: RecordModel[]): Promise<string[]> {
  const token = await client.files.getToken();
  const urls = records.flatMap((record) =>
    [record.paper, ...(record.photos ?? [])]
      .filter(Boolean)
      .map((name) => client.files.getURL(record, name, { token })),
  );
  return Promise.all(urls.map(async (url) => (await fetch(url)).text()));
}

describe.runIf(program !== '')('a folder of the real PocketBase', () => {
  let parent: string;
  let app: TestApp;
  const before: Record<string, RecordModel[]> = {};
  let schemas: CollectionModel[];
  let texts: string[];

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'kerbside-moving-'));
    app = await startApp();
    const reference = await startReference(program, join(parent, 'there', 'pb_data'));
    await makeClub(reference);
    for (const name of names) before[name] = await all(reference.client, name);
    schemas = await Promise.all(names.map((name) => reference.client.collections.getOne(name)));
    texts = await filesOf(reference.client, before.clubPosts ?? []);
    await reference.stop();
  });
  afterAll(async () => {
    await app?.close();
    await rm(parent, { recursive: true, force: true });
  });

  test('is answered by us as it was by PocketBase: records, schemas, files, passwords', async () => {
    const report = await importPocketbase(app.app.engine, {
      folder: join(parent, 'there', 'pb_data'),
      choice: { renames: new Map(), leftOut: new Set(), keepsSettings: false },
      isDryRun: false,
      onProgress: () => {},
    });
    expect(report.notes.filter((note) => /was not taken/.test(note))).toEqual([]);
    expect(report.comparisons.filter(({ isEqual }) => !isEqual)).toEqual([]);
    for (const name of names) expect(await all(app.root, name)).toEqual(before[name]);
    const ours = await Promise.all(names.map((name) => app.root.collections.getOne(name)));
    expect(ours.map(unsettled)).toEqual(schemas.map(unsettled));
    expect(await filesOf(app.root, before.clubPosts ?? [])).toEqual(texts);
    await app.guest().collection('clubMembers').authWithPassword('mo@example.com', 'member-password');
    await app.guest().collection('users').authWithPassword('jo@example.com', 'jo-has-a-password');
  });

  test('is one that PocketBase starts on when we have exported it, and answers the same', async () => {
    const target = join(parent, 'back', 'pb_data');
    const lines: string[] = [];
    const output = { out: (line: string) => void lines.push(line), progress: { write: () => true } };
    expect(await runMoving(app.app.engine, ['export', 'pocketbase', target], output), lines.join('\n')).toBe(0);
    const reference = await startReference(program, target);
    try {
      for (const name of names) expect(await all(reference.client, name)).toEqual(before[name]);
      const theirs = await Promise.all(names.map((name) => reference.client.collections.getOne(name)));
      expect(theirs.map(unsettled)).toEqual(schemas.map(unsettled));
      expect(await filesOf(reference.client, before.clubPosts ?? [])).toEqual(texts);
      await new PocketBase(reference.url)
        .collection('clubMembers')
        .authWithPassword('chief@example.com', 'member-password');
      // It goes on as a folder of its own: collections can be changed, the product's too, and records be written.
      await reference.client
        .collection('clubPosts')
        .create({ title: 'Written there', author: before.clubMembers?.[0]?.id });
      await reference.client.collections.update('clubPosts', { listRule: null });
      await reference.client.collections.update('lessons', { listRule: null });
      expect((await reference.client.collection('users').getFullList()).map(({ name }) => name)).toEqual(['Jo']);
    } finally {
      await reference.stop();
    }
  });

  test('is taken in, with our own schema, by an empty PocketBase that imports what our collections API exports', async () => {
    const ours = await app.root.collections.getFullList();
    const reference = await startReference(program, join(parent, 'schema', 'pb_data'));
    try {
      await reference.client.collections.import(ours, true);
      const byName = (all: CollectionModel[]) =>
        Object.fromEntries(
          all.map((each) => [each.name, { ...unsettled(each), created: undefined, updated: undefined }]),
        );
      expect(byName(await reference.client.collections.getFullList())).toEqual(byName(ours));
    } finally {
      await reference.stop();
    }
  });

  test('with PocketBase’s own test data comes in whole, its views on views and closed rules with it', async () => {
    const sources = join(import.meta.dirname, '../reference/server');
    const found = spawnSync('go', ['list', '-m', '-f', '{{.Dir}}', 'github.com/pocketbase/pocketbase'], {
      cwd: sources,
      encoding: 'utf8',
    });
    const folder = join(parent, 'tests');
    await cp(join(found.stdout.trim(), 'tests', 'data'), folder, { recursive: true });
    // Modules are read-only, and so is their copy.
    spawnSync('chmod', ['-R', 'u+w', folder]);
    const other = await startApp();
    const report = await importPocketbase(other.app.engine, {
      folder,
      choice: { renames: new Map([['users', 'members']]), leftOut: new Set(), keepsSettings: false },
      isDryRun: false,
      onProgress: () => {},
    });
    expect(report.notes.filter((note) => /was not taken/.test(note))).toEqual([]);
    expect(report.comparisons.filter(({ isEqual }) => !isEqual)).toEqual([]);
    expect(await other.root.collection('view2').getFullList()).toHaveLength(3);
    await other.close();
  });
});
