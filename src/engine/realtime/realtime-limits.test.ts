import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import type { Transaction } from '../database/database.ts';

let server: EngineServer;
let second: EngineServer;
const closers: Array<() => void> = [];

beforeAll(async () => {
  server = await startEngineServer();
  second = await startEngineServer({ beside: server });
  await server.root.collections.create({
    name: 'news',
    type: 'base',
    listRule: '',
    viewRule: '',
    deleteRule: '',
    createRule: '',
    fields: [{ name: 'title', type: 'text' }],
  });
});

afterEach(async () => {
  for (const close of closers.splice(0)) close();
  const names = ['addressStreams', 'personStreams', 'serverStreams', 'addressTopics', 'streamBytes'];
  await server.root.settings.update({ budgets: Object.fromEntries(names.map((name) => [name, null])) });
  await expect.poll(async () => (await open(server)).status).toBe(200);
  for (const close of closers.splice(0)) close();
});

afterAll(async () => {
  await second.close();
  await server.close();
});

type Stream = { status: number; clientId: string; text: () => string; pause: () => void };

/** An event stream as bytes, so that nothing of a client's manners comes in between. */
function open({ url }: EngineServer): Promise<Stream> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  closers.push(() => socket.destroy());
  let text = '';
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
      const clientId = /"clientId":"(\w+)"/.exec(text)?.[1] ?? '';
      if (clientId || status > 200) resolve({ status, clientId, text: () => text, pause: () => void socket.pause() });
    });
    socket.write(`GET /api/realtime HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  });
}

const subscribe = (where: EngineServer, clientId: string, subscriptions: string[], client = where.guest) =>
  client.send('/api/realtime', { method: 'POST', body: { clientId, subscriptions } });
const filtered = (filter: string) => `news/*?options=${encodeURIComponent(JSON.stringify({ query: { filter } }))}`;
const eventsOf = ({ text }: Stream) =>
  [...text().matchAll(/"action":"(\w+)"/g)].map(([, action]) => action).filter((action) => action !== undefined);

describe('[10.1.13] at the limit a stream or subscription is taken, one more is refused', () => {
  test('of one address', async () => {
    await server.root.settings.update({ budgets: { addressStreams: 2 } });
    expect([(await open(server)).status, (await open(server)).status]).toEqual([200, 200]);
    expect((await open(server)).status).toBe(429);
    closers.splice(0, 1)[0]?.();
    await expect.poll(async () => (await open(server)).status).toBe(200);
  });

  test('of the server', async () => {
    await server.root.settings.update({ budgets: { serverStreams: 2 } });
    expect([(await open(server)).status, (await open(server)).status]).toEqual([200, 200]);
    expect((await open(server)).status).toBe(503);
  });

  test('of one person', async () => {
    await server.root.settings.update({ budgets: { personStreams: 2 } });
    const [one, two, three] = [await open(server), await open(server), await open(server)];
    for (const { clientId } of [one, two, one]) await subscribe(server, clientId, ['news/*'], server.root);
    const refusal = await refusalOf(subscribe(server, three.clientId, ['news/*'], server.root));
    expect(refusal).toMatchObject({ status: 429, message: 'Too many event streams are open for this account.' });
    await subscribe(server, three.clientId, ['news/*']);
  });

  test('of all topics of one address; giving some up always goes', async () => {
    await server.root.settings.update({ budgets: { addressTopics: 5 } });
    const [one, two] = [await open(server), await open(server)];
    await subscribe(server, one.clientId, ['a', 'b', 'c']);
    await subscribe(server, two.clientId, ['a', 'b']);
    expect((await refusalOf(subscribe(server, two.clientId, ['a', 'b', 'c']))).status).toBe(429);
    await subscribe(server, one.clientId, ['a', 'b']);
    await subscribe(server, two.clientId, ['a', 'b', 'c']);
  });

  test('of the bytes that wait for a slow reader: the stream is closed', async () => {
    await server.root.settings.update({ budgets: { streamBytes: 40_000 } });
    const stream = await open(server);
    await subscribe(server, stream.clientId, ['news/*']);
    await server.root.collection('news').create({ title: 'x'.repeat(4000) });
    await expect.poll(() => eventsOf(stream)).toEqual(['create']);
    stream.pause();
    const realtime = server.engine.realtime;
    const collection = server.engine.collections.get('news');
    const gone = () =>
      refusalOf(subscribe(server, stream.clientId, [])).then(
        ({ status }) => status,
        () => 204,
      );
    const record = { id: 'x'.repeat(15), title: 'y'.repeat(8000) };
    for (let count = 0; count < 2000; count++) realtime.publish({ collection, record, action: 'create' });
    await expect.poll(gone, { timeout: 15_000 }).toBe(404);
  });
});

test('[11.14] twenty streams of guests with a thousand filters each ask the deleting transaction nothing and hear of it once each', async () => {
  const record = await server.root.collection('news').create({ title: 'n7' });
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(server)));
  const topics = Array.from({ length: 1000 }, (_, index) => filtered(`title = 'n${index}'`));
  for (const { clientId } of streams) await subscribe(server, clientId, topics);
  const { db } = server.engine;
  const { query, transaction } = db;
  let [inside, after] = [0, 0];
  const counting = (tx: Transaction): Transaction => ({
    ...tx,
    query(...asked) {
      inside++;
      return tx.query(...asked);
    },
  });
  db.transaction = (run, options) => transaction((tx) => run(counting(tx)), options);
  db.query = (text, values) => {
    if (text.includes('jsonb_populate_record') && JSON.stringify(values).includes(record.id)) after++;
    return query(text, values);
  };
  try {
    await clientOf(server.url).collection('news').delete(record.id);
    for (const stream of streams) await expect.poll(() => eventsOf(stream), { timeout: 50_000 }).toEqual(['delete']);
  } finally {
    Object.assign(db, { query, transaction });
  }
  // The row itself, and nothing of what listens; a statement for each hundred of the thousand, and one for the row as it was.
  expect(inside).toBeLessThan(5);
  expect(after).toBe(11);
});

test('[11.14] a filter that looks at what goes along is still answered as it was before the deletion', async () => {
  const news = await server.root.collections.getOne('news');
  const relation = { name: 'news', type: 'relation', collectionId: news.id, maxSelect: 1, cascadeDelete: true };
  await server.root.collections.create({
    name: 'remarks',
    type: 'base',
    listRule: '',
    viewRule: '',
    fields: [{ name: 'words', type: 'text' }, relation],
  });
  const record = await server.root.collection('news').create({ title: 'parent' });
  await server.root.collection('remarks').create({ words: 'child', news: record.id });
  const stream = await open(server);
  await subscribe(server, stream.clientId, [
    filtered(`remarks_via_news.words ?= 'child'`),
    filtered(`remarks_via_news.words ?= 'other'`),
    filtered(`title = 'parent'`),
  ]);
  await server.root.collection('news').delete(record.id);
  await expect.poll(() => eventsOf(stream)).toEqual(['delete', 'delete']);
  await server.root.collections.delete('remarks');
});

test('[11.15] a record that is deleted at once is heard of on the other server: made, then deleted', async () => {
  const stream = await open(second);
  await subscribe(second, stream.clientId, ['news/*']);
  for (let round = 0; round < 100; round++) {
    const { id } = await server.guest.collection('news').create({ title: `at once ${round}` });
    await server.guest.collection('news').delete(id);
  }
  await expect.poll(() => eventsOf(stream).length, { timeout: 15_000 }).toBe(200);
  expect(eventsOf(stream)).toEqual(Array.from({ length: 100 }, () => ['create', 'delete']).flat());
});
