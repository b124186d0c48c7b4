import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

/* View queries as people write them for SQLite: each answers what it answers there. */

let server: EngineServer;
let count = 0;

beforeAll(async () => {
  server = await startEngineServer();
  const { root } = server;
  await root.collections.create({
    name: 'fishAuthors',
    type: 'base',
    fields: [{ name: 'fullName', type: 'text' }],
  });
  const authors = await root.collections.getOne('fishAuthors');
  await root.collections.create({
    name: 'fishPosts',
    type: 'base',
    listRule: '',
    fields: [
      { name: 'myTitle', type: 'text' },
      { name: 'viewCount', type: 'number' },
      { name: 'isShown', type: 'bool' },
      { name: 'publishedAt', type: 'date' },
      { name: 'meta', type: 'json' },
      { name: 'tags', type: 'select', values: ['sea', 'rod', 'boat'], maxSelect: 3 },
      { name: 'author', type: 'relation', collectionId: authors.id, maxSelect: 1 },
      { name: 'group', type: 'text' },
    ],
  });
  const ann = await root.collection('fishAuthors').create({ id: 'annannannannann', fullName: 'Ann Tan' });
  const posts = root.collection('fishPosts');
  await posts.create({
    id: 'postpostpost001',
    myTitle: 'Bass',
    viewCount: 5,
    isShown: true,
    publishedAt: '2026-03-04 05:06:07.890Z',
    meta: { size: { cm: 40 }, name: 'basil', list: ['x', 'y'] },
    tags: ['sea', 'rod'],
    author: ann.id,
    group: 'a',
  });
  await posts.create({
    id: 'postpostpost002',
    myTitle: 'carp',
    viewCount: 2,
    meta: null,
    tags: ['rod'],
    author: ann.id,
    group: 'b',
  });
  await posts.create({ id: 'postpostpost003', myTitle: 'Eel', viewCount: 0, isShown: true, tags: [], group: 'a' });
});
afterAll(() => server.close());

async function read(viewQuery: string) {
  const name = `seen${count++}`;
  await server.root.collections.create({ name, type: 'view', viewQuery });
  const items = await server.root.collection(name).getFullList();
  return items.map(({ id: _id, collectionId: _collection, collectionName: _name, ...values }) => values);
}

test.each([
  [
    'capitals without quotes',
    'select id, myTitle from fishPosts where viewCount > 1',
    [{ myTitle: 'Bass' }, { myTitle: 'carp' }],
  ],
  ['names in another case', 'SELECT ID as id, MYTITLE as theTitle FROM FISHPOSTS limit 1', [{ theTitle: 'Bass' }]],
  [
    'backticks',
    'select `p`.`id`, [p].[myTitle] as `aTitle`, p.`group` from [fishPosts] as `p` limit 1',
    [{ aTitle: 'Bass', group: 'a' }],
  ],
  [
    'IFNULL over a join',
    'select p.id, IFNULL(a.fullName, "nobody") as who from fishPosts p left join fishAuthors a on a.id = p.author order by p.myTitle',
    [{ who: 'Ann Tan' }, { who: 'nobody' }, { who: 'Ann Tan' }],
  ],
  [
    'IFNULL of a date',
    "select id, (ifnull(publishedAt, '')) as at from fishPosts where id like '%1'",
    [{ at: '2026-03-04 05:06:07.890Z' }],
  ],
  [
    'json_extract',
    "select id, (json_extract(meta, '$.size.cm')) as cm, (json_extract(meta, '$.list[1]')) as second from fishPosts where json_extract(meta, '$.name') = 'basil'",
    [{ cm: 40, second: 'y' }],
  ],
  [
    'json_extract as a number',
    "select id, (json_extract(meta, '$.size.cm') + 1) as cm from fishPosts where json_extract(meta, '$.size.cm') > 39",
    [{ cm: 41 }],
  ],
  [
    'arrows',
    "select id, (meta ->> '$.name') as name, (meta -> 'size') as size from fishPosts limit 1",
    [{ name: 'basil', size: { cm: 40 } }],
  ],
  [
    'strftime',
    "select id, (strftime('%Y-%m', publishedAt)) as month, (date(publishedAt, '+1 day')) as day from fishPosts where publishedAt >= '2026-01-01'",
    [{ month: '2026-03', day: '2026-03-05' }],
  ],
  [
    'dates beside now',
    "select id from fishPosts where publishedAt != '' and publishedAt < datetime('now', '+10 years')",
    [{}],
  ],
  [
    'truths as numbers',
    'select id, (isShown = 0) as hidden, (sum(isShown)) as shown from fishPosts where isShown = 1 group by id order by id',
    [
      { hidden: 0, shown: 1 },
      { hidden: 0, shown: 1 },
    ],
  ],
  [
    'iif and ==',
    "select id, (iif(viewCount == 5, 'many', 'few')) as how from fishPosts order by viewCount desc",
    [{ how: 'many' }, { how: 'few' }, { how: 'few' }],
  ],
  [
    'GROUP BY with what depends on it',
    'select a.id, a.fullName, count(p.id) as posts, max(p.viewCount) as most from fishAuthors a left join fishPosts p on p.author = a.id group by a.id',
    [{ fullName: 'Ann Tan', posts: 2, most: 5 }],
  ],
  [
    'GROUP BY of another table’s',
    'select p.id, p.myTitle, a.fullName as who, count(*) as n from fishPosts p join fishAuthors a on a.id = p.author group by p.id order by p.myTitle',
    [
      { myTitle: 'Bass', who: 'Ann Tan', n: 1 },
      { myTitle: 'carp', who: 'Ann Tan', n: 1 },
    ],
  ],
  [
    'GROUP BY a name of the SELECT',
    "select (min(id)) as id, (strftime('%Y', publishedAt)) as year, count(*) as n from fishPosts group by year having n > 1",
    [{ year: null, n: 2 }],
  ],
  [
    'json_each',
    'select (p.id || t.value) as id, t.value as tag from fishPosts p, json_each(p.tags) t order by tag, p.id',
    [{ tag: 'rod' }, { tag: 'rod' }, { tag: 'sea' }],
  ],
  [
    'group_concat',
    "select a.id, (group_concat(p.myTitle, '; ')) as titles from fishAuthors a join fishPosts p on p.author = a.id group by a.id",
    [{ titles: 'Bass; carp' }],
  ],
  [
    'json_group_array and json_object',
    "select a.id, (json_group_array(json_object('t', p.myTitle))) as titles from fishAuthors a join fishPosts p on p.author = a.id group by a.id",
    [{ titles: [{ t: 'Bass' }, { t: 'carp' }] }],
  ],
  [
    'a common table and a subquery',
    'with best as (select id, viewCount as howMany from fishPosts where isShown) select b.id, b.howMany, (select fullName from fishAuthors x where x.id = p.author) as writer from best b join fishPosts p on p.id = b.id order by b.howMany',
    [
      { howMany: 0, writer: null },
      { howMany: 5, writer: 'Ann Tan' },
    ],
  ],
  [
    'UNION',
    'select id, label from (select id, myTitle as label from fishPosts where viewCount = 5 union all select id, fullName as label from fishAuthors order by label)',
    [{ label: 'Ann Tan' }, { label: 'Bass' }],
  ],
  [
    'UNION at the top',
    'select id, myTitle as label, viewCount as size from fishPosts where viewCount > 1 union all select id, fullName, 7 from fishAuthors order by label limit 2',
    [
      { label: 'Ann Tan', size: 7 },
      { label: 'Bass', size: 5 },
    ],
  ],
  [
    'LIKE that minds no capitals, and COLLATE',
    "select id, myTitle from fishPosts where myTitle like 'b%' or myTitle = 'CARP' collate nocase order by myTitle collate nocase desc",
    [{ myTitle: 'carp' }, { myTitle: 'Bass' }],
  ],
  [
    'a limit with a comma',
    'select id, myTitle from fishPosts order by viewCount desc limit 1, 1',
    [{ myTitle: 'carp' }],
  ],
  [
    'CAST',
    'select id, cast(viewCount / 2 as integer) as half, cast(viewCount as text) as digits from fishPosts where viewCount = 5',
    [{ half: 2, digits: '5' }],
  ],
  [
    'a division by nothing',
    'select id, (viewCount / (viewCount - viewCount)) as x from fishPosts limit 1',
    [{ x: null }],
  ],
  [
    'substr of a date',
    'select id, (substr(publishedAt, 1, 10)) as day from fishPosts limit 1',
    [{ day: '2026-03-04' }],
  ],
  [
    'windows',
    'select (ROW_NUMBER() OVER (ORDER BY viewCount DESC)) as id, myTitle, (sum(viewCount) over (partition by `group`)) as together from fishPosts order by viewCount',
    [
      { myTitle: 'Eel', together: 5 },
      { myTitle: 'carp', together: 2 },
      { myTitle: 'Bass', together: 5 },
    ],
  ],
])('%s', async (_name, query, expected) => {
  expect(await read(query)).toEqual(expected);
});

test('fields keep their types and capitals', async () => {
  const { fields } = await server.root.collections.create({
    name: 'typed',
    type: 'view',
    viewQuery:
      'select p.id, p.publishedAt as whenAt, p.isShown, p.tags, p.author, count(p.id) as howMany from fishPosts p group by p.id',
  });
  expect(fields.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)).toEqual([
    'id text',
    'whenAt date',
    'isShown bool',
    'tags select',
    'author relation',
    'howMany number',
  ]);
  const [first] = await server.root
    .collection('typed')
    .getFullList({ filter: 'whenAt > "2026-01-01"', expand: 'author' });
  expect(first).toMatchObject({
    isShown: true,
    tags: ['sea', 'rod'],
    howMany: 1,
    expand: { author: { fullName: 'Ann Tan' } },
  });
});

test('what a UNION puts together is a field where all its parts agree', async () => {
  const { fields } = await server.root.collections.create({
    name: 'together',
    type: 'view',
    viewQuery:
      'with shown as (select id from fishPosts) select p.id, p.myTitle as label, p.author, p.tags from fishPosts p union select a.id, a.fullName, a.id, null from fishAuthors a',
  });
  expect(fields.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)).toEqual([
    'id text',
    'label text',
    'author json',
    'tags json',
  ]);
});

test.each([
  [
    "select id from fishPosts where myTitle glob 'B*'",
    "myTitle glob 'B*' (line 1, column 32) cannot be said here: use LIKE",
  ],
  ['select id, (json_extract(meta, myTitle)) as x from fishPosts', 'needs a path that is written out'],
  ["select id, format('%x', 5) as x from fishPosts", '(line 1, column 12) has a format that cannot be said here'],
  ["select id, (strftime('%Y', publishedAt, 'localtime')) as x from fishPosts", '(line 1, column 13)'],
  ['select id,\n  (1 +) as x from fishPosts', 'near ")": syntax error (1) at line 2, column 7'],
])('what cannot be said is refused with its place: %s', async (query, reason) => {
  const refusal = await refusalOf(server.root.collections.create({ name: 'never', type: 'view', viewQuery: query }));
  expect(refusal.data.viewQuery).toMatchObject({
    code: 'validation_invalid_view_query',
    message: expect.stringContaining(reason),
  });
});

test('trying and saving a view finds ids that come twice, or are empty', async () => {
  const query = "select author as id, myTitle from fishPosts where author != 'x' order by viewCount desc limit 2";
  const dryRun = (text: string) =>
    server.root.send('/api/collections/meta/dry-run-view', { method: 'POST', body: { query: text } });
  expect((await refusalOf(dryRun(query))).message).toContain('records with non-unique ids');
  expect((await refusalOf(dryRun(`${query.replace(' limit 2', '')}`))).message).toContain('empty or invalid ids');
  const saved = await refusalOf(server.root.collections.create({ name: 'twice', type: 'view', viewQuery: query }));
  expect(saved.data.viewQuery).toMatchObject({ code: 'validation_invalid_view_query' });
  expect(await read('select id, myTitle from fishPosts order by viewCount desc limit 1')).toEqual([
    { myTitle: 'Bass' },
  ]);
});

test('a query has as many letters as it may, and not one more', async () => {
  const longOf = (letters: number) => `select id, myTitle ${' '.repeat(letters - 33)}from fishPosts`;
  const create = (viewQuery: string) => server.root.collections.create({ name: 'long', type: 'view', viewQuery });
  expect((await refusalOf(create(longOf(50_001)))).data.viewQuery).toMatchObject({
    code: 'validation_length_out_of_range',
  });
  const { id } = await create(longOf(50_000));
  await server.root.collections.delete(id);
});

test('a query that would become exponentially longer is refused at once', async () => {
  for (const nested of [' between 1 and 2', ' in (1, 2)']) {
    const viewQuery = `select id, 1${nested.repeat(200)} as title from fishPosts`;
    const refusal = await refusalOf(server.root.collections.create({ name: 'never', type: 'view', viewQuery }));
    expect(refusal.status).toBe(400);
  }
});
