import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
});
afterAll(() => server.close());

const text = (name: string) => ({ name, type: 'text' });
const importAll = (collections: object[], deleteMissing = false) =>
  server.root.collections.import(collections as never, deleteMissing);
const namesOf = async () => (await server.root.collections.getFullList()).map(({ name }) => name);

describe('an import of a whole schema', () => {
  const alpha = {
    id: 'alphaalphaalpha',
    name: 'alpha',
    type: 'base',
    fields: [text('title'), { name: 'rel', type: 'relation', collectionId: 'betabetabetabet', maxSelect: 1 }],
    listRule: 'rel.title != ""',
    viewRule: '@collection.beta.title = title && @collection.shown.title != ""',
  };
  const beta = {
    id: 'betabetabetabet',
    name: 'beta',
    type: 'base',
    fields: [text('title')],
    listRule: 'alpha_via_rel.title != ""',
  };
  const shown = { id: 'shownshownshown', name: 'shown', type: 'view', viewQuery: 'select id, title from alpha' };
  const above = { id: 'aboveaboveabove', name: 'above', type: 'view', viewQuery: 'select id, title from shown' };

  test('takes rules that lead through what comes along, and drops views that read views', async () => {
    expect(await importAll([alpha, beta, shown, { ...above, listRule: '@collection.shown.title != ""' }])).toBe(true);
    expect(await server.root.collections.getOne('alpha')).toMatchObject({ listRule: alpha.listRule });
    expect(await importAll([{ ...alpha, viewRule: null }, beta], true)).toBe(true);
    const names = await namesOf();
    expect(names).toEqual(expect.arrayContaining(['alpha', 'beta']));
    expect(names.filter((name) => ['shown', 'above'].includes(name))).toEqual([]);
    const refusal = await refusalOf(importAll([{ ...beta, listRule: 'nobody_via_rel.title != ""' }]));
    expect(refusal.data).toMatchObject({ collections: { code: 'validation_collections_import_failure' } });
  });

  test('takes what the server itself exports, and that of another server, with the system’s own collections', async () => {
    const all = await server.root.collections.getFullList();
    expect(await importAll(all)).toBe(true);
    const system = all.filter((collection) => collection.system);
    expect(system.map(({ name, indexes }) => [name, indexes.length])).toEqual(
      expect.arrayContaining([
        ['_superusers', 2],
        ['_mfas', 1],
        ['_otps', 1],
        ['_externalAuths', 2],
        ['_authOrigins', 1],
      ]),
    );
    const elsewhere = system.map((collection) => ({ ...collection, created: '2024-01-01 00:00:00.000Z', indexes: [] }));
    expect(await importAll(elsewhere)).toBe(true);
    expect((await server.root.collections.getOne('_mfas')).indexes).toHaveLength(1);
  });

  test('changes the options of the system’s own, and says what else it cannot', async () => {
    const own = await server.root.collections.getOne('_superusers');
    expect(await importAll([{ ...own, authToken: { duration: 3600 } }])).toBe(true);
    expect(await server.root.collections.getOne('_superusers')).toMatchObject({ authToken: { duration: 3600 } });
    const rule = await refusalOf(importAll([{ ...own, listRule: '' }]));
    expect(rule.data.collections).toMatchObject({ message: expect.stringContaining('System collection API rule') });
    const verified = own.fields.map((field) => (field.name === 'verified' ? { ...field, hidden: true } : field));
    const field = await refusalOf(importAll([{ ...own, fields: verified }]));
    expect(field.data.collections).toMatchObject({ message: expect.stringContaining('described in code') });
  });
});

test('an empty id leaves the names of indexes as they are, and a name that is used is seen', async () => {
  const create = (name: string) => {
    const indexes = [`create index idx_t on ${name} (a)`];
    return server.root.collections.create({ id: '', name, type: 'base', fields: [text('a')], indexes });
  };
  expect(await create('tea')).toMatchObject({
    id: expect.stringMatching(/^pbc_/),
    indexes: ['create index idx_t on tea (a)'],
  });
  expect((await refusalOf(create('toast'))).data).toMatchObject({
    indexes: { 0: { code: 'validation_existing_index_name' } },
  });
});

test('file tokens of superusers open nothing from where superusers may not come', async () => {
  const file = { name: 'paper', type: 'file', maxSelect: 1, protected: true };
  await server.root.collections.create({ name: 'secrets', type: 'base', fields: [file] });
  const record = await server.root.collection('secrets').create({ paper: new File(['x'], 'x.txt') });
  await server.root.backups.create('whole.zip');
  const token = await server.root.files.getToken();
  const paths = [
    server.root.files.getURL(record, record.paper, { token }),
    server.root.backups.getDownloadURL(token, 'whole.zip'),
  ];
  const statuses = async (ip: string) => {
    const answers = await Promise.all(paths.map((path) => fetch(path, { headers: { 'X-Real': ip } })));
    for (const answer of answers) await answer.bytes();
    return answers.map(({ status }) => status);
  };
  await server.root.settings.update({ trustedProxy: { headers: ['X-Real'] } });
  expect(await statuses('203.0.113.9')).toEqual([200, 200]);
  server.root.beforeSend = (url, options) => ({
    url,
    options: { ...options, headers: { ...options.headers, 'X-Real': '10.0.0.1' } },
  });
  await server.root.settings.update({ superuserIPs: ['10.0.0.0/8'] });
  expect(await statuses('203.0.113.9')).toEqual([404, 403]);
  expect(await statuses('10.1.2.3')).toEqual([200, 200]);
});
