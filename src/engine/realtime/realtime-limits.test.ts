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
  const names = [
    'addressStreams',
    'personStreams',
    'serverStreams',
    'addressTopics',
    'heldTopicBytes',
    'streamBytes',
    'addressStreamBytes',
  ];
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
function open({ url }: EngineServer, from = ''): Promise<Stream> {
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
    socket.write(`GET /api/realtime HTTP/1.1\r\nHost: ${hostname}\r\nX-Real: ${from}\r\n\r\n`);
  });
}

const subscribe = (where: EngineServer, clientId: string, subscriptions: string[], client = where.guest) =>
  client.send('/api/realtime', { method: 'POST', body: { clientId, subscriptions } });
const filtered = (filter: string) => `news/*?options=${encodeURIComponent(JSON.stringify({ query: { filter } }))}`;
const eventsOf = ({ text }: Stream) =>
  [...text().matchAll(/"action":"(\w+)"/g)].map(([, action]) => action).filter((action) => action !== undefined);

/** Tells a stream of so much, without waiting, that it is closed unless it may wait for all of it. */
async function expectClosed({ clientId }: Stream): Promise<void> {
  const { realtime, collections } = server.engine;
  const row = { id: 'x'.repeat(15), title: 'y'.repeat(8000) };
  for (let count = 0; count < 2000; count++)
    realtime.publish({ collection: collections.get('news'), row, action: 'create' });
  const gone = () =>
    refusalOf(subscribe(server, clientId, [])).then(
      ({ status }) => status,
      () => 204,
    );
  await expect.poll(gone, { timeout: 15_000 }).toBe(404);
}

describe('[10.1.13] at the limit a stream or subscription is taken, one more is refused', () => {
  test('of one address', async () => {
    await server.root.settings.update({ budgets: { addressStreams: 2 } });
    expect([(await open(server)).status, (await open(server)).status]).toEqual([200, 200]);
    expect((await open(server)).status).toBe(429);
    closers.splice(0, 1)[0]?.();
    await expect.poll(async () => (await open(server)).status).toBe(200);
  });

  test('of one network of IPv6, whichever of its addresses they come from', async () => {
    await server.root.settings.update({ budgets: { addressStreams: 2 }, trustedProxy: { headers: ['X-Real'] } });
    const statusFrom = async (address: string) => (await open(server, address)).status;
    expect([await statusFrom('2001:db8::1'), await statusFrom('2001:db8::2')]).toEqual([200, 200]);
    expect(await statusFrom('2001:db8::3')).toBe(429);
    expect(await statusFrom('2001:db8:0:1::1')).toBe(200);
    await server.root.settings.update({ trustedProxy: { headers: [] } });
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

  test('of the memory for all topics, heldTopicBytes; of one address an eighth; giving some up always goes, and what ends gives it back', async () => {
    // A topic of a hundred letters takes 600 bytes: room for two of one address.
    const topic = (name: string) => name.repeat(100);
    await server.root.settings.update({ budgets: { heldTopicBytes: 8 * 1300 } });
    const [one, two] = [await open(server), await open(server)];
    await subscribe(server, one.clientId, [topic('a')]);
    await subscribe(server, two.clientId, [topic('b')]);
    const refusal = await refusalOf(subscribe(server, two.clientId, [topic('b'), topic('c')]));
    expect(refusal).toMatchObject({
      status: 503,
      message: 'The server holds too many subscriptions at the moment.',
    });
    await server.root.settings.update({ budgets: { heldTopicBytes: 8 * 600 } });
    await subscribe(server, two.clientId, [topic('d')]);
    await subscribe(server, two.clientId, []);
    expect((await refusalOf(subscribe(server, two.clientId, [topic('b'), topic('c')]))).status).toBe(503);
    closers.splice(0, 1)[0]?.();
    const next = () =>
      subscribe(server, two.clientId, [topic('b')]).then(
        () => 204,
        ({ status }) => status,
      );
    await expect.poll(next).toBe(204);
  });

  test('of the bytes that wait for a slow reader: the stream is closed', async () => {
    await server.root.settings.update({ budgets: { streamBytes: 40_000 } });
    const stream = await open(server);
    await subscribe(server, stream.clientId, ['news/*']);
    await server.root.collection('news').create({ title: 'x'.repeat(4000) });
    await expect.poll(() => eventsOf(stream)).toEqual(['create']);
    stream.pause();
    await expectClosed(stream);
  });

  test('of the bytes that wait for all of one address: each stream has an equal part', async () => {
    await server.root.settings.update({ budgets: { streamBytes: 1_000_000_000, addressStreamBytes: 80_000 } });
    const [stream] = [await open(server), await open(server)];
    await subscribe(server, stream.clientId, ['news/*']);
    stream.pause();
    await expectClosed(stream);
  });
});

describe('[25.19] the places of a server that is full of streams', () => {
  const fill = async (count: number, from: (index: number) => string) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push((await open(server, from(index))).status);
    return statuses;
  };
  beforeAll(() => server.root.settings.update({ trustedProxy: { headers: ['X-Real'] } }));
  afterAll(() => server.root.settings.update({ trustedProxy: { headers: [] } }));

  test.each([
    ['one /48', (index: number) => `2001:db8:7:${(index + 1).toString(16)}::1`],
    ['one /24', (index: number) => `9.0.1.${index + 1}`],
    ['ten addresses', (index: number) => `9.0.${(index % 10) + 10}.1`],
  ])(
    'are not kept by %s: a newcomer takes the oldest idle one of the network that has the most',
    async (_what, from) => {
      await server.root.settings.update({ budgets: { serverStreams: 30 } });
      expect(new Set(await fill(30, from))).toEqual(new Set([200]));
      expect((await open(server, from(0))).status).toBe(503);
      const [one, two] = [await open(server, '8.8.8.8'), await open(server, '2600::1')];
      expect([one.status, two.status]).toEqual([200, 200]);
    },
  );

  test('of one wide network have an end before the server has', async () => {
    await server.root.settings.update({ budgets: { addressStreams: 3 } });
    const from = (index: number) => `2001:db8:7:${(index + 1).toString(16)}::1`;
    expect(await fill(13, from)).toEqual([...Array(12).fill(200), 429]);
    expect((await open(server, '2001:db8:8::1')).status).toBe(200);
  });

  test('are for people who are signed in by a quarter, also from where all the guests come from', async () => {
    await server.root.settings.update({ budgets: { serverStreams: 20 } });
    const same = () => '9.0.0.1';
    const guests: Stream[] = [];
    for (let index = 0; index < 14; index++) guests.push(await open(server, same()));
    const listen = (stream: Stream, client = server.guest) =>
      client.send('/api/realtime', {
        method: 'POST',
        headers: { 'X-Real': '9.0.0.1' },
        body: { clientId: stream.clientId, subscriptions: ['news/*'] },
      });
    for (const guest of guests) await listen(guest);
    const [late, person] = [await open(server, same()), await open(server, same())];
    expect((await refusalOf(listen(late))).status).toBe(503);
    await listen(person, server.root);
    // Who is signed in gives way to no guest.
    expect((await fill(8, () => '8.8.8.8')).filter((status) => status === 200)).not.toEqual([]);
    await listen(person, server.root);
  });

  test('are for sign-ins with a provider by a twentieth, shared by the same rule', async () => {
    await server.root.settings.update({ budgets: { serverStreams: 40 } });
    const waitFor = (stream: Stream, from: string) =>
      server.guest.send('/api/realtime', {
        method: 'POST',
        headers: { 'X-Real': from },
        body: { clientId: stream.clientId, subscriptions: ['@oauth2'] },
      });
    const [one, two, three] = [
      await open(server, '9.0.0.1'),
      await open(server, '9.0.0.1'),
      await open(server, '9.0.0.1'),
    ];
    await waitFor(one, '9.0.0.1');
    await waitFor(two, '9.0.0.1');
    expect((await refusalOf(waitFor(three, '9.0.0.1'))).status).toBe(503);
    const other = await open(server, '8.8.8.8');
    await waitFor(other, '8.8.8.8');
    // The oldest of the others was given up for it.
    expect((await refusalOf(waitFor(one, '9.0.0.1'))).status).toBe(404);
    await waitFor(two, '9.0.0.1');
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
  // The row itself, and nothing of what listens; a statement for each hundred of the first two hundred.
  expect(inside).toBeLessThan(5);
  expect(after).toBe(2);
});

test('[11.14] of one network of guests filters of 40,000 characters are asked about a change, of others theirs', async () => {
  const [many, other] = [await open(server), await open(server)];
  const long = Array.from({ length: 30 }, (_, index) =>
    filtered(`title = 'long' || title = '${'a'.repeat(1475)}${index + 10}'`),
  );
  await subscribe(server, many.clientId, [...long, 'news/*']);
  await subscribe(server, other.clientId, [filtered("title = 'long'")], server.root);
  const create = (title: string) => server.guest.collection('news').create({ title });
  await create('long');
  await create('last');
  const titles = ({ text }: Stream) => [...text().matchAll(/"title":"(\w+)"/g)].map(([, title]) => title);
  await expect.poll(() => titles(many)).toContain('last');
  // Each is of 1,500 characters.
  expect(titles(many).filter((title) => title === 'long')).toHaveLength(26 + 1);
  expect(titles(other)).toEqual(['long']);
});

test('[25.34] of one account two hundred different filters are asked about a change, in however many streams', async () => {
  const [many, more, other] = [await open(server), await open(server), await open(server)];
  const wanted = (index: number) => filtered(`title ~ 'w' && id != '${index}'`);
  await subscribe(
    server,
    many.clientId,
    Array.from({ length: 150 }, (_, index) => wanted(index)),
  );
  await subscribe(server, more.clientId, [...Array.from({ length: 150 }, (_, index) => wanted(index + 150)), 'news/*']);
  await subscribe(server, other.clientId, [wanted(0)], server.root);
  const create = (title: string) => server.guest.collection('news').create({ title });
  await create('wanted');
  await create('last');
  const told = ({ text }: Stream) => text().split('"title":"wanted"').length - 1;
  await expect.poll(() => more.text()).toContain('"title":"last"');
  expect([told(many) + told(more), told(other)]).toEqual([200 + 1, 1]);
});

test('[25.42] of guests of one network two thousand subscriptions are told of a change, and others are told theirs', async () => {
  const streams = [await open(server), await open(server), await open(server)];
  const other = await open(server);
  for (const [place, { clientId }] of streams.entries()) {
    const names = Array.from(
      { length: 800 },
      (_, index) => `news/*?options={"query":{"fields":"id,x${place}_${index}"}}`,
    );
    await subscribe(server, clientId, names);
  }
  await subscribe(server, other.clientId, ['news/*'], server.root);
  await server.root.collection('news').create({ title: 'told' });
  await expect.poll(() => other.text()).toContain('"title":"told"');
  const told = () => streams.reduce((sum, { text }) => sum + text().split('"action":"create"').length - 1, 0);
  await expect.poll(told).toBe(2000);
  await server.root.collection('news').create({ title: 'told' });
  await expect.poll(told).toBe(4000);
});

test('[11.14] a record is told of with five different expands of guests of one network, and to others with theirs', async () => {
  const pages = await server.root.collections.create({ name: 'pages', type: 'base', listRule: '', viewRule: '' });
  const relation = { name: 'parent', type: 'relation', collectionId: pages.id, maxSelect: 1 };
  await server.root.collections.update(pages.id, { fields: [...pages.fields, relation] });
  const expanded = (expand: string) => `pages/*?options=${JSON.stringify({ query: { expand } })}`;
  const [many, other] = [await open(server), await open(server)];
  const names = Array.from({ length: 30 }, (_, index) => expanded(`parent,other${index}`));
  await subscribe(server, many.clientId, names);
  await subscribe(server, other.clientId, [expanded('parent')], server.root);
  const { id } = await server.root.collection('pages').create({});
  await server.root.collection('pages').create({ parent: id });
  const told = ({ text }: Stream) => text().split('"action":"create"').length - 1;
  const withParent = ({ text }: Stream) => text().split('"expand":{"parent"').length - 1;
  await expect.poll(() => [told(many), told(other)]).toEqual([60, 2]);
  expect([withParent(many), withParent(other)]).toEqual([5, 1]);
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
  const earlier = await open(second);
  await subscribe(second, earlier.clientId, ['news/*']);
  const last = await server.guest.collection('news').create({ title: 'the last before' });
  // Once it is heard, nothing of what other tests did is on its way any more.
  await expect.poll(() => eventsOf(earlier).at(-1)).toBe('create');
  const stream = await open(second);
  await subscribe(second, stream.clientId, ['news/*']);
  await server.guest.collection('news').delete(last.id);
  for (let round = 0; round < 100; round++) {
    const { id } = await server.guest.collection('news').create({ title: `at once ${round}` });
    await server.guest.collection('news').delete(id);
  }
  await expect.poll(() => eventsOf(stream).length, { timeout: 15_000 }).toBe(201);
  expect(eventsOf(stream)).toEqual(['delete', ...Array.from({ length: 100 }, () => ['create', 'delete']).flat()]);
});
