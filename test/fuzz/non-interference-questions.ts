import fc from 'fast-check';
import { wholes } from './non-interference-parts.ts';
import { collectionNames, type Name, oneOf, people, posts, words } from './non-interference-worlds.ts';

export type Question = { collection: Name; id: string; batch: boolean; query: Record<string, string> };

const steps: Record<Name, Record<string, Name>> = {
  people: {
    home: 'groups',
    groups_via_owner: 'groups',
    groups_via_members: 'groups',
    profiles_via_person: 'profiles',
    posts_via_by: 'posts',
    posts_via_secretly: 'posts',
    posts_via_keptFor: 'posts',
  },
  groups: { owner: 'people', members: 'people', people_via_home: 'people', posts_via_in: 'posts' },
  profiles: { person: 'people' },
  posts: {
    by: 'people',
    in: 'groups',
    secretly: 'people',
    keptFor: 'people',
    replies: 'posts',
    posts_via_replies: 'posts',
  },
  openposts: { by: 'people', in: 'groups' },
};
const leaves: Record<Name, string[]> = {
  people: [
    'id',
    'nick',
    'nick:lower',
    'open',
    'email',
    'email:lower',
    'email:length',
    'emailVisibility',
    'verified',
    'secret',
    'home',
    'home:length',
    'tokenKey',
    'password',
  ],
  groups: [
    'id',
    'name',
    'n',
    'open',
    'secret',
    'j',
    'j.a',
    'j.a.0',
    'owner',
    'members',
    'members:each',
    'members:length',
    'members:lower',
  ],
  profiles: ['id', 'bio', 'open', 'person'],
  posts: [
    'id',
    'title',
    'title:lower',
    'n',
    'open',
    'tags',
    'tags:each',
    'tags:length',
    'at',
    'spot.lon',
    'kept',
    'kept:lower',
    'hush',
    'hush:lower',
    'part',
    'part:lower',
    'by',
    'in',
    'secretly',
    'keptFor',
    'replies',
    'replies:each',
    'replies:length',
  ],
  openposts: ['id', 'title', 'n', 'by', 'in'],
};

const refused = new Set(['secret', 'secretly', 'tokenKey', 'password', 'kept', 'keptFor']);

/** A path of fields from a collection: some steps over relations, and back, then a field. */
function pathFrom(name: Name): fc.Arbitrary<string> {
  return fc.array(fc.nat(), { maxLength: 3 }).chain((turns) => {
    let at = name;
    const path = turns.map((turn) => {
      const known = Object.keys(steps[at]).filter((step) => !/secretly|keptFor/.test(step) || turn % 9 === 0);
      const step = known[turn % known.length] ?? '';
      at = steps[at][step] ?? at;
      return step;
    });
    const shown = leaves[at].filter((leaf) => !refused.has(leaf.split(':')[0] ?? ''));
    const leaf = fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...shown) }, fc.constantFrom(...leaves[at]));
    return leaf.map((name) => [...path, name].join('.'));
  });
}

const literals = fc.oneof(
  words.map((word) => `'${word}'`),
  fc.constantFrom(
    '0',
    '1',
    '2',
    'true',
    'false',
    'null',
    "'%a%'",
    "'@example'",
    "'aperson'",
    `'${people[0]}'`,
    "'2026-01-01'",
  ),
);
const operators = fc.constantFrom('=', '!=', '>', '>=', '<', '<=', '~', '!~', '?=', '?!=', '?>', '?<=', '?~', '?!~');

function filterOn(name: Name): fc.Arbitrary<string> {
  const path = pathFrom(name);
  const call = fc.oneof(
    path.map((at) => `strftime('%Y', ${at.replace(/\w+(?::\w+)?$/, 'at')})`),
    path.map((at) => `geoDistance(${at}, 1, 2, ${at})`),
  );
  const side = fc.oneof({ weight: 30, arbitrary: path }, call);
  const comparison = fc
    .tuple(side, operators, fc.oneof({ weight: 5, arbitrary: literals }, path))
    .map((parts) => parts.join(' '));
  return fc
    .array(fc.tuple(comparison, fc.constantFrom(' && ', ' || ')), { minLength: 1, maxLength: 2 })
    .map((parts) => parts.map(([text, join], at) => (at === 0 ? text : join + text)).join(''));
}

function expandOf(name: Name): fc.Arbitrary<string> {
  const path = fc.array(fc.nat(), { minLength: 1, maxLength: 4 }).map((turns) => {
    let at = name;
    return turns
      .map((turn) => {
        const known = Object.keys(steps[at]);
        const step = known[turn % known.length] ?? '';
        at = steps[at][step] ?? at;
        return step;
      })
      .join('.');
  });
  return fc.array(path, { maxLength: 3 }).map((paths) => paths.join());
}

function questionOn(collection: Name, id: fc.Arbitrary<string>): fc.Arbitrary<Question> {
  const sort = fc
    .array(
      fc.tuple(
        fc.constantFrom('', '-'),
        fc.oneof({ weight: 8, arbitrary: pathFrom(collection) }, fc.constant('@rowid')),
      ),
      {
        maxLength: 3,
      },
    )
    .map((keys) => keys.map((key) => key.join('')).join());
  const picks = fc.array(
    fc.oneof(fc.constantFrom(...leaves[collection], '*', 'expand.*', 'expand.*.id'), expandOf(collection)),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  const query = fc.record(
    {
      filter: filterOn(collection),
      sort,
      expand: expandOf(collection),
      fields: picks.map((names) => names.filter((name) => !name.includes(':')).join()),
      page: fc.constantFrom('1', '2'),
      perPage: fc.constantFrom('1', '2', '5'),
      skipTotal: fc.constantFrom('0', '1'),
    },
    { requiredKeys: ['filter'] },
  );
  return fc.record({ collection: fc.constant(collection), id, query, batch: fc.constant(false) });
}

const lists = fc.constantFrom(...collectionNames).chain((name) => questionOn(name, fc.constant('')));
const views = fc.oneof(
  oneOf(people).chain((id) => questionOn('people', fc.constant(id))),
  oneOf(posts).chain((id) => questionOn('posts', fc.constant(id))),
);
// The ping is kept for telling when all events are in.
const batches = oneOf(posts.slice(1))
  .chain((id) => questionOn('posts', fc.constant(id)))
  .map((question) => ({ ...question, batch: true }));

// Seldom asked for otherwise.
const parts = fc.tuple(questionOn('posts', fc.constant('')), wholes, fc.constantFrom('', '-')).map(
  ([question, whole, order]): Question => ({
    ...question,
    query: { filter: `part >= '${whole}'`, sort: `${order}part` },
  }),
);

export const questions: fc.Arbitrary<Question> = fc.oneof(
  { weight: 8, arbitrary: lists },
  { weight: 2, arbitrary: parts },
  { weight: 2, arbitrary: views },
  { weight: 1, arbitrary: batches },
);
