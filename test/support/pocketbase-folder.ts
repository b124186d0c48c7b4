import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hash } from '@node-rs/bcrypt';
import sharp from 'sharp';
import { at, type SourceCollection, writeCollection } from './write-pocketbase-collection.ts';

const id = {
  name: 'id',
  type: 'text',
  system: true,
  primaryKey: true,
  required: true,
  min: 15,
  max: 15,
  pattern: '^[a-z0-9]+$',
};
const stamps = [
  { name: 'created', type: 'autodate', onCreate: true },
  { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
];
const account = [
  { name: 'password', type: 'password', system: true, hidden: true, required: true, min: 8 },
  { name: 'tokenKey', type: 'text', system: true, hidden: true, required: true, min: 30, max: 60 },
  { name: 'email', type: 'email', system: true, required: true },
  { name: 'emailVisibility', type: 'bool', system: true },
  { name: 'verified', type: 'bool', system: true },
];
export const learner = {
  id: 'learner00000001',
  email: 'Jo@example.com',
  password: 'jo-has-a-password',
  tokenKey: 'k'.repeat(50),
};
export const usersSecret = 's'.repeat(50);

/** A data folder as PocketBase 0.39 leaves it: accounts, every type of field, files, a view, a rule and a view that are not ours to understand. */
export async function makePocketbaseFolder(more: SourceCollection[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-pocketbase-'));
  const db = new DatabaseSync(join(folder, 'data.db'));
  db.exec(`create table _params (id text primary key, value json, created text, updated text);
    create table _collections (id text primary key, system boolean, type text, name text unique, fields json, indexes json,
      listRule text, viewRule text, createRule text, updateRule text, deleteRule text, options json, created text, updated text)`);
  db.prepare("insert into _params (id, value) values ('settings', ?)").run(
    Buffer.from(
      JSON.stringify({
        meta: { appName: 'Old club', appURL: 'http://old.example' },
        batch: { enabled: true, maxRequests: 9, timeout: 3 },
      }),
    ),
  );
  for (const collection of [...(await describeClub()), ...more]) writeCollection(db, collection);
  db.close();
  await writeStored(folder, `posts_id_0000001/post00000000001/notes_abc.txt`, Buffer.from('Turn left.'));
  const photo = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await writeStored(folder, `_pb_users_auth_/${learner.id}/me_abc.png`, photo);
  return folder;
}

async function writeStored(folder: string, key: string, bytes: Buffer): Promise<void> {
  const path = join(folder, 'storage', key);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, bytes);
  await writeFile(`${path}.attrs`, '{}');
}

async function describeClub(): Promise<SourceCollection[]> {
  const password = await hash(learner.password, { cost: 4 });
  return [
    {
      id: '_pb_users_auth_',
      name: 'users',
      type: 'auth',
      fields: [
        id,
        ...account,
        { name: 'name', type: 'text' },
        { name: 'avatar', type: 'file', maxSelect: 1 },
        { name: 'nickname', type: 'text', required: true },
        { name: 'favourite', type: 'relation', collectionId: 'posts_id_0000001', maxSelect: 1, cascadeDelete: true },
        { name: 'joined', type: 'autodate', onCreate: true },
        ...stamps,
      ],
      indexes: ['CREATE INDEX `idx_nickname` ON `users` (`nickname`)'],
      rules: { updateRule: 'id = @request.auth.id && @request.body.nickname:isset = false' },
      options: { authToken: { secret: usersSecret, duration: 3600 } },
      records: [
        {
          ...at,
          ...learner,
          password,
          emailVisibility: 0,
          verified: 1,
          name: 'Jo',
          avatar: 'me_abc.png',
          nickname: 'Jojo',
          favourite: 'post00000000001',
          joined: '2023-02-03 04:05:06.789Z',
        },
        {
          ...at,
          id: 'learner00000002',
          email: 'al@example.com',
          password,
          tokenKey: 'l'.repeat(50),
          emailVisibility: 1,
          verified: 0,
          name: 'Al',
          avatar: '',
        },
      ],
    },
    {
      id: 'posts_id_0000001',
      name: 'clubPosts',
      fields: [
        id,
        { name: 'title', type: 'text', max: 100 },
        { name: 'isOpen', type: 'bool' },
        { name: 'amount', type: 'number' },
        { name: 'mail', type: 'email' },
        { name: 'link', type: 'url' },
        { name: 'body', type: 'editor' },
        { name: 'day', type: 'date' },
        { name: 'kind', type: 'select', values: ['a', 'b'], maxSelect: 1 },
        { name: 'tags', type: 'select', values: ['x', 'y', "it's"], maxSelect: 3 },
        { name: 'author', type: 'relation', collectionId: '_pb_users_auth_', maxSelect: 1 },
        { name: 'others', type: 'relation', collectionId: 'posts_id_0000001', maxSelect: 9 },
        { name: 'papers', type: 'file', maxSelect: 5 },
        { name: 'extra', type: 'json' },
        { name: 'place', type: 'geoPoint' },
        ...stamps,
      ],
      indexes: [
        'CREATE UNIQUE INDEX `idx_title` ON `clubPosts` (`title` COLLATE NOCASE)',
        "CREATE INDEX `idx_odd` ON `clubPosts` (printf('%s', `title`))",
      ],
      rules: {
        listRule: '',
        viewRule: 'author = @request.auth.id || author.nickname = "Jojo"',
        createRule: 'nothing.here = 1',
      },
      records: [
        {
          ...at,
          id: 'post00000000001',
          title: 'Tabs\tand\nlines \\ and NUL\0',
          isOpen: 1,
          amount: 1234567.25,
          mail: 'a@example.com',
          link: 'https://example.com',
          body: '<p>Hello</p>',
          day: '2026-01-02 03:04:05.678Z',
          kind: 'a',
          tags: '["x","it\'s"]',
          author: learner.id,
          others: '["post00000000002"]',
          papers: '["notes_abc.txt"]',
          extra: '{"b":[1,"a\\u0000b"],"a":null}',
          place: '{"lon":103.8,"lat":1.35}',
        },
        {
          ...at,
          id: 'post00000000002',
          title: 'Plain',
          isOpen: 0,
          amount: 0,
          mail: '',
          link: '',
          body: '',
          day: '',
          kind: '',
          tags: '[]',
          author: 'learner00000002',
          others: '[]',
          papers: '[]',
          extra: null,
          place: '{"lon":0,"lat":0}',
        },
      ],
    },
    {
      id: 'members_id_00001',
      name: 'members',
      type: 'auth',
      fields: [id, ...account, { name: 'nickname', type: 'text' }, ...stamps],
      indexes: [
        'CREATE UNIQUE INDEX `idx_members_key` ON `members` (`tokenKey`)',
        "CREATE UNIQUE INDEX `idx_members_mail` ON `members` (`email`) WHERE `email` != ''",
      ],
      rules: { listRule: 'id = @request.auth.id' },
      records: [
        {
          ...at,
          id: 'member000000001',
          email: 'm@example.com',
          password,
          tokenKey: 'm'.repeat(50),
          emailVisibility: 1,
          verified: 1,
          nickname: 'Mo',
        },
      ],
    },
    {
      id: 'view_id_00000001',
      name: 'openPosts',
      type: 'view',
      fields: [id, { name: 'title', type: 'text' }],
      rules: { listRule: '', viewRule: '' },
      options: { viewQuery: 'select p.id, p.`title`, p.isOpen, IFNULL(p.amount, 0) as amount from clubPosts p' },
    },
    {
      id: 'view_id_00000003',
      name: 'plainPosts',
      type: 'view',
      fields: [id],
      options: { viewQuery: 'select clubPosts.id, clubPosts.title, clubPosts.author from clubPosts' },
    },
    {
      id: 'view_id_00000002',
      name: 'oddView',
      type: 'view',
      fields: [id],
      options: { viewQuery: 'select (random()) as id from clubPosts where title glob title' },
    },
    {
      id: 'pbc_1638494021',
      name: '_otps',
      system: true,
      fields: [
        id,
        ...['collectionRef', 'recordRef', 'sentTo'].map((name) => ({ name, type: 'text' })),
        { name: 'password', type: 'password' },
        ...stamps,
      ],
      records: [
        {
          id: 'code00000000001',
          collectionRef: '_pb_users_auth_',
          recordRef: learner.id,
          sentTo: learner.email,
          password: await hash('123456', { cost: 4 }),
          created: '2026-11-21 01:59:00.000Z',
          updated: '2026-11-21 01:59:00.000Z',
        },
      ],
    },
    {
      id: 'pbc_2281828961',
      name: '_externalAuths',
      system: true,
      fields: [
        id,
        ...['collectionRef', 'recordRef', 'provider', 'providerId'].map((name) => ({ name, type: 'text' })),
        ...stamps,
      ],
      records: [
        {
          ...at,
          id: 'external0000001',
          collectionRef: '_pb_users_auth_',
          recordRef: learner.id,
          provider: 'google',
          providerId: '42',
        },
      ],
    },
  ];
}
