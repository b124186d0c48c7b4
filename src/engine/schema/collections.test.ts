import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installCollections } from '#engine/collections/install-collections.ts';
import { systemCollections } from '#engine/collections/system.collection.ts';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
beforeAll(async () => {
  server = await startEngineServer();
});
afterAll(() => server.close());

const text = { name: 'title', type: 'text' };

describe('creating a collection', () => {
  it('answers it with its fields and makes its records writable at once', async () => {
    const made = await server.root.collections.create({ name: 'notes', type: 'base', createRule: '', fields: [text] });
    expect(made).toMatchObject({ id: expect.stringMatching(/^pbc_\d+$/), name: 'notes', type: 'base', indexes: [] });
    expect(made.fields.map(({ name }: { name: string }) => name)).toEqual(['id', 'title']);
    expect(await server.guest.collection('notes').create({ title: 'x' })).toMatchObject({ title: 'x' });
  });

  it('gives an auth collection its fields, indexes and options, and keeps its secrets', async () => {
    const made = await server.root.collections.create({ name: 'people', type: 'auth' });
    expect(made.fields.map(({ name }: { name: string }) => name)).toEqual([
      'id',
      'password',
      'tokenKey',
      'email',
      'emailVisibility',
      'verified',
    ]);
    expect(made.indexes).toHaveLength(2);
    expect(made.authToken).toEqual({ duration: 432_000 });
    expect(made.otp).not.toHaveProperty('createsAccount');
  });

  it('refuses a used name in any case, a name of a table and a name that would be cut', async () => {
    const { root } = server;
    await root.collections.create({ name: 'Taken', type: 'base' });
    const codes = async (name: string) => (await refusalOf(root.collections.create({ name, type: 'base' }))).data;
    expect(await codes('TAKEN')).toMatchObject({ name: { code: 'validation_collection_name_exists' } });
    expect(await codes('_params')).toMatchObject({ name: { code: 'validation_collection_name_invalid' } });
    expect(await codes('pg_class')).toMatchObject({ name: { code: 'validation_collection_name_invalid' } });
    expect(await codes('a-b')).toMatchObject({ name: { code: 'validation_match_invalid' } });
    expect(await codes('a_via_b')).toMatchObject({ name: { code: 'validation_found_via' } });
    expect(await codes('a'.repeat(64))).toMatchObject({ name: { code: 'validation_length_out_of_range' } });
    expect(await codes('')).toMatchObject({ name: { code: 'validation_required' } });
  });

  it('names each wrong field setting at its place', async () => {
    const fields = [
      { name: 'ctid', type: 'text' },
      { name: 'kind', type: 'select', values: ['a'], maxSelect: 2 },
      { name: 'to', type: 'relation', collectionId: 'nowhere' },
      { name: 'pattern', type: 'text', pattern: '(' },
      { name: 'at', type: 'autodate' },
    ];
    const { data } = await refusalOf(server.root.collections.create({ name: 'wrong', type: 'base', fields }));
    expect(data).toMatchObject({
      fields: {
        1: { name: { code: 'validation_not_in_invalid' } },
        2: { maxSelect: { code: 'validation_max_less_equal_than_required', params: { threshold: 1 } } },
        3: { collectionId: { code: 'validation_field_relation_missing_collection' } },
        4: { pattern: { code: 'validation_invalid_regex' } },
        5: { onCreate: { code: 'validation_required' }, onUpdate: { code: 'validation_required' } },
      },
    });
  });

  it('keeps its type where an empty one is sent, and changes it for no other', async () => {
    const { id } = await server.root.collections.create({ name: 'typeless', type: 'base' });
    expect(await server.root.collections.update(id, { type: '' })).toMatchObject({ type: 'base' });
    const refused = await refusalOf(server.root.collections.update(id, { type: 'auth' }));
    expect(refused.data).toMatchObject({ type: { code: 'validation_collection_type_change' } });
  });

  it('refuses rules that cannot be read and settings of the wrong type', async () => {
    const { root } = server;
    const rule = await refusalOf(root.collections.create({ name: 'ruled', type: 'base', listRule: 'missing = 1' }));
    expect(rule.data).toMatchObject({ listRule: { code: 'validation_invalid_rule' } });
    const text = await fetch(`${server.url}/api/collections`, {
      method: 'POST',
      headers: { Authorization: root.authStore.token, 'Content-Type': 'text/plain' },
      body: 'x',
    });
    expect(await text.json()).toMatchObject({
      status: 400,
      message: 'Failed to load the collection type data due to invalid formatting.',
    });
    const typed = await refusalOf(root.collections.create({ name: 'typed', type: 'base', fields: 'none' }));
    expect(typed).toEqual({
      status: 400,
      message: 'Failed to load the submitted data due to invalid formatting.',
      data: {},
    });
  });

  it('leaves nothing behind when an index cannot be made', async () => {
    const { root } = server;
    const definition = { name: 'indexed', type: 'base', fields: [text] };
    const indexes = ['CREATE INDEX idx_indexed ON indexed (title) WHERE nonsense(title)'];
    const refused = await refusalOf(root.collections.create({ ...definition, indexes }));
    expect(refused.data).toMatchObject({ indexes: { 0: { code: 'validation_invalid_index_expression' } } });
    expect(await root.collections.create(definition)).toMatchObject({ name: 'indexed' });
  });

  it('is for superusers', async () => {
    expect(await refusalOf(server.guest.collections.create({ name: 'x', type: 'base' }))).toMatchObject({
      status: 401,
    });
  });
});

describe('changing a collection', () => {
  it('renames it and its fields with their data, and lets two fields swap their names', async () => {
    const { root } = server;
    const fields = [text, { name: 'other', type: 'text' }];
    const { id, fields: made } = await root.collections.create({ name: 'swap', type: 'base', fields });
    await root.collection('swap').create({ title: 'first', other: 'second' });
    const [key, first, second] = made;
    const swapped = [key, { ...first, name: 'other' }, { ...second, name: 'title' }];
    await root.collections.update(id, { name: 'swapped', fields: swapped });
    expect(await root.collection('swapped').getFirstListItem('')).toMatchObject({ title: 'second', other: 'first' });
  });

  it('keeps one value as a list of one, and of a list its last', async () => {
    const { root } = server;
    const kind = { name: 'kind', type: 'select', values: ['a', 'b'], maxSelect: 1 };
    const { id, fields } = await root.collections.create({ name: 'counted', type: 'base', fields: [kind] });
    const { id: recordId } = await root.collection('counted').create({ kind: 'a' });
    const withMax = (maxSelect: number) =>
      fields.map((field: { name: string }) => (field.name === 'kind' ? { ...field, maxSelect } : field));
    await root.collections.update(id, { fields: withMax(2) });
    expect(await root.collection('counted').getOne(recordId)).toMatchObject({ kind: ['a'] });
    await root.collection('counted').update(recordId, { kind: ['a', 'b'] });
    await root.collections.update(id, { fields: withMax(1) });
    expect(await root.collection('counted').getOne(recordId)).toMatchObject({ kind: 'b' });
  });

  it('refuses another type of a field, a lost system field and a foreign index name', async () => {
    const { root } = server;
    const indexes = ['CREATE UNIQUE INDEX idx_once ON locked (title)'];
    const { id, fields } = await root.collections.create({ name: 'locked', type: 'base', fields: [text], indexes });
    const change = async (body: Record<string, unknown>) => (await refusalOf(root.collections.update(id, body))).data;
    expect(await change({ fields: [fields[0], { ...fields[1], type: 'number' }] })).toMatchObject({
      fields: { 1: { code: 'validation_field_type_change' } },
    });
    expect(await change({ fields: [{ ...fields[0], name: 'key' }, fields[1]] })).toMatchObject({
      fields: expect.anything(),
    });
    const other = {
      name: 'locked2',
      type: 'base',
      fields: [text],
      indexes: ['CREATE INDEX idx_once ON locked2 (title)'],
    };
    expect((await refusalOf(root.collections.create(other))).data).toMatchObject({
      indexes: { 0: { code: 'validation_existing_index_name', params: { usedTableName: 'locked' } } },
    });
  });

  it('ends all sessions when the auth rule changes', async () => {
    const { root } = server;
    const { id } = await root.collections.create({ name: 'members', type: 'auth', createRule: '' });
    const secretOf = () => server.engine.collections.get('members').auth?.authToken.secret;
    const before = secretOf();
    await root.collections.update(id, { listRule: '' });
    expect(secretOf()).toBe(before);
    await root.collections.update(id, { authRule: 'verified = true' });
    expect(secretOf()).not.toBe(before);
  });

  it('refuses to change what is described in code', async () => {
    expect(await refusalOf(server.root.collections.update('_superusers', { listRule: '' }))).toMatchObject({
      status: 400,
    });
    expect(await refusalOf(server.root.collections.delete('_otps'))).toMatchObject({ status: 400 });
    for (const [name, change] of [
      ['_superusers', { listRule: '' }],
      ['_otps', { viewRule: '' }],
    ] as const) {
      const [rule = ''] = Object.keys(change);
      expect((await refusalOf(server.root.collections.update(name, change))).data).toEqual({
        [rule]: { code: 'validation_collection_system_rule_change', message: expect.any(String) },
      });
    }
    const more = { fields: [{ name: 'extra', type: 'text' }] };
    expect(await refusalOf(server.root.collections.update('_superusers', more))).toMatchObject({ status: 400 });
    expect(server.engine.collections.get('_superusers').fields.map(({ name }) => name)).not.toContain('extra');
  });

  it('keeps the options that an operator chose for what is described in code, also over a restart', async () => {
    const { root, engine } = server;
    const before = await root.collections.getOne('_superusers');
    const template = { subject: 'Our own words', body: 'Click {APP_URL}/x/{TOKEN}' };
    const changed = await root.collections.update('_superusers', {
      ...before,
      resetPasswordTemplate: template,
      passwordResetToken: { duration: 900 },
      passwordAuth: { enabled: false },
      otp: { enabled: true, length: 7, duration: 120 },
    });
    expect(changed).toMatchObject({
      resetPasswordTemplate: template,
      passwordResetToken: { duration: 900 },
      passwordAuth: { enabled: true },
      otp: { enabled: true, length: 7 },
      mfa: { enabled: true },
      listRule: null,
    });
    const { auth } = engine.collections.get('_superusers');
    await installCollections(engine, systemCollections);
    expect(engine.collections.get('_superusers').auth).toEqual(auth);
    await root.collections.update('_superusers', { otp: { enabled: false }, mfa: { enabled: false } });
    expect(engine.collections.get('_superusers').auth).toMatchObject({
      otp: { enabled: false },
      mfa: { enabled: false },
    });
    const refusal = await refusalOf(root.collections.update('_superusers', { otp: { enabled: true, length: 2 } }));
    expect(refusal.data).toMatchObject({ otp: { length: { code: 'validation_min_greater_equal_than_required' } } });
  });

  it('lets readers go on while columns come and go', async () => {
    const { root } = server;
    const { id } = await root.collections.create({ name: 'busy', type: 'base', fields: [text] });
    await root.collection('busy').create({ title: 'x' });
    for (let round = 0; round < 4; round++) {
      const reads = Array.from({ length: 6 }, () => root.collection('busy').getList(1, 1));
      const fields = round % 2 === 0 ? [text, { name: 'extra', type: 'number' }] : [text];
      const [, ...lists] = await Promise.all([root.collections.update(id, { fields }), ...reads]);
      expect(lists.every(({ totalItems }) => totalItems === 1)).toBe(true);
    }
  });
});

describe('deleting and emptying a collection', () => {
  it('refuses while another one points at it, then takes table and files away', async () => {
    const { root } = server;
    const { id } = await root.collections.create({ name: 'target', type: 'base' });
    const pointing = { name: 'pointing', type: 'base', fields: [{ name: 'to', type: 'relation', collectionId: id }] };
    await root.collections.create(pointing);
    expect(await refusalOf(root.collections.delete('target'))).toMatchObject({
      status: 400,
      message: 'Failed to delete collection probably due to existing reference in pointing.',
    });
    await root.collections.delete('pointing');
    await root.collections.delete('target');
    expect(await refusalOf(root.collections.getOne('target'))).toMatchObject({ status: 404 });
    expect(await server.engine.db.query("select to_regclass('target') as found")).toEqual([{ found: null }]);
  });

  it('empties a collection with what cascades, or not at all', async () => {
    const { root } = server;
    const parent = await root.collections.create({ name: 'parents', type: 'base', fields: [text] });
    const relation = { name: 'parent', type: 'relation', collectionId: parent.id, required: true };
    const child = await root.collections.create({ name: 'children', type: 'base', fields: [relation] });
    const { id } = await root.collection('parents').create({ title: 'p' });
    await root.collection('children').create({ parent: id });
    expect(await refusalOf(root.collections.truncate('parents'))).toMatchObject({ status: 400 });
    expect((await root.collection('parents').getList()).totalItems).toBe(1);
    const cascading = child.fields.map((field: { name: string }) =>
      field.name === 'parent' ? { ...field, cascadeDelete: true } : field,
    );
    await root.collections.update(child.id, { fields: cascading });
    await root.collections.truncate('parents');
    expect((await root.collection('children').getList()).totalItems).toBe(0);
  });
});

describe('importing collections', () => {
  it('adds fields and collections that point at each other, and drops only when told to', async () => {
    const { root } = server;
    await root.collections.create({ name: 'kept', type: 'base', fields: [text] });
    const { id } = await root.collections.create({ name: 'doomed', type: 'base' });
    const settings = await root.collections.getFullList();
    const fresh = {
      id: 'fresh_one',
      name: 'fresh',
      type: 'base',
      fields: [{ name: 'to', type: 'relation', collectionId: 'fresh_one' }],
    };
    await root.collections.import([
      { name: 'kept', type: 'base', fields: [{ name: 'n', type: 'number' }] },
      fresh,
    ] as never);
    const names = (await root.collections.getOne('kept')).fields.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['id', 'n', 'title']);
    const rest = settings.filter((collection) => collection.id !== id);
    await root.collections.import([...rest, fresh] as never, true);
    expect(await refusalOf(root.collections.getOne('doomed'))).toMatchObject({ status: 404 });
    expect((await root.collections.getOne('kept')).fields.map(({ name }) => name)).toEqual(['id', 'title']);
  });

  it('changes nothing when one of them is wrong', async () => {
    const { root } = server;
    const wrong = [
      { name: 'right', type: 'base' },
      { name: 'wro-ng', type: 'base' },
    ];
    const { data } = await refusalOf(root.collections.import(wrong as never));
    expect(data).toMatchObject({ collections: { code: 'validation_collections_import_failure' } });
    expect(await refusalOf(root.collections.getOne('right'))).toMatchObject({ status: 404 });
  });
});

describe('view collections', () => {
  it('take their fields from the query and answer records', async () => {
    const { root } = server;
    await root.collections.create({ name: 'books', type: 'base', fields: [text, { name: 'pages', type: 'number' }] });
    await root.collection('books').create({ title: 'a', pages: 10 });
    const viewQuery = 'select id, title as name, (pages * 2) as double from books';
    const view = await root.collections.create({ name: 'doubled', type: 'view', listRule: '', viewQuery });
    expect(view.fields.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
      ['id', 'text'],
      ['name', 'text'],
      ['double', 'json'],
    ]);
    const { items } = await server.guest.collection('doubled').getList(1, 5, { filter: 'double > 5' });
    expect(items).toEqual([expect.objectContaining({ name: 'a', double: 20, collectionName: 'doubled' })]);
    expect(await refusalOf(root.collection('doubled').create({ name: 'x' }))).toMatchObject({ status: 400 });
  });

  it('refuses a query that is not one', async () => {
    const viewQuery = 'select 1 as id; drop table books';
    const refused = await refusalOf(server.root.collections.create({ name: 'evil', type: 'view', viewQuery }));
    expect(refused.data).toMatchObject({ viewQuery: { code: 'validation_invalid_view_query' } });
    expect(await server.root.collections.getOne('books')).toMatchObject({ name: 'books' });
  });
});

describe('listing collections', () => {
  it('filters, sorts and pages', async () => {
    const { root } = server;
    const page = await root.collections.getList(1, 2, { filter: 'system = true && name !~ "Auth"', sort: '-name' });
    expect(page).toMatchObject({ page: 1, perPage: 2, totalItems: 3, totalPages: 2 });
    expect(page.items.map(({ name }) => name)).toEqual(['_superusers', '_otps']);
    expect(await refusalOf(root.collections.getList(1, 2, { filter: 'secret = 1' }))).toMatchObject({ status: 400 });
    expect(await refusalOf(root.collections.getList(1, 2, { sort: 'definition' }))).toMatchObject({ status: 400 });
  });
});

describe('an import that names one collection twice', () => {
  it('changes it twice when it is known, and is refused when it is new', async () => {
    const { root } = server;
    await root.collections.create({ name: 'named_twice', type: 'base', fields: [text] });
    const twice = (name: string) =>
      ['first', 'second'].map((field) => ({ name, fields: [{ name: field, type: 'text' }] }));
    await root.collections.import(twice('named_twice') as never);
    const { fields } = await root.collections.getOne('named_twice');
    expect(fields.map(({ name }: { name: string }) => name).sort()).toEqual(['first', 'id', 'second', 'title']);
    expect(await root.collection('named_twice').create({ second: 'x' })).toMatchObject({ first: '', second: 'x' });
    const { data } = await refusalOf(root.collections.import(twice('new_twice') as never));
    expect(data).toMatchObject({ collections: { code: 'validation_collections_import_failure' } });
  });
});

describe('a collection that a view reads', () => {
  it('may be renamed: the view goes on, and says the new name with its next change', async () => {
    const { root } = server;
    await root.collections.create({ name: 'seen', type: 'base', listRule: '', fields: [text] });
    const viewQuery = 'select id, title from seen';
    await root.collections.create({ name: 'seeing', type: 'view', listRule: '', viewQuery });
    await root.collection('seen').create({ title: 'x' });
    await root.collections.update('seen', { name: 'seen_later' });
    expect((await server.guest.collection('seeing').getList()).items).toMatchObject([{ title: 'x' }]);
    const { status } = await refusalOf(root.collections.update('seeing', { listRule: null }));
    expect(status).toBe(400);
    const renamed = { listRule: null, viewQuery: 'select id, title from seen_later' };
    expect(await root.collections.update('seeing', renamed)).toMatchObject(renamed);
  });
});
