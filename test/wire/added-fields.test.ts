import { EventSource } from 'eventsource';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineCollection } from '#engine/collections/define-collection.ts';
import { installCollections } from '#engine/collections/install-collections.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

/* What operators add at run time to the product's own collections (record-api.md, "Fields of your own"). */

Object.assign(globalThis, { EventSource });

let app: TestApp;
let teacher: Teacher;
let learner: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
  teacher = await makeInstructor(app);
  learner = await makePerson(app);
});
afterAll(() => app.close());

type Settings = Record<string, unknown> & { name: string };
const collections = () => app.root.collections;
const fieldsOf = async (name: string) => (await collections().getOne(name)).fields as Settings[];
const add = async (name: string, ...fields: Settings[]) =>
  collections().update(name, { fields: [...(await fieldsOf(name)), ...fields] });
const remove = async (name: string, ...names: string[]) =>
  collections().update(name, { fields: (await fieldsOf(name)).filter((field) => !names.includes(field.name)) });
const text = (name: string, more = {}) => ({ name, type: 'text', ...more });
const refused = { code: 'validation_in_the_way_of_the_product', message: expect.any(String) };

let hour = 9;
const book = (more = {}) =>
  learner.collection('lessons').create({
    instructor: teacher.id,
    start: `2026-11-25T${String(hour++).padStart(2, '0')}:00:00+08:00`,
    durationMinutes: 60,
    ...more,
  });

describe('a field that an operator added to a collection of the product', () => {
  test('is written, read, filtered, sorted, told of and guarded as any other', async () => {
    await add(
      'users',
      text('company', { max: 40 }),
      { name: 'level', type: 'number' },
      { name: 'labels', type: 'select', values: ['a', 'b', 'c'], maxSelect: 3 },
      { name: 'mentor', type: 'relation', collectionId: '_pb_users_auth_', maxSelect: 1 },
      { name: 'paper', type: 'file', maxSelect: 1 },
      { name: 'secret', type: 'text', hidden: true },
      { name: 'since', type: 'date' },
    );
    const users = learner.collection('users');
    const heard: unknown[] = [];
    await users.subscribe(learner.id, ({ record }) => heard.push(record.company));
    const other = await makePerson(app);
    const changed = await users.update(learner.id, {
      company: 'Kopi & Co',
      level: 3,
      'labels+': ['a', 'b'],
      mentor: other.id,
      paper: new File(['on paper'], 'paper.txt'),
      secret: 'not theirs to give',
      since: '2026-01-02 03:04:05.678Z',
    });
    expect(changed).toMatchObject({ company: 'Kopi & Co', level: 3, labels: ['a', 'b'], mentor: other.id });
    expect(await users.update(learner.id, { 'level+': 2 }, { fields: 'level' })).toEqual({ level: 5 });
    const query = {
      filter:
        'company ~ "kopi" && level > 4 && labels:each ?= "b" && mentor.id = mentor && mentor.company = "" && since > "2026-01-01"',
      sort: '-company,level',
      expand: 'mentor',
    };
    const found = await app.root.collection('users').getFullList(query);
    expect(found.map(({ id, secret, expand }) => [id, secret, expand?.mentor.id])).toEqual([
      [learner.id, '', other.id],
    ]);
    const back = await app.root.collection('users').getOne(other.id, { expand: 'users_via_mentor' });
    expect(back.expand?.users_via_mentor.map(({ id }: { id: string }) => id)).toEqual([learner.id]);
    const file = await fetch(learner.files.getURL(changed, changed.paper));
    expect(await file.text()).toBe('on paper');
    await expect.poll(() => heard).toContain('Kopi & Co');
    await users.unsubscribe();
    expect((await refusalOf(users.update(learner.id, { company: 'x'.repeat(41) }))).data.company?.code).toBe(
      'validation_max_text_constraint',
    );
    // By the collection's own rule, and no other.
    expect((await refusalOf(users.update(other.id, { company: 'Mine' }))).status).toBe(404);
    expect((await refusalOf(users.getList(1, 1, { filter: 'secret = ""' }))).status).toBe(400);
  });

  test('is read by views under its own name, and by SQL', async () => {
    const viewQuery =
      'select u.id, u.company, count(l.id) as taken from users u left join lessons l on l.learner = u.id group by u.id';
    await collections().create({ name: 'companies', type: 'view', viewQuery });
    const found = await app.root.collection('companies').getFullList({ filter: 'company != ""' });
    expect(found).toMatchObject([{ id: learner.id, company: 'Kopi & Co', taken: 0 }]);
    expect((await refusalOf(remove('users', 'company'))).status).toBe(400);
    const { rows } = await app.root.send('/api/sql', {
      method: 'POST',
      body: { query: "select company from users where company != ''" },
    });
    expect(rows).toEqual([['Kopi & Co']]);
    await collections().delete('companies');
  });

  test('may be asked for by a rule, in the same call', async () => {
    const { createRule } = await collections().getOne('lessons');
    await collections().update('lessons', {
      fields: [...(await fieldsOf('lessons')), text('purpose')],
      createRule: `(${createRule}) && (@request.body.purpose:isset = true)`,
    });
    expect((await refusalOf(book())).status).toBe(400);
    expect(await book({ purpose: 'for the test' })).toMatchObject({ purpose: 'for the test', status: 'held' });
    await collections().update('lessons', { createRule });
  });

  test('comes with a lesson that the product books itself, stays with its moves, and a repeat writes nothing over', async () => {
    const lesson = await book({ id: 'addedlesson0001', purpose: 'parking' });
    expect(lesson.purpose).toBe('parking');
    await app.root.collection('lessons').update(lesson.id, { purpose: 'parking backwards' });
    const { start, durationMinutes } = lesson;
    const again = await learner
      .collection('lessons')
      .create({ id: lesson.id, instructor: teacher.id, start, durationMinutes, purpose: 'parking' })
      .catch(() => undefined);
    expect(again?.purpose ?? 'parking backwards').toBe('parking backwards');
    await learner.collection('cancellations').create({ lesson: lesson.id });
    expect(await learner.collection('lessons').getOne(lesson.id)).toMatchObject({ purpose: 'parking backwards' });
  });

  test('that is a relation is looked up where the product books by itself, too', async () => {
    await add('lessons', { name: 'escort', type: 'relation', collectionId: '_pb_users_auth_', maxSelect: 1 });
    const { data } = await refusalOf(book({ escort: 'nobody000000000' }));
    expect(data).toMatchObject({ escort: { code: 'validation_missing_rel_records' } });
    expect(await book({ escort: learner.id })).toMatchObject({ escort: learner.id });
    await remove('lessons', 'escort');
  });

  test('whatever it is called, means nothing to the product’s own statements', async () => {
    const names = ['at', 'l', 'b', 'i', 'start_ms', 'instructor', 'cents', 'x', 'given', 'slug', 'total', 'rank'];
    const own = await fieldsOf('users');
    const free = names.filter((name) => own.every((field) => field.name !== name));
    await add('users', ...free.map((name) => text(name)));
    await add('lessons', ...['at', 'l', 'b', 'changes', 'slug', 'user', 'overrides'].map((name) => text(name)));
    await add('instructors', ...['at', 'i', 'learner', 'start', 'lesson'].map((name) => text(name)));
    const lesson = await book();
    expect(lesson.status).toBe('held');
    expect((await learner.send('/api/marketplace/instructors', { method: 'GET' })).items).toHaveLength(1);
    await learner.collection('cancellations').create({ lesson: lesson.id });
    await remove('users', ...free);
    await remove('lessons', 'at', 'l', 'b', 'changes', 'slug', 'user', 'overrides');
    await remove('instructors', 'at', 'i', 'learner', 'start', 'lesson');
  });

  test('can be renamed and taken away again, and its values with it', async () => {
    await add('users', text('nick'));
    await learner.collection('users').update(learner.id, { nick: 'Ah Boy' });
    const renamed = (await fieldsOf('users')).map((field) =>
      field.name === 'nick' ? { ...field, name: 'handle' } : field,
    );
    await collections().update('users', { fields: renamed });
    expect(await learner.collection('users').getOne(learner.id)).toMatchObject({ handle: 'Ah Boy' });
    await remove('users', 'handle');
    await add('users', text('handle'));
    expect(await learner.collection('users').getOne(learner.id)).toMatchObject({ handle: '' });
    await remove('users', 'handle');
  });

  test.each([
    [{ ...text('needed'), required: true }, 'required'],
    [
      { name: 'owner', type: 'relation', collectionId: '_pb_users_auth_', maxSelect: 1, cascadeDelete: true },
      'cascadeDelete',
    ],
    [{ name: 'stamped', type: 'autodate', onCreate: true }, 'type'],
  ])('is refused at the setting that would stand in the product’s way: %s', async (field, setting) => {
    const place = (await fieldsOf('lessons')).length;
    expect((await refusalOf(add('lessons', field))).data).toEqual({ fields: { [place]: { [setting]: refused } } });
    const settings = { ...(await collections().getOne('lessons')), fields: [...(await fieldsOf('lessons')), field] };
    const imported = await refusalOf(collections().import([settings] as never));
    expect(JSON.stringify(imported.data.collections)).toContain(setting);
  });

  test('has no name of a field that is there', async () => {
    expect((await refusalOf(add('lessons', text('Status')))).data.fields).toMatchObject({
      [(await fieldsOf('lessons')).length]: { name: { code: 'validation_duplicated_field_name' } },
    });
  });

  test('is kept over restarts, and beside a field of that name in a newer version', async () => {
    await add('instructors', text('badge'));
    await collections().update('instructors', { indexes: ['create index idx_badge on instructors (badge, created)'] });
    await app.root.collection('instructors').update(teacher.id, { badge: 'gold' });
    await installCollections(app.app.engine, marketplaceCollections);
    expect(await app.root.collection('instructors').getOne(teacher.id)).toMatchObject({ badge: 'gold' });
    const own = marketplaceCollections.find(({ name }) => name === 'instructors');
    if (!own) throw new Error('There are no instructors.');
    const made = defineCollection({
      name: 'instructors',
      type: 'base',
      fields: { badge: { type: 'text' } },
      rules: { list: null, view: null, create: null, update: null, delete: null },
    });
    const badge = made.fields.filter(({ name }) => name === 'badge');
    await app.db.query('alter table instructors add column badge text not null default $$iron$$');
    await installCollections(app.app.engine, [{ ...own, fields: [...own.fields, ...badge] }]);
    const query = { filter: 'badge2 = "gold" && badge = "iron"' };
    expect((await app.root.collection('instructors').getList(1, 1, query)).totalItems).toBe(1);
    expect((await collections().getOne('instructors')).indexes).toEqual([
      'create index idx_badge on instructors (badge2, created)',
    ]);
    await app.db.query('alter table instructors drop column badge');
    await installCollections(app.app.engine, marketplaceCollections);
    await remove('instructors', 'badge2').catch(() => undefined);
    await collections().update('instructors', {
      indexes: [],
      fields: (await fieldsOf('instructors')).filter(({ name }) => name !== 'badge2'),
    });
  });

  test('goes out and comes in with an import, stays with one that does not name it, and goes with deleteMissing', async () => {
    const exported = await collections().getFullList();
    const names = async () => (await fieldsOf('users')).map(({ name }) => name);
    expect(await names()).toContain('company');
    await collections().import(
      exported.map((each) =>
        each.name === 'users' ? { ...each, fields: each.fields.filter(({ name }) => name !== 'company') } : each,
      ),
      false,
    );
    expect(await names()).toContain('company');
    const { id, name } = await collections().getOne('users');
    const fields = [text('team')];
    await collections().import([{ id, name, fields }] as never, false);
    expect(await names()).toEqual(expect.arrayContaining(['company', 'team', 'phone']));
    await collections().import(exported, true);
    expect(await names()).toContain('company');
    expect(await names()).not.toContain('team');
    expect((await app.root.collection('users').getOne(learner.id)).company).toBe('Kopi & Co');
  });

  test('is emptied when its person closes the account', async () => {
    const person = await makePerson(app);
    await person.collection('users').update(person.id, { company: 'Teh & Co' });
    const start = '2026-11-27T09:00:00+08:00';
    await person.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
    const { plan } = await person.send('/api/marketplace/close-account', { method: 'GET' });
    const confirmation = `${person.id}@kerbside.example`;
    const body = { confirmation, password: 'learner-password', agreed: plan };
    expect(await person.send('/api/marketplace/close-account', { method: 'POST', body })).toEqual({
      outcome: 'erased',
    });
    const left = await app.root.collection('users').getOne(person.id);
    expect([left.name, left.company]).toEqual(['Deleted account', '']);
  });
});

describe('an index that an operator added to a collection of the product', () => {
  const set = (name: string, ...indexes: string[]) => collections().update(name, { indexes });

  test('is made, listed and taken away, and lets accounts sign in by what they added', async () => {
    await add('users', text('username', { max: 30 }));
    const before = (await collections().getOne('users')).indexes;
    const unique = "CREATE UNIQUE INDEX `idx_username` ON `users` (`username` COLLATE NOCASE) WHERE `username` != ''";
    const plain = 'CREATE INDEX `idx_language` ON `users` (`language`, `created` DESC)';
    const made = await set('users', ...before, unique, plain);
    expect(made.indexes).toEqual([...before, unique, plain]);
    const rows = await app.db.query(
      `select indexname from pg_indexes where tablename = 'users' and indexname like 'added:%'`,
    );
    expect(rows.map(({ indexname }) => indexname).toSorted()).toEqual(['added:idx_language', 'added:idx_username']);
    await learner.collection('users').update(learner.id, { username: 'ahboy' });
    const other = await makePerson(app);
    const taken = await refusalOf(other.collection('users').update(other.id, { username: 'AhBoy' }));
    expect(taken.data).toEqual({ username: { code: 'validation_not_unique', message: 'Value must be unique.' } });
    await collections().update('users', { passwordAuth: { enabled: true, identityFields: ['email', 'username'] } });
    await app.root
      .collection('users')
      .update(learner.id, { password: 'long-enough-2026', passwordConfirm: 'long-enough-2026' });
    const signedIn = await learner.collection('users').authWithPassword('AHBOY', 'long-enough-2026');
    expect(signedIn.record.id).toBe(learner.id);
    await collections().update('users', { passwordAuth: { enabled: true, identityFields: ['email'] } });
    expect((await set('users')).indexes).toEqual(before);
  });

  test.each([
    ['CREATE UNIQUE INDEX u ON lessons (purpose)', 'makes records here itself'],
    ['CREATE INDEX u ON lessons ((1 / "priceCents"))', 'goes by fields'],
    ['CREATE INDEX u ON lessons (status) WHERE 1 / "priceCents" > 1', 'goes by fields'],
    ['CREATE INDEX u ON lessons (lines)', 'longer texts'],
  ])('is refused where the product’s own writes could fail on it: %s', async (index, why) => {
    const { indexes } = (await refusalOf(set('lessons', index))).data as Record<string, Record<string, unknown>>;
    expect(indexes?.[0]).toEqual({ ...refused, message: expect.stringContaining(why) });
  });

  test.each([
    ['CREATE UNIQUE INDEX u ON users (phone)', 'writes phone itself'],
    ['CREATE UNIQUE INDEX u ON users (company)', "WHERE company != ''"],
    ["CREATE UNIQUE INDEX u ON users (company) WHERE company != '' or name = 'x'", "WHERE company != ''"],
    ['CREATE INDEX u ON users (bio)', 'longer texts to bio'],
  ])('nor is one of users: %s', async (index, why) => {
    const { indexes } = (await refusalOf(set('users', index))).data;
    expect(Object.values(indexes ?? {})).toEqual([{ ...refused, message: expect.stringContaining(why) }]);
  });
});

test('a backup brings back what operators had added, and its values', async () => {
  await learner.collection('users').update(learner.id, { company: 'Before' });
  await app.root.backups.create('added.zip');
  await remove('users', 'company');
  await add('users', text('later'));
  await app.root.backups.restore('added.zip');
  await app.app.engine.backups.done();
  const restores = await app.root.send('/api/backups/restores', { method: 'GET' });
  expect(restores[0]).toMatchObject({ state: 'done', message: '' });
  const names = (await fieldsOf('users')).map(({ name }) => name);
  expect([names.includes('company'), names.includes('later')]).toEqual([true, false]);
  const filter = 'company = "Before"';
  expect((await app.root.collection('users').getList(1, 2, { filter })).items.map(({ id }) => id)).toEqual([
    learner.id,
  ]);
  await add('users', text('later'));
});
