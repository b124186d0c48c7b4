import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

// What is told of people without a record of theirs: by how many a search finds, by backups, the log, queries and the trail itself.
Object.assign(globalThis, { EventSource });

let app: TestApp;
let admin: Awaited<ReturnType<typeof makePerson>>;
let person: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  person = await makePerson(app, { role: 'user' });
  await makeInstructor(app);
});
afterAll(() => app.close());

type Line = { action: string; collection: string; record: string; after: Record<string, unknown> | null };

async function newLines(work: () => Promise<unknown>): Promise<Line[]> {
  const [last] = await app.db.query<{ sequence: string }>(
    'select coalesce(max(sequence), 0)::text as sequence from audit_entries',
  );
  await work();
  return app.db.query<Line>(
    `select action, collection, record, after from audit_entries where sequence > $1::bigint order by sequence`,
    [last?.sequence],
  );
}

const behind = (client: PocketBase, collection: string, asked: Record<string, string>) => () =>
  client.collection(collection).getList(20, 1, { fields: 'id', ...asked });
const search = (collection: string, after: Record<string, string>) => ({
  action: 'view',
  collection,
  record: '',
  after,
});

test('[25.4] a filter or sort of staff by what is private is a line with its words, also when no record comes back', async () => {
  const filter = `id = '${person.id}' && phone ~ '+65 9123%'`;
  expect(await newLines(behind(admin, 'users', { filter }))).toEqual([search('users', { filter })]);
  // The same question has no second line in its hour, another has.
  expect(await newLines(behind(admin, 'users', { filter }))).toEqual([]);
  expect(await newLines(behind(admin, 'users', { sort: 'phone' }))).toEqual([search('users', { sort: 'phone' })]);
  app.clock.advance(61);
  expect(await newLines(behind(admin, 'users', { filter }))).toEqual([search('users', { filter })]);
  app.clock.advance(-61);
});

test.each([
  ['lessons', `learner.phone ~ '+65 91%'`, ['lessons', 'users']],
  ['users', `lessons_via_learner.pickup ~ 'Road'`, ['lessons']],
  ['policies', `@collection.users.phone ~ '+65 91%'`, ['users']],
])(
  '[25.4] a superuser’s filter of %s by %s is a line of each collection that it leads to',
  async (collection, filter, of) => {
    const lines = await newLines(behind(app.root, collection, { filter }));
    expect(lines.map((line) => line.collection).sort()).toEqual(of);
    expect(lines.map(({ after }) => after)).toEqual(of.map(() => ({ filter })));
  },
);

test('[25.4] who asks by what everybody may see leaves no line, nor does somebody who is not staff', async () => {
  expect(await newLines(behind(admin, 'users', { filter: `created > '2026-01-01'` }))).toEqual([]);
  expect(await newLines(behind(admin, 'policies', { filter: `id != ''` }))).toEqual([]);
  expect(await newLines(behind(person, 'lessons', { filter: `pickup ~ 'Road'` }))).toEqual([]);
});

test('[25.4] words that staff search for by calls of the product are in the trail, also when nothing is shown', async () => {
  for (const [path, of] of [
    ['users', 'users'],
    ['lessons/search', 'lessons'],
    ['rechecks', 'instructors'],
    ['pardons', 'users'],
    ['analytics/learners', 'users'],
    ['audit', '_audit'],
  ] as const) {
    const q = `nobody-${path.replace('/', '-')}`;
    const ask = () => app.root.send(`/api/marketplace/${path}`, { query: { q, page: '20' } });
    expect([path, await newLines(ask)]).toEqual([path, [search(of, { q })]]);
  }
});

test('[25.4] a filter of a stream is in the trail of who listens', async () => {
  const filter = `@collection.users.phone ~ '+65 92%'`;
  const heard: unknown[] = [];
  await app.root.collection('test_fees').subscribe('*', ({ record }) => heard.push(record), { filter });
  const count = async () =>
    (await app.db.query(`select from audit_entries where collection = 'users' and after ->> 'filter' = $1`, [filter]))
      .length;
  const [fee] = await app.root.collection('test_fees').getFullList();
  await app.root.collection('test_fees').update(fee?.id ?? '', { note: 'x' });
  await expect.poll(count).toBe(1);
  await app.root.realtime.unsubscribe();
});

test('[25.4] a downloaded backup is a line with its name, and the log one an hour', async () => {
  await app.root.backups.create('taken.zip');
  const token = await app.root.files.getToken();
  const lines = await newLines(async () => {
    const answer = await fetch(app.root.backups.getDownloadURL(token, 'taken.zip'));
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });
  expect(lines).toEqual([{ action: 'export', collection: '_backups', record: 'taken.zip', after: null }]);
  const read = await newLines(async () => {
    await app.root.logs.getList(1, 1);
    await app.root.logs.getStats();
  });
  expect(read).toEqual([{ action: 'view', collection: '_logs', record: '', after: null }]);
});

test('[25.4] a query of the database is a line with its text each time, also when it is refused', async () => {
  for (const query of ['select phone from users', 'select phone from users', 'select nothing\0 from \ud800']) {
    const lines = await newLines(() =>
      app.root.send('/api/sql', { method: 'POST', body: { query } }).catch(({ status }) => expect(status).toBe(400)),
    );
    const kept = query.toWellFormed().replaceAll('\0', '\uFFFD');
    expect(lines).toEqual([{ action: 'export', collection: '_sql', record: '', after: { query: kept } }]);
  }
});

test('[25.4] reading the trail is a look at those whose values it shows, once an hour', async () => {
  await app.root.collection('users').update(person.id, { name: 'Another Name' });
  const read = () => admin.send('/api/marketplace/audit', { query: { record: person.id } });
  expect(await newLines(read)).toEqual([{ action: 'view', collection: 'users', record: person.id, after: null }]);
  expect(await newLines(read)).toEqual([]);
});
