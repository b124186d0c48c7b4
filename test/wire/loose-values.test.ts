import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
  const fields = [
    { name: 'n', type: 'number' },
    { name: 't', type: 'text' },
    { name: 'd', type: 'date' },
    { name: 'code', type: 'text', autogeneratePattern: '[a-z]{4}' },
    { name: 'j', type: 'json' },
  ];
  await server.root.collections.create({ name: 'loose', type: 'base', listRule: '', createRule: '', fields });
});
afterAll(() => server.close());

const path = '/api/collections/loose/records';
const post = async (body: BodyInit, type: string) => {
  const answer = await fetch(server.url + path, { method: 'POST', headers: { 'Content-Type': type }, body });
  return { status: answer.status, body: await answer.json() };
};
const stored = async (fields: object) => {
  const { status, body } = await post(JSON.stringify(fields), 'application/json');
  return status === 200 ? body : body.data;
};

// Each as PocketBase 0.39.11 answered it.
test('texts that are numbers to the reference are, those it refuses are refused', async () => {
  const numbers = {
    '1_000.5': 1000.5,
    '1e1_0': 1e10,
    '-1_0': -10,
    '1__0': 0,
    _1: 0,
    '1_': 0,
    '1e309': 0,
    abc: 0,
    ' 5': 0,
  };
  for (const [text, n] of Object.entries(numbers)) expect([text, (await stored({ n: text })).n]).toEqual([text, n]);
  for (const n of ['NaN', 'nan', 'Infinity', '-inf', '+Inf'])
    expect(await stored({ n })).toMatchObject({ n: { code: 'validation_not_a_number' } });
  expect((await stored({ n: '+nan' })).n).toBe(0);
});

test('numbers are written out as texts', async () => {
  const texts: Array<[number, string]> = [
    [1e21, '1000000000000000000000'],
    [-1e-9, '-0.000000001'],
    [1.5e22, '15000000000000000000000'],
    [123456789.123, '123456789.123'],
  ];
  for (const [number, t] of texts) expect((await stored({ t: number })).t).toBe(t);
});

test('dates are taken in all layouts of the reference', async () => {
  const day = '2006-01-02 15:04:05.000Z';
  const dates: Record<string, string> = {
    '02 Jan 06 15:04 MST': '2006-01-02 15:04:00.000Z',
    '02 Jan 06 15:04 +0800': '2006-01-02 07:04:00.000Z',
    'Monday, 02-Jan-06 15:04:05 GMT': day,
    'Mon Jan  2 15:04:05 2006': day,
    'Mon Jan  2 15:04:05 MST 2006': day,
    'Mon Jan 02 15:04:05 -0700 2006': '2006-01-02 22:04:05.000Z',
    'Tue, 02 Jan 2006 15:04:05 PST': day,
    'Mon, 02 Jan 2006 15:04:05 +0800': '2006-01-02 07:04:05.000Z',
    '2006-01-02 15:04:05 +0800 SGT': '2006-01-02 07:04:05.000Z',
    '2006-01-02 15:04:05.5 +0000 UTC': '2006-01-02 15:04:05.500Z',
    '02 Jan 2006': '2006-01-02 00:00:00.000Z',
    '2 Jan 2006': '',
    ' 2006-01-02': '',
    '2006-01-02T15:04:05 +08:00': '',
    '2006-02-30': '',
  };
  for (const [text, d] of Object.entries(dates)) expect([text, (await stored({ d: text })).d]).toEqual([text, d]);
});

test('a form that is not encoded well is refused, parts of a query that are not say nothing', async () => {
  const form = 'application/x-www-form-urlencoded';
  expect((await post('t=%zz', form)).status).toBe(400);
  expect((await post('t=a;b=c', form)).status).toBe(400);
  expect((await post('t=100%25+sure', form)).body.t).toBe('100% sure');
  const perPage = async (query: string) => (await (await fetch(`${server.url}${path}?${query}`)).json()).perPage;
  expect(await perPage('perPage=1%')).toBe(30);
  expect(await perPage('a=%zz&perPage=2')).toBe(2);
  expect(await perPage('perPage=3&perPage=4')).toBe(3);
  expect(await perPage('&&&perPage=%35&')).toBe(5);
  expect(await perPage('perPage=6;page=2')).toBe(30);
  const listed = await (await fetch(`${server.url}${path}?fields=,`)).json();
  expect(listed.items[0]).toHaveProperty('n');
});

test('a value is made behind what a modifier gives, and alone where nothing is sent', async () => {
  expect((await stored({ 'code:autogenerate': 'x-' })).code).toMatch(/^x-[a-z]{4}$/);
  expect((await stored({})).code).toMatch(/^[a-z]{4}$/);
});

test('what JSON lacks is null to a comparison, and so is what is null in it', async () => {
  for (const j of [{ a: null }, { a: { b: 1 } }, { b: 1 }]) await stored({ t: 'json', j });
  const found = async (filter: string) => {
    const query = new URLSearchParams({ filter: `t = "json" && ${filter}` });
    return (await (await fetch(`${server.url}${path}?${query}`)).json()).items.map(({ j }: { j: unknown }) => j);
  };
  expect(await found('j.a = null')).toEqual([{ a: null }, { b: 1 }]);
  expect(await found('j.a.b = null')).toEqual([{ a: null }, { b: 1 }]);
  expect(await found('j.a != null')).toEqual([{ a: { b: 1 } }]);
  expect(await found('j.b = 1')).toEqual([{ b: 1 }]);
});

test('JSON in a text that is deeper than any body may be stays that text', async () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect((await stored({ j: nested(3) })).j).toEqual([[[]]]);
  expect((await stored({ j: nested(20_000) })).j).toBe(nested(20_000));
});

test('a text of more digits than a number holds comes after every number', async () => {
  const { id } = await stored({ n: 5, t: '9'.repeat(400), j: { a: '9'.repeat(400) } });
  for (const filter of ['n < t', 'n < j.a']) {
    const found = await server.guest.collection('loose').getList(1, 1, { filter: `id = '${id}' && ${filter}` });
    expect(found.totalItems).toBe(1);
  }
});

test('a number that no double holds is none, however it is written', async () => {
  for (const number of ['1e400', '9'.repeat(400), `${'9'.repeat(250)}e99`]) {
    expect((await post(`{"n":${number}}`, 'application/json')).status).toBe(400);
  }
});

test('the type of a collection may be given again', async () => {
  expect(await server.root.collections.update('loose', { type: 'base' })).toMatchObject({ type: 'base' });
  const refusal = await server.root.collections.update('loose', { type: 'auth' }).catch(({ response }) => response);
  expect(refusal.data.type.code).toBe('validation_collection_type_change');
});

test('a form subscribes to changes', async () => {
  const stream = await fetch(`${server.url}/api/realtime`);
  const reader = (stream.body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const hear = async (wanted: RegExp) => {
    while (!wanted.test(heard)) heard += (await reader.read()).value ?? '';
    return wanted.exec(heard)?.[1] ?? '';
  };
  const body = new URLSearchParams([
    ['clientId', await hear(/"clientId":"(\w+)"/)],
    ['subscriptions', 'loose/*'],
    ['subscriptions', 'other/*'],
  ]);
  expect((await fetch(`${server.url}/api/realtime`, { method: 'POST', body })).status).toBe(204);
  const { id } = await stored({ t: 'told' });
  expect(await hear(/"id":"(\w+)"[^}]*"told"/)).toBe(id);
  await reader.cancel();
});
