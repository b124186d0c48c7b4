import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

describe('a filter or a sort of the marketplace', () => {
  let app: TestApp;
  let stranger: PocketBase & { id: string };
  let instructor: string;
  beforeAll(async () => {
    app = await startApp();
    const listed = await makeInstructor(app);
    instructor = listed.id;
    const learner = await makePerson(app);
    await app.root.collection('users').update(learner.id, { phone: '8000 9345' });
    await app.root.collection('lessons').create({
      instructor,
      learner: learner.id,
      start: '2026-12-01T02:00:00Z',
      durationMinutes: 60,
      status: 'completed',
      pickup: 'Blk 1 Secret Road',
    });
    stranger = await makePerson(app);
    await stranger.collection('saved_instructors').create({ user: stranger.id, instructor });
  });
  afterAll(() => app.close());

  const found = async (filter: string) =>
    (await stranger.collection('instructors').getFullList({ filter, fields: 'id' })).length;

  test('[10.1.2] learns no letter of another learner over the lessons of a saved instructor', async () => {
    const path = 'saved_instructors_via_instructor.user.lessons_via_learner.instructor.lessons_via_instructor';
    for (const [field, right, wrong] of [
      ['learner.phone', '8000 9345', '9'],
      ['pickup', 'Secret', 'Other'],
    ] as const) {
      for (const operator of ['!~', '~', '=', '!=', '?~', '?!~', '>', '<']) {
        const answers = [
          await found(`${path}.${field} ${operator} '${right}'`),
          await found(`${path}.${field} ${operator} '${wrong}'`),
        ];
        expect(answers[0], `${field} ${operator}`).toBe(answers[1]);
      }
    }
    expect(await found("lessons_via_instructor.pickup ?~ 'Secret'")).toBe(0);
    expect(await found("lessons_via_instructor.pickup !~ 'Secret'")).toBe(0);
  });
});

describe('what a caller may not see is, for filters and sorts, as if it were not there:', () => {
  let server: EngineServer;
  const own: Record<string, string> = {};

  beforeAll(async () => {
    server = await startEngineServer();
    const { root } = server;
    const people = await root.collections.create({
      name: 'people',
      type: 'auth',
      listRule: 'shown = true',
      fields: [
        { name: 'shown', type: 'bool' },
        { name: 'phone', type: 'text' },
        { name: 'nick', type: 'text', hidden: true },
      ],
    });
    const person = async (name: string, rest: Record<string, unknown>) => {
      const password = 'a-long-password';
      const body = { email: `${name}@example.com`, password, passwordConfirm: password, ...rest };
      own[name] = (await root.collection('people').create(body)).id;
    };
    await person('open', { shown: true, phone: '5', emailVisibility: true });
    await person('shy', { shown: true, phone: '7' });
    await person('hidden', { shown: false, phone: '1', emailVisibility: true });
    const relation = { type: 'relation', collectionId: people.id, maxSelect: 1 };
    await root.collections.create({
      name: 'posts',
      type: 'base',
      listRule: '',
      viewRule: '',
      fields: [
        { name: 't', type: 'text' },
        { name: 'k', type: 'password' },
        { ...relation, name: 'by' },
        { ...relation, name: 'all', maxSelect: 9 },
        { ...relation, name: 'for', hidden: true },
      ],
    });
    const { open = '', shy = '', hidden = '' } = own;
    await root.collection('posts').create({ t: 'a', by: hidden, all: [open, hidden], for: open, k: 'secret-secret' });
    await root.collection('posts').create({ t: 'b', by: open, all: [open] });
    await root.collection('posts').create({ t: 'c', by: shy, all: [hidden, shy] });
    await root.collection('posts').create({ t: 'd' });
  });
  afterAll(() => server.close());

  const titles = async (options: Record<string, string>, collection = 'posts', field = 't') => {
    const search = new URLSearchParams({ sort: field, ...options });
    const answer = await fetch(`${server.url}/api/collections/${collection}/records?${search}`);
    const body = (await answer.json()) as { items?: Array<Record<string, unknown>> };
    return body.items?.map((item) => item[field]).join('') ?? answer.status;
  };

  test.each<[filter: string, found: string | number]>([
    ["by.phone = '1'", ''],
    ["by.phone != '1'", 'abcd'],
    ["by.phone = ''", 'ad'],
    ["by.phone:lower ~ '1'", ''],
    ["by.email = 'hidden@example.com'", ''],
    ["by.email ~ 'open'", 'b'],
    ["by.email:lower ~ 'shy'", ''],
    ["by.email:length = 1 && by.email:lower ~ 'shy'", ''],
    ["all.phone ?= '1'", ''],
    ["all.phone = '5'", 'ab'],
    ["all.phone != '1'", 'abcd'],
    ["all.phone !~ '1'", 'abc'],
    ['geoDistance(by.phone, by.phone, 7, 7) < 1', 'c'],
    ["by.nick = ''", 400],
    ["for.phone = '5'", 400],
    ["by.posts_via_for.t ?= 'a'", 400],
    ["by.tokenKey != ''", 400],
    ["by.password != ''", 400],
    ["k ~ '$'", ''],
    ["k != ''", 'a'],
  ])('%s', async (filter, expected) => {
    expect(await titles({ filter })).toBe(expected);
  });

  test.each<[sort: string, order: string | number]>([
    ['by.phone,t', 'adbc'],
    ['-by.phone,t', 'cbad'],
    ['by.email,t', 'acdb'],
    ['by.email:lower,t', 'acdb'],
    ['-all.phone,t', 'cabd'],
    ['by.nick', 400],
    ['for.phone', 400],
    ['by.posts_via_for.t', 400],
    ['tokenKey', 400],
  ])('sort=%s', async (sort, expected) => {
    expect(await titles({ sort })).toBe(expected);
  });

  test('a back relation by a hidden field brings nothing along', async () => {
    const of = `/api/collections/posts/records?expand=by,by.posts_via_for,by.posts_via_by&filter=t='b'`;
    await server.root.collections.update('people', { viewRule: '' });
    const { items } = (await (await fetch(server.url + of)).json()) as { items: Array<{ expand: unknown }> };
    expect(items[0]?.expand).toMatchObject({ by: { expand: { posts_via_by: [{ t: 'b' }] } } });
    expect(JSON.stringify(items)).not.toContain('posts_via_for');
  });

  test('and a superuser sees it all', async () => {
    const found = await server.root.collection('posts').getFullList({ filter: "by.phone = '1' && for.nick = ''" });
    expect(found.map(({ t }) => t)).toEqual(['a']);
  });
});
