import fc from 'fast-check';
import type { EngineServer } from '#support/engine-server.ts';
import { changesOfParts, wholes } from './non-interference-parts.ts';

export const collectionNames = ['people', 'groups', 'profiles', 'posts', 'openposts'] as const;
export type Name = (typeof collectionNames)[number];

/** A post that everybody may see in every world. */
export const pingId = 'post00000000000';

type Rules = { listRule: string | null; viewRule: string | null };
export type Row = Record<string, unknown>;
/** Answers the id of the record that was changed. */
export type Change = { name: string; apply: (server: EngineServer, seen: string) => Promise<string> };
type Records = ReturnType<EngineServer['root']['collection']>;
export type World = { rules: Record<Name, Rules>; rows: Record<string, Row[]> };

const owned: Record<Name, string[]> = {
  people: [
    'id = @request.auth.id',
    'open = true',
    'home.open = true',
    'posts_via_by.n ?> 1',
    '@collection.groups.open ?= true',
  ],
  groups: ['owner = @request.auth.id', 'members.id ?= @request.auth.id', 'open = true', 'owner.open = true'],
  profiles: ['person = @request.auth.id', 'open = true', 'person.home.members.id ?= @request.auth.id'],
  posts: [
    'by = @request.auth.id',
    'open = true && n > 0',
    'in.open = true',
    'in.members.id ?= @request.auth.id',
    '@collection.groups.owner ?= @request.auth.id && @collection.groups.open ?= true',
    'secretly = @request.auth.id',
    '@request.auth.home = in',
  ],
  openposts: ['n > 0', 'by = @request.auth.id', 'in.open = true'],
};

function ruleOf(name: Name): fc.Arbitrary<string | null> {
  const open = fc.constantFrom('', "@request.auth.id != ''");
  const single = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...owned[name]) }, open);
  const rule = fc.oneof(
    { weight: 4, arbitrary: single },
    fc
      .tuple(fc.constantFrom(...owned[name]), fc.constantFrom('&&', '||'), fc.constantFrom(...owned[name]))
      .map((parts) => parts.join(' ')),
  );
  // Everybody sees the ping, in every world.
  if (name === 'posts')
    return rule.map((text) => (text === '' ? '' : `(${text}) || id = '${pingId}' || id ~ 'marker'`));
  return fc.oneof({ weight: 30, arbitrary: rule }, fc.constant(null));
}

function rulesFor(name: Name): fc.Arbitrary<Rules> {
  return fc.oneof(
    { weight: 3, arbitrary: ruleOf(name).map((rule) => ({ listRule: rule, viewRule: rule, updateRule: rule })) },
    fc.tuple(ruleOf(name), ruleOf(name)).map(([list, view]) => ({ listRule: list, viewRule: view, updateRule: view })),
  );
}

export const rulesOfWorld: fc.Arbitrary<Record<Name, Rules>> = fc.record({
  people: rulesFor('people'),
  groups: rulesFor('groups'),
  profiles: rulesFor('profiles'),
  posts: rulesFor('posts'),
  openposts: rulesFor('openposts'),
});

export const words = fc.constantFrom('', 'a', 'ab', 'b', 'B');
const numbers = fc.constantFrom(0, 1, 2, 3);
const dates = fc.constantFrom(null, '2026-01-01 00:00:00.000Z', '2026-06-15 12:00:00.000Z');
const idsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${String(index).padStart(15 - name.length, '0')}`);
export const people = idsOf('person', 4);
const groups = idsOf('group', 4);
export const posts = idsOf('post', 7);
const profiles = idsOf('profile', 4);

type Viewers = () => readonly string[];
export const oneOf = (ids: readonly string[]) => fc.nat().map((at) => ids[at % ids.length] ?? '');
const someone = (viewers: Viewers) => fc.nat().map((at) => ['', ...people, ...viewers(), ...viewers()][at % 9] ?? '');
const many = (one: fc.Arbitrary<string>) =>
  fc.array(one, { maxLength: 3 }).map((ids) => [...new Set(ids)].filter((id) => id !== ''));

function fieldsOf(viewers: Viewers) {
  const who = someone(viewers);
  const where = oneOf(['', ...groups]);
  return {
    people: { nick: words, open: fc.boolean(), secret: words, home: where, emailVisibility: fc.boolean() },
    groups: {
      name: words,
      n: numbers,
      open: fc.boolean(),
      secret: words,
      j: fc.constantFrom(null, 1, 'a', { a: ['b', 2] }),
      owner: who,
      members: many(who),
    },
    profiles: { bio: words, open: fc.boolean() },
    posts: {
      title: words,
      n: numbers,
      open: fc.boolean(),
      tags: fc.subarray(['a', 'b', 'c']),
      at: dates,
      spot: fc.record({ lon: numbers, lat: numbers }),
      kept: words,
      hush: words,
      part: wholes,
      by: who,
      in: where,
      secretly: who,
      keptFor: who,
      replies: many(oneOf(posts)),
    },
  };
}

/** The records of a world, as rows of its tables. Of the people some are always there: those who ask. */
export function rowsOf(viewers: Viewers): fc.Arbitrary<Record<string, Row[]>> {
  const fields = fieldsOf(viewers);
  const rows = (
    ids: readonly string[],
    model: Record<string, fc.Arbitrary<unknown>>,
    more: (id: string, at: number) => Row,
  ) => fc.tuple(...ids.map((id, at) => fc.record(model).map((row) => ({ id, ...row, ...more(id, at) }))));
  return fc.record({
    people: rows(people, fields.people, (id) => ({
      email: `${id}@example.com`,
      tokenKey: `${id}${id}${id}`,
      password: '',
      verified: false,
    })),
    groups: rows(groups, fields.groups, () => ({})),
    profiles: rows(profiles, fields.profiles, (_, at) => ({ person: people[at] ?? '' })),
    posts: rows(posts, fields.posts, () => ({})),
  });
}

/**
 * Something that changes in the world: mostly of a record that is not seen, sometimes of one that is, and then perhaps of a field that never is.
 * `seen` is all that is seen.
 */
export function changes(viewers: Viewers): fc.Arbitrary<Change> {
  const fields = fieldsOf(viewers);
  const ids = { people, groups, profiles, posts: posts.slice(1) };
  const names = fc.constantFrom(...(Object.keys(ids) as Array<keyof typeof ids>));
  const bodyOf = (name: keyof typeof ids) =>
    fc.record(fields[name] as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
  const change = (
    kind: string,
    name: string,
    known: readonly string[],
    make: (records: Records, id: string) => Promise<unknown>,
  ) =>
    fc.tuple(fc.nat({ max: known.length - 1 }), fc.boolean(), fc.boolean()).map(([at, some, any]): Change => {
      const turned = [...known.slice(at), ...known.slice(0, at)];
      return {
        name: `${kind} ${name}`,
        async apply({ root }, seen) {
          const unseen = turned.find((id) => !seen.includes(`"id":"${id}"`));
          const id = (some && any ? turned[0] : unseen) ?? '';
          await make(root.collection(name), id).catch(() => {});
          return id;
        },
      };
    });
  const update = names.chain((name) =>
    bodyOf(name).chain((body) =>
      change(`update ${JSON.stringify(body)}`, name, ids[name], (records, id) => records.update(id, body)),
    ),
  );
  const hidden = fc
    .tuple(words, words)
    .chain(([secret, address]) =>
      change(`hide ${secret} ${address}`, 'people', people, (records, id) =>
        records.update(id, { secret, email: `${address}${id}@example.com` }),
      ),
    );
  const secret = fc
    .tuple(someone(viewers), words)
    .chain(([secretly, kept]) =>
      change(`hide ${secretly} ${kept}`, 'posts', ids.posts, (records, id) =>
        records.update(id, { secretly, kept, keptFor: secretly, hush: kept }),
      ),
    );
  const create = fc
    .constantFrom('groups' as const, 'posts' as const)
    .chain((name) =>
      bodyOf(name).chain((body) =>
        change(`create ${JSON.stringify(body)}`, name, ['new'], (records) => records.create(body)),
      ),
    );
  const remove = names.chain((name) => change('delete', name, ids[name], (records, id) => records.delete(id)));
  // Everything that is not seen at once, in whatever does not tell who sees it.
  const contents = (name: keyof typeof ids) => {
    const {
      open: _o,
      owner: _w,
      members: _m,
      by: _b,
      in: _i,
      home: _h,
      secretly: _s,
      ...rest
    } = fields[name] as Record<string, fc.Arbitrary<unknown>>;
    return fc.array(fc.record(rest), { minLength: ids[name].length, maxLength: ids[name].length });
  };
  const all = fc
    .record({
      people: contents('people'),
      groups: contents('groups'),
      profiles: contents('profiles'),
      posts: contents('posts'),
    })
    .map(
      (bodies): Change => ({
        name: `change all that is not seen ${JSON.stringify(bodies)}`,
        async apply({ root }, seen) {
          for (const name of Object.keys(ids) as Array<keyof typeof ids>) {
            const unseen = ids[name].filter((id) => !seen.includes(`"id":"${id}"`));
            const write = (id: string, at: number) => root.collection(name).update(id, bodies[name][at] ?? {});
            await Promise.all(unseen.map((id, at) => write(id, at).catch(() => {})));
          }
          return 'all';
        },
      }),
    );
  const parts = changesOfParts(ids.posts);
  const weighted = [
    { weight: 8, arbitrary: all },
    { weight: 4, arbitrary: update },
    { weight: 6, arbitrary: parts },
  ];
  return fc.oneof(...weighted, hidden, secret, create, remove);
}
