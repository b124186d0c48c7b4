import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import type { RecordModel } from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authRecordOf } from '#engine/auth/load-auth.ts';
import { lookAs } from '#engine/auth/look-as.ts';
import { signToken } from '#engine/auth/tokens.ts';
import type { Collection } from '#engine/collections/collection.ts';
import type { Row } from '#engine/database/database.ts';
import { findRow } from '#engine/records/record-store.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { lookedAt, privateFields } from '#marketplace/platform/audit/private-records.ts';
import { makeWriteWorld, type WriteWorld } from '../fuzz/write-table-world.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

/*
 * The look table: each collection of which something is private × each way in which its records are shown × who of the platform's people is shown them,
 * made from the collections. What an answer holds must stand in the trail of who was answered, as a look of theirs.
 */
Object.assign(globalThis, { EventSource });

const watched = marketplaceCollections.filter((collection) => privateFields(collection).length > 0);
const relations = marketplaceCollections.flatMap((from) =>
  from.fields.flatMap((field) => {
    const target = marketplaceCollections.find(({ id }) => field.type === 'relation' && id === field.collectionId);
    return target ? [{ from, field, target }] : [];
  }),
);

let app: TestApp;
let world: WriteWorld;
let made = 0;
let ways: ReadonlyMap<string, readonly Way[]>;

beforeAll(async () => {
  app = await startApp();
  world = await makeWriteWorld(app);
  // What the world leaves blank: a cell where nothing is shown says nothing.
  await app.db.query(`update lessons set "ownLearner" = $1 where id = 'lessonlater0000'`, [world.ids.own_learners]);
  await app.db.query(`update instructors set "licenceExpiresOn" = '2030-01-01', gender = 'woman'`);
  ways = await findWays();
}, 120_000);
afterAll(() => app.close());

type Actor = { id: string; client: PocketBase };
const kinds = [
  'moderator',
  'finance',
  'admin',
  'superuser',
  'admin who looks through',
  'superuser who acts as',
] as const;

/** Somebody who has not looked at anything yet. */
async function makeActor(kind: (typeof kinds)[number]): Promise<Actor> {
  const { engine } = app.app;
  made += 1;
  const id = `looker${String(made).padStart(9, '0')}`;
  const client = app.guest();
  const users = engine.collections.get('users');
  const owner = await findRow(app.db, users, world.clients.learner.id);
  if (!owner) throw new Error('no learner');
  const [own] = ['moderator', 'finance', 'admin'].filter((role) => kind.startsWith(role));
  if (own) {
    const [row = {}] = await app.db.query(
      `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
       values ($1, 'none', $1 || '-key-of-more-than-thirty-characters', $1 || '@kerbside.example', true, 'Staff', $2, now(), now()) returning *`,
      [id, own],
    );
    client.authStore.save(signToken(engine, { kind: 'auth', collection: users, row }), row as RecordModel);
  }
  if (own && !kind.includes('looks through')) return { id, client };
  if (own) {
    const { token } = await lookAs(engine, { collection: users as never, row: owner, actor: id, seconds: 3600 });
    client.authStore.save(token, owner as RecordModel);
    return { id, client };
  }
  const [row = {}] = await app.db.query(
    `insert into _superusers (id, email, password, "tokenKey", verified, created, updated)
     values ($1, $1 || '@kerbside.example', 'none', $1 || '-key-of-more-than-thirty-characters', true, now(), now()) returning *`,
    [id],
  );
  const superusers = engine.collections.get('_superusers');
  const token = signToken(engine, { kind: 'auth', collection: superusers, row });
  client.authStore.save(token, { id, collectionName: '_superusers' } as RecordModel);
  if (kind === 'superuser') return { id, client };
  const acting = app.guest();
  const answer = await client.collection('users').impersonate(String(owner.id), 3600);
  acting.authStore.save(answer.authStore.token, owner as RecordModel);
  return { id, client: acting };
}

type Shown = { collection: Collection; record: Record<string, unknown> };

/** The records in an answer of which something private is shown. */
function shownIn(value: unknown): Shown[] {
  if (Array.isArray(value)) return value.flatMap(shownIn);
  if (typeof value !== 'object' || value === null) return [];
  const record: Record<string, unknown> = { ...value };
  const collection = watched.find(({ name }) => name === record.collectionName);
  const isPrivate = collection && privateFields(collection).some(({ name }) => !isBlank(record[name]));
  return [...(isPrivate ? [{ collection, record }] : []), ...Object.values(record).flatMap(shownIn)];
}

const isBlank = (value: unknown) =>
  [undefined, null, '', 0, false].includes(value as never) || (Array.isArray(value) && value.length === 0);

/** What stands in the trail of somebody: names of collections with ids. */
async function trailOf(actor: string): Promise<Set<string>> {
  const rows = await app.db.query<{ look: string }>(
    `select e.collection || ' ' || one.id as look from audit_entries e,
       lateral (select e.record as id where e.record <> '' union all select jsonb_array_elements_text(e.after -> 'records') where e.record = '') one
     where e.actor = $1`,
    [actor],
  );
  return new Set(rows.map(({ look }) => look));
}

async function missingOf({ collection, record }: Shown, trail: ReadonlySet<string>): Promise<string[]> {
  const told = lookedAt(marketplaceCollections, collection);
  if (!told) return [];
  const row = await findRow(app.db, collection, String(record.id));
  const line = `${told.of} ${String(told.by === 'id' ? record.id : row?.[told.by])}`;
  return trail.has(line) ? [] : [`${collection.name}/${String(record.id)} as ${line}`];
}

type Way = { name: string; path: string };

/** By which somebody is shown a record of each collection: looked for by its id, listed, brought along by what it leads to and by what leads to it. */
async function findWays(): Promise<Map<string, Way[]>> {
  const found = new Map<string, Way[]>();
  const rows = new Map<string, Row | undefined>();
  const idOf = (name: string) => (name === 'lessons' ? 'lessonlater0000' : (world.ids[name] ?? ''));
  for (const collection of marketplaceCollections) {
    rows.set(collection.name, await findRow(app.db, collection, idOf(collection.name)));
  }
  const recordsOf = (name: string, id = idOf(name)) => `/api/collections/${name}/records/${id}`;
  const leadsTo = (from: Collection, field: string) => String(rows.get(from.name)?.[field] ?? '');
  for (const collection of watched) {
    const { name } = collection;
    found.set(name, [
      { name: 'view', path: recordsOf(name) },
      { name: 'list', path: `/api/collections/${name}/records?perPage=200` },
      ...relations
        .filter(({ target }) => target === collection)
        .map(({ from, field }) => ({
          name: `expand of ${from.name}.${field.name}`,
          path: `${recordsOf(from.name)}?expand=${field.name}`,
        })),
      ...relations
        .filter(({ from }) => from === collection)
        .map(({ field, target }) => ({
          name: `back from ${target.name} by ${field.name}`,
          path: `${recordsOf(target.name, leadsTo(collection, field.name))}?expand=${name}_via_${field.name}`,
        })),
    ]);
  }
  return found;
}

test.each(kinds)('[25.4] whatever way the %s is shown a record of somebody, it is a look of theirs', async (kind) => {
  const faults: string[] = [];
  const seen = new Set<string>();
  let shown = 0;
  const cells = watched.flatMap((collection) => (ways.get(collection.name) ?? []).map((way) => ({ collection, way })));
  const tryCell = async ({ collection, way }: (typeof cells)[number]) => {
    const { id, client } = await makeActor(kind);
    const answer = await fetch(`${app.url}${way.path}`, { headers: { Authorization: client.authStore.token } });
    const found = answer.status === 200 ? shownIn(await answer.json()) : [];
    const trail = await trailOf(id);
    for (const each of found) {
      // What they see of themselves is no look at somebody.
      if ([each.record.id, each.record.user].includes(id)) continue;
      shown++;
      if (each.collection === collection) seen.add(`${collection.name} ${way.name}`);
      faults.push(...(await missingOf(each, trail)).map((fault) => `${way.path}: ${fault}`));
    }
  };
  for (let first = 0; first < cells.length; first += 8) await Promise.all(cells.slice(first, first + 8).map(tryCell));
  process.stdout.write(`${kind}: ${shown} records shown in ${watched.length} collections\n`);
  expect(faults).toEqual([]);
  // Whom all is shown is shown all of it: no cell of the table is empty.
  const names = cells.map(({ collection, way }) => `${collection.name} ${way.name}`);
  if (kind === 'superuser') expect(names.filter((cell) => !seen.has(cell))).toEqual([]);
});

test('[25.4] each private field of each collection makes showing its record a look, and nothing else does', async () => {
  const { engine } = app.app;
  const superusers = engine.collections.get('_superusers');
  const faults: string[] = [];
  for (const collection of watched) {
    const names = privateFields(collection).map(({ name }) => name);
    const told = lookedAt(marketplaceCollections, collection);
    for (const { name } of collection.fields.filter((field) => field.name !== 'id')) {
      const { id } = await makeActor('superuser');
      const row = await findRow(app.db, superusers, id);
      const auth = authRecordOf(engine, { collection: superusers, row: row ?? {} });
      const rows = [{ id: 'arecordofnobody', ...(told && told.by !== 'id' ? { [told.by]: 'whatitbelongsto' } : {}) }];
      const records = [{ id: 'arecordofnobody', [name]: 'something' }];
      await engine.hooks.watcher.noteLook({ collection, rows, records, auth, db: engine.db });
      const isNoted = (await trailOf(id)).size === 1;
      if (isNoted !== names.includes(name))
        faults.push(`${collection.name}.${name}: ${isNoted ? 'noted' : 'not noted'}`);
    }
  }
  expect(faults).toEqual([]);
});

test('[25.4] what a stream tells staff of is a look, also of what it brings along', async () => {
  const { engine } = app.app;
  for (const kind of ['admin', 'superuser', 'superuser who acts as'] as const) {
    const { id, client } = await makeActor(kind);
    const told: Shown[] = [];
    const expand = 'learner,lesson.learner';
    for (const { name } of watched) {
      await client.collection(name).subscribe('*', ({ record }) => told.push(...shownIn(record)), { expand });
    }
    for (const collection of watched) {
      const rowId = collection.name === 'lessons' ? 'lessonlater0000' : (world.ids[collection.name] ?? '');
      const row = await findRow(app.db, collection, rowId);
      if (row) engine.realtime.publish({ collection, row, action: 'update' });
    }
    const names = () => new Set(told.map(({ collection }) => collection.name));
    const least = { admin: 20, superuser: watched.length, 'superuser who acts as': 10 }[kind];
    await expect.poll(() => names().size, { timeout: 20_000 }).toBeGreaterThanOrEqual(least);
    const missing = async () => {
      const trail = await trailOf(id);
      return (await Promise.all(told.map((each) => missingOf(each, trail)))).flat();
    };
    await expect.poll(missing, { timeout: 10_000 }).toEqual([]);
    await client.realtime.unsubscribe();
  }
});

test('[25.4] answers to writes that change nothing, in a batch or alone, are looks like others', async () => {
  const { id, client } = await makeActor('superuser');
  await client.collection('lessons').update('lessonlater0000', {}, { expand: 'learner' });
  const trail = await trailOf(id);
  expect([...trail].sort()).toEqual([`lessons lessonlater0000`, `users ${world.clients.learner.id}`]);
  const other = await makeActor('superuser');
  const batch = other.client.createBatch();
  batch.collection('lessons').update('lessonlater0000', {}, { expand: 'learner' });
  await batch.send();
  expect(await trailOf(other.id)).toEqual(trail);
});

test('[25.4] a list is one entry, which says of what, how many and which; the hour after has another', async () => {
  const { id, client } = await makeActor('admin');
  const { items } = await client.collection('lessons').getList(1, 5, { expand: 'learner' });
  await client.collection('lessons').getList(1, 5, { expand: 'learner' });
  const entries = () =>
    app.db.query(`select collection, record, after from audit_entries where actor = $1 order by sequence`, [id]);
  const ids = items.map((lesson) => lesson.id);
  const first = [
    { collection: 'lessons', record: '', after: { count: 5, records: ids } },
    { collection: 'users', record: world.clients.learner.id, after: null },
  ];
  expect(await entries()).toEqual(first);
  const more = await client.collection('lessons').getList(1, 7);
  const [, , next] = await entries();
  expect(next).toMatchObject({ after: { count: 2, records: more.items.slice(5).map((lesson) => lesson.id) } });
  // Of each of them the trail can be asked.
  const query = { record: String(ids[2]), actor: id };
  expect((await client.send('/api/marketplace/audit', { query })).items).toMatchObject([{ collection: 'lessons' }]);
  app.clock.advance(61);
  await client.collection('lessons').getList(1, 5);
  expect(await entries()).toHaveLength(4);
  app.clock.advance(-61);
});

test('[25.4] nobody else leaves a line, and theirs cost no question more', async () => {
  const before = await app.db.query(`select count(*) as n from audit_entries`);
  const { learner } = world.clients;
  await learner.collection('lessons').getFullList({ expand: 'instructor' });
  await learner.collection('users').getOne(learner.id);
  expect(await app.db.query(`select count(*) as n from audit_entries`)).toEqual(before);
});

test('[25.4] what is private follows from the rights of the fields', () => {
  const names = watched.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['users', 'lessons', 'own_learners', 'messages', 'instructor_documents']),
  );
  expect(names).not.toContain('policies');
  const ofInstructors = privateFields(named('instructors')).map(({ name }) => name);
  expect(ofInstructors).toEqual(expect.arrayContaining(['gender', 'licenceExpiresOn', 'retiresOn']));
  expect(ofInstructors).not.toContain('bio');
  const partsOf = (name: string) => lookedAt(marketplaceCollections, named(name))?.of;
  expect(['messages', 'support_messages', 'claim_statements', 'claims'].map(partsOf)).toEqual([
    'conversations',
    'support_requests',
    'claims',
    'claims',
  ]);
});

function named(name: string): Collection {
  const found = marketplaceCollections.find((collection) => collection.name === name);
  if (!found) throw new Error(`no collection ${name}`);
  return found;
}
