import type { Field } from '#engine/collections/collection.ts';
import type { EngineServer } from '#support/engine-server.ts';
import { hideParts, shownPartly } from './non-interference-parts.ts';
import type { Row } from './non-interference-worlds.ts';
import { storeDescriptions } from './store-descriptions.ts';

const password = 'a-long-password';

export function personBody(name: string): Row {
  return { email: `${name}@example.com`, password, passwordConfirm: password, nick: name, open: true };
}

/** Makes the collections of the worlds, and what others than its author are shown less of in posts. */
export async function makeSchema(server: EngineServer): Promise<void> {
  const { root, engine } = server;
  const create = (name: string, fields: Row[], more: Row = {}) =>
    root.collections.create({ name, type: 'base', listRule: '', viewRule: '', fields, ...more });
  const text = (name: string, more: Row = {}) => ({ name, type: 'text', ...more });
  const relation = (name: string, collectionId: string, more: Row = {}) => ({
    name,
    type: 'relation',
    collectionId,
    maxSelect: 1,
    ...more,
  });
  const groups = await create('groups', [text('name'), { name: 'n', type: 'number' }, { name: 'open', type: 'bool' }]);
  const shared = [text('nick'), { name: 'open', type: 'bool' }, text('secret', { hidden: true })];
  const people = await create('people', [...shared, relation('home', groups.id)], { type: 'auth' });
  await root.collections.update('groups', {
    fields: [
      ...groups.fields,
      text('secret', { hidden: true }),
      { name: 'j', type: 'json' },
      relation('owner', people.id),
      relation('members', people.id, { maxSelect: 9 }),
    ],
  });
  await create('profiles', [text('bio'), { name: 'open', type: 'bool' }, relation('person', people.id)], {
    indexes: ['create unique index one_profile on profiles (person)'],
  });
  const posts = await create('posts', [
    text('title'),
    { name: 'n', type: 'number' },
    { name: 'open', type: 'bool' },
    { name: 'tags', type: 'select', values: ['a', 'b', 'c'], maxSelect: 3 },
    { name: 'at', type: 'date' },
    { name: 'spot', type: 'geoPoint' },
    text('kept'),
    text('hush'),
    text('part'),
    relation('by', people.id),
    relation('in', groups.id),
    relation('secretly', people.id, { hidden: true }),
    relation('keptFor', people.id),
  ]);
  await root.collections.update('posts', {
    fields: [...posts.fields, relation('replies', posts.id, { maxSelect: 9 })],
  });
  const viewQuery = 'select id, title, n, "by", "in" from posts where open';
  await root.collections.create({ name: 'openposts', type: 'view', listRule: '', viewRule: '', viewQuery });
  const fields = engine.collections.get('posts').fields.map(showLess);
  await storeDescriptions(server, { posts: { fields } });
  hideParts(server);
}

// What only those are shown whom the record concerns; a view carries it nowhere.
function showLess(field: Field): Field {
  if (field.name === 'part') return { ...field, ...shownPartly };
  if (!['kept', 'keptFor', 'hush'].includes(field.name)) return field;
  // One may be asked for by everybody, and is empty where it isn't shown.
  const asked = field.name === 'hush' ? { comparedAsShown: true as const } : {};
  return { ...field, seenBy: 'by = @request.auth.id', ...asked };
}
