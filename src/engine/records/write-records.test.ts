import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { defineCollection } from '../collections/define-collection.ts';
import { badRequest } from '../http/api-error.ts';

const open = { list: '', view: '', create: '', update: '', delete: '' };
const orders = defineCollection({
  name: 'orders',
  type: 'base',
  fields: { item: { type: 'text', required: true }, amount: { type: 'number', onlyInt: true } },
  rules: open,
  repeatable: true,
});

let server: EngineServer;
beforeAll(async () => {
  server = await startEngineServer({ collections: [orders] });
  // Collections of code get their table from a migration; this one has none of its own.
  await server.engine.db.query(
    `create table orders (id text primary key, item text not null default '', amount double precision not null default 0,
     _author text not null default '', _request_hash text not null default '', _seq bigint generated always as identity)`,
  );
  const { root } = server;
  await root.collections.create({ name: 'people', type: 'auth', ...rules(''), updateRule: 'id = @request.auth.id' });
  await root.collections.create({
    name: 'posts',
    type: 'base',
    ...rules(''),
    fields: [
      { name: 'title', type: 'text', max: 10 },
      { name: 'count', type: 'number', min: 0 },
      { name: 'tags', type: 'select', values: ['a', 'b', 'c'], maxSelect: 3 },
      { name: 'secret', type: 'text', hidden: true },
      { name: 'created', type: 'autodate', onCreate: true },
    ],
    indexes: ['CREATE UNIQUE INDEX idx_posts_title ON posts (title) WHERE title != ""'],
  });
  await root.collections.create({
    name: 'things',
    type: 'base',
    ...rules(''),
    fields: [
      { name: 'title', type: 'text' },
      { name: 'data', type: 'json' },
      { name: 'when', type: 'date' },
      { name: 'place', type: 'geoPoint' },
      { name: 'tags', type: 'select', values: ['a', 'b'], maxSelect: 2 },
      { name: 'done', type: 'bool' },
    ],
  });
});
afterAll(() => server.close());

function rules(rule: string) {
  return { listRule: rule, viewRule: rule, createRule: rule, updateRule: rule, deleteRule: rule };
}

describe('creating a record', () => {
  it('answers 200 with the record, an id and its dates, and ignores unknown and hidden fields', async () => {
    const made = await server.guest.collection('posts').create({ title: 'one', nonsense: 1, secret: 'x' });
    expect(made).toMatchObject({ id: expect.stringMatching(/^[a-z0-9]{15}$/), title: 'one', tags: [], count: 0 });
    expect(made.created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(made).not.toHaveProperty('secret');
    expect(await server.root.collection('posts').getOne(made.id)).toMatchObject({ secret: '' });
  });

  it('names every wrong field with its code', async () => {
    const refused = await refusalOf(
      server.guest.collection('posts').create({ title: 'far too long', count: -1, tags: ['a', 'z'] }),
    );
    expect(refused).toMatchObject({
      status: 400,
      message: 'Failed to create record.',
      data: {
        title: { code: 'validation_max_text_constraint', params: { max: 10 } },
        count: { code: 'validation_min_number_constraint', params: { min: 0 } },
        tags: { code: 'validation_invalid_value' },
      },
    });
  });

  it('says which columns of a unique index are taken', async () => {
    await server.guest.collection('posts').create({ title: 'twin' });
    const { data } = await refusalOf(server.guest.collection('posts').create({ title: 'twin' }));
    expect(data).toEqual({ title: { code: 'validation_not_unique', message: 'Value must be unique.' } });
  });

  it('takes a chosen id once', async () => {
    const id = 'abcdefghij12345';
    await server.guest.collection('posts').create({ id });
    const { data } = await refusalOf(server.guest.collection('posts').create({ id }));
    expect(data).toMatchObject({ id: { code: 'validation_not_unique' } });
    expect((await refusalOf(server.guest.collection('posts').create({ id: 'Short' }))).data).toHaveProperty('id.code');
  });

  it('makes many at once without losing or mixing any', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, count) => server.guest.collection('posts').create({ count })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(40);
    expect(made.map(({ count }) => count)).toEqual(Array.from({ length: 40 }, (_, count) => count));
  });

  it('gives each of many that are written together its own values and its own end', async () => {
    const things = server.guest.collection('things');
    const datas = [{ a: [1, 'two', null] }, 'a "text"', 12.5, true, [], null, '\u{1F697}', { big: 1e300 }];
    const sent = Array.from({ length: 45 }, (_, n) => ({
      title: `Straße ${n} \\ "x" \t`,
      data: datas[n % datas.length] ?? null,
      when: n % 2 ? '2026-11-21 08:09:10.123Z' : '',
      place: { lon: 103.5 + n / 100, lat: 1.25 },
      tags: n % 3 ? ['b', 'a'] : [],
      done: n % 2 === 0,
    }));
    // Of those with the same id all but one are refused, which must not keep the others from being stored.
    const twins = Array.from({ length: 6 }, () => things.create({ id: 'thing0000000001' }));
    const [made, ends] = await Promise.all([
      Promise.all(sent.map((body) => things.create(body))),
      Promise.allSettled(twins),
    ]);
    expect(made).toMatchObject(sent);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const stored = await things.getFullList({ batch: 500 });
    const ids = [...made.map(({ id }) => id), 'thing0000000001'];
    expect(stored.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

test('a collection may have the name of a type of the database', async () => {
  const fields = [{ name: 'title', type: 'text' }];
  const createRule = 'title != "" && @request.auth.id = ""';
  await server.root.collections.create({ name: 'point', type: 'base', ...rules(''), createRule, fields });
  const titles = ['a', 'b', 'c', 'd'];
  const made = await Promise.all(titles.map((title) => server.guest.collection('point').create({ title })));
  expect(made.map(({ title }) => title)).toEqual(titles);
});

test('an id that cannot be stored is nobody’s, and hinders nobody who is asked for at the same moment', async () => {
  const { id } = await server.guest.collection('things').create({ title: 'here' });
  const wanted = Array.from({ length: 20 }, (_, n) => (n % 4 ? id : `${id}\0`));
  const asked = await Promise.allSettled(wanted.map((one) => server.guest.collection('things').getOne(one)));
  expect(asked.map(({ status }) => status)).toEqual(wanted.map((one) => (one === id ? 'fulfilled' : 'rejected')));
});

describe('a repeatable create', () => {
  const body = { id: 'order0000000001', item: 'lamp', amount: 2 };

  it('answers the first record when the same comes again, also twice at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.guest.collection('orders').create(body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await server.guest.collection('orders').getList()).totalItems).toBe(1);
  });

  it('refuses the same id with another body or by another user', async () => {
    await server.guest.collection('orders').create(body);
    const reused = { status: 409, data: { id: { code: 'id_reused' } } };
    expect(await refusalOf(server.guest.collection('orders').create({ ...body, amount: 3 }))).toMatchObject(reused);
    expect(await refusalOf(server.root.collection('orders').create(body))).toMatchObject(reused);
  });

  it('[25.17] answers the first record to twenty at once of which a hook refuses all but the first, and 409 to another body', async () => {
    let first: Promise<void> | undefined;
    let isWritten = () => {};
    let waiting = 0;
    server.engine.hooks.on('orders', {
      async beforeCreate({ record }) {
        if (!String(record.item).startsWith('once')) return;
        waiting++;
        const isFirst = first === undefined;
        first ??= new Promise((resolve) => {
          isWritten = resolve;
        });
        // All others have found no first record by now, and see what it did only after it is written.
        if (isFirst) await expect.poll(() => waiting).toBe(20);
        else await first.then(() => Promise.reject(badRequest('Failed to create record.', {})));
      },
      afterCreate: async () => isWritten(),
    });
    const id = 'order0000000003';
    const create = (item: string) => server.guest.collection('orders').create({ id, item });
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => create(index < 15 ? 'once' : 'once more')),
    );
    const outcomes = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.item : answer.reason.status,
    );
    const taken = outcomes.includes('once') ? 'once' : 'once more';
    expect(outcomes.filter((outcome) => outcome === taken)).toHaveLength(taken === 'once' ? 15 : 5);
    expect(outcomes.filter((outcome) => outcome === 409)).toHaveLength(taken === 'once' ? 5 : 15);
  });

  it('leaves the id free after a refusal', async () => {
    const id = 'order0000000002';
    await refusalOf(server.guest.collection('orders').create({ id, item: '' }));
    expect(await server.guest.collection('orders').create({ id, item: 'desk' })).toMatchObject({ item: 'desk' });
  });
});

describe('changing a record', () => {
  it('applies modifiers to the stored value, however many come at once', async () => {
    const { id } = await server.guest.collection('posts').create({ tags: ['a'] });
    await Promise.all(Array.from({ length: 10 }, () => server.guest.collection('posts').update(id, { 'count+': 1 })));
    expect(await server.guest.collection('posts').update(id, { 'tags+': 'b', 'count-': 4 })).toMatchObject({
      count: 6,
      tags: ['a', 'b'],
    });
    expect(await server.guest.collection('posts').update(id, { '+tags': ['c'], 'tags-': 'a' })).toMatchObject({
      tags: ['c', 'b'],
    });
  });

  it('refuses another id and answers 404 for a missing record', async () => {
    const { id } = await server.guest.collection('posts').create({});
    const { data } = await refusalOf(server.guest.collection('posts').update(id, { id: 'abcdefghij00000' }));
    expect(data).toMatchObject({ id: { code: 'validation_pk_change' } });
    expect(await refusalOf(server.guest.collection('posts').update('missing00000000', {}))).toMatchObject({
      status: 404,
    });
  });
});

describe('an account', () => {
  async function join(email: string, password = 'long enough') {
    const client = clientOf(server.url);
    const made = await client.collection('people').create({ email, password, passwordConfirm: password });
    await client.collection('people').authWithPassword(email, password);
    return { client, id: made.id };
  }

  it('is refused without a confirmed password, and cannot call itself verified', async () => {
    const form = { email: 'new@example.com', password: 'long enough', passwordConfirm: 'another one', verified: true };
    expect((await refusalOf(server.guest.collection('people').create(form))).data).toMatchObject({
      passwordConfirm: { code: 'validation_values_mismatch' },
      verified: { code: 'validation_values_mismatch' },
    });
  });

  it('never shows its password, token key or, to others, its address', async () => {
    const { client, id } = await join('hidden@example.com');
    const seen = await server.guest.collection('people').getOne(id);
    for (const name of ['password', 'tokenKey', 'email']) expect(seen).not.toHaveProperty(name);
    expect(await client.collection('people').getOne(id)).toHaveProperty('email', 'hidden@example.com');
  });

  it('has its old password guessed at as often as signing in is tried: 25 times in five minutes, then once in a quarter of a minute', async () => {
    const { client, id } = await join('guess@example.com');
    const next = { password: 'another one', passwordConfirm: 'another one' };
    const guess = (oldPassword: string) => refusalOf(client.collection('people').update(id, { ...next, oldPassword }));
    for (let tries = 0; tries < 26; tries++) expect((await guess(`wrong ${tries}`)).status).toBe(400);
    expect((await guess('long enough')).status).toBe(429);
  });

  it('changes its password with the old one, which ends its sessions', async () => {
    const { client, id } = await join('change@example.com');
    const next = { password: 'another one', passwordConfirm: 'another one' };
    expect((await refusalOf(client.collection('people').update(id, next))).data).toMatchObject({
      oldPassword: { code: 'validation_required' },
    });
    expect(
      (await refusalOf(client.collection('people').update(id, { ...next, oldPassword: 'wrong' }))).data,
    ).toMatchObject({ oldPassword: { code: 'validation_invalid_old_password' } });
    await client.collection('people').update(id, { ...next, oldPassword: 'long enough' });
    expect(await refusalOf(client.collection('people').authRefresh())).toMatchObject({ status: 401 });
    await client.collection('people').authWithPassword('change@example.com', 'another one');
  });
});

describe('deleting a record', () => {
  it('takes its id out of references, takes cascading ones along, and stops at required ones', async () => {
    const { root } = server;
    const to = { name: 'to', type: 'relation', collectionId: server.engine.collections.get('posts').id };
    const make = (name: string, field: object) =>
      root.collections.create({ name, type: 'base', fields: [{ ...to, ...field }] });
    await make('loose', { maxSelect: 5 });
    await make('bound', { cascadeDelete: true });
    await make('holding', { required: true });
    const { id } = await root.collection('posts').create({});
    const { id: other } = await root.collection('posts').create({});
    const loose = await root.collection('loose').create({ to: [id, other] });
    const bound = await root.collection('bound').create({ to: id });
    const holding = await root.collection('holding').create({ to: id });
    expect(await refusalOf(root.collection('posts').delete(id))).toMatchObject({
      status: 400,
      message: 'Failed to delete record. Make sure that the record is not part of a required relation reference.',
    });
    expect(await root.collection('bound').getOne(bound.id)).toMatchObject({ to: id });
    await root.collection('holding').delete(holding.id);
    await root.collection('posts').delete(id);
    expect(await root.collection('loose').getOne(loose.id)).toMatchObject({ to: [other] });
    expect(await refusalOf(root.collection('bound').getOne(bound.id))).toMatchObject({ status: 404 });
  });

  it('ends when references run in a circle', async () => {
    const { root } = server;
    const { id, fields } = await root.collections.create({ name: 'circle', type: 'base' });
    const next = { name: 'next', type: 'relation', collectionId: id, cascadeDelete: true };
    await root.collections.update(id, { fields: [...fields, next] });
    const first = await root.collection('circle').create({});
    const second = await root.collection('circle').create({ next: first.id });
    await root.collection('circle').update(first.id, { next: second.id });
    await root.collection('circle').delete(first.id);
    expect((await root.collection('circle').getList()).totalItems).toBe(0);
  });

  it('leaves no name of what went along with it', async () => {
    const { root } = server;
    const { id, fields } = await root.collections.create({ name: 'webs', type: 'base' });
    const to = { type: 'relation', collectionId: id, maxSelect: 9 };
    const links = { ...to, name: 'links', cascadeDelete: true };
    await root.collections.update(id, { fields: [...fields, links, { ...to, name: 'seen' }] });
    const webs = root.collection('webs');
    const [doomed, kept] = [await webs.create({}), await webs.create({})];
    const along = await webs.create({ links: [doomed.id] });
    const losing = await webs.create({ links: [doomed.id, along.id, kept.id], seen: [along.id, doomed.id] });
    const last = await webs.create({ links: [doomed.id, along.id] });
    await webs.delete(doomed.id);
    const left = await webs.getFullList();
    expect(left.map((web) => web.id).sort()).toEqual([kept.id, losing.id].sort());
    expect(left.find((web) => web.id === losing.id)).toMatchObject({ links: [kept.id], seen: [] });
    expect(left.find((web) => web.id === last.id)).toBeUndefined();
  });

  it('never takes the last superuser', async () => {
    const [only] = await server.root.collection('_superusers').getFullList();
    expect(await refusalOf(server.root.collection('_superusers').delete(only?.id ?? ''))).toMatchObject({
      message: "You can't delete the only existing superuser.",
    });
  });
});

describe('hooks of a collection', () => {
  it('may refuse, change the record, and write in the same transaction', async () => {
    const seen: string[] = [];
    server.engine.hooks.on('posts', {
      async beforeCreate({ record }) {
        if (record.title === 'refuse') throw badRequest('Not this one.', { title: { code: 'mine', message: 'No.' } });
        if (record.title === 'mark') record.count = 7;
      },
      async insideCreate({ record, tx }) {
        if (record.title !== 'undo') return;
        await tx.query("update posts set title = 'never' where id = $1", [record.id]);
        throw badRequest('Undone.');
      },
      async afterCreate({ record }) {
        seen.push(String(record.title));
      },
    });
    const posts = server.guest.collection('posts');
    expect(await refusalOf(posts.create({ title: 'refuse' }))).toMatchObject({ data: { title: { code: 'mine' } } });
    expect(await posts.create({ title: 'mark' })).toMatchObject({ count: 7 });
    expect(await refusalOf(posts.create({ title: 'undo' }))).toMatchObject({ message: 'Undone.' });
    expect((await posts.getList(1, 1, { filter: "title = 'never' || title = 'undo'" })).totalItems).toBe(0);
    expect(seen).toEqual(['mark']);
  });
});
