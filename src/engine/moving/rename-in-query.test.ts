import { expect, test } from 'vitest';
import { renameInQuery } from './rename-in-query.ts';

const renames = new Map([
  ['reviews', 'ratings'],
  ['users', 'members'],
]);

test.each([
  ['a table with another name', 'SELECT r.id FROM reviews r', 'SELECT r.id FROM ratings r'],
  [
    'a table without one',
    'select reviews.id from reviews where reviews.n > 1',
    'select reviews.id from ratings AS reviews where reviews.n > 1',
  ],
  [
    'a column that is called like a collection',
    'select p.id, count(r.id) as reviews from posts p left join reviews r on r.post = p.id group by p.id order by reviews',
    'select p.id, count(r.id) as reviews from posts p left join ratings r on r.post = p.id group by p.id order by reviews',
  ],
  [
    'several tables, in quotes and brackets',
    'select id from `reviews`, users u, (select id from [users]) x',
    'select id from `ratings` AS `reviews`, members u, (select id from [members] AS [users]) x',
  ],
  [
    'a comma after a condition',
    'select a.id from a join b on a.b = b.id, users',
    'select a.id from a join b on a.b = b.id, members AS users',
  ],
  ['arguments beside a FROM', 'select max(n, reviews) as id from posts group by reviews, id', undefined],
  ['texts and remarks', "select id, 'from reviews' as t from posts -- from reviews\nwhere t = 'users'", undefined],
  [
    'a subquery beside a column',
    'select id, (select count(*) from reviews where reviews.post = posts.id) as reviews from posts',
    'select id, (select count(*) from ratings AS reviews where reviews.post = posts.id) as reviews from posts',
  ],
  [
    'a union',
    'select id from users union select id from reviews',
    'select id from members AS users union select id from ratings AS reviews',
  ],
  ['a name of its own WITH', 'with reviews as (select id from posts) select id from reviews', undefined],
])('a query follows renamed collections: %s', (_what, query, renamed) => {
  expect(renameInQuery(query, renames)).toBe(renamed ?? query);
});
