import { EventSource } from 'eventsource';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

Object.assign(globalThis, { EventSource });

let server: EngineServer;

// A hub with so many spokes that a walk to and fro over them has no end in reasonable time.
beforeAll(async () => {
  server = await startEngineServer();
  const { root, engine } = server;
  await root.collections.create({ name: 'people', type: 'auth', listRule: '' });
  const hubs = await root.collections.create({
    name: 'hubs',
    type: 'base',
    listRule: '',
    fields: [{ name: 't', type: 'text' }],
  });
  const fields = [
    { name: 'hub', type: 'relation', collectionId: hubs.id, maxSelect: 1 },
    { name: 't', type: 'text' },
  ];
  await root.collections.create({ name: 'spokes', type: 'base', listRule: '', fields });
  const { id } = await root.collection('hubs').create({ t: 'hub' });
  await engine.db.query(
    `insert into spokes (id, hub, t) select lpad(n::text, 15, '0'), $1, 'spoke' from generate_series(1, 400) n`,
    [id],
  );
});

afterAll(() => server.close());

const toAndFro = 'hub.spokes_via_hub.hub.spokes_via_hub.hub.spokes_via_hub';
// No two differ, and only the whole walk shows it.
const endless = { filter: `${toAndFro}.t ?!= hub.spokes_via_hub.t` };
const list = (options: Record<string, unknown>, client = server.guest) =>
  client.collection('spokes').getList(1, 1, { requestKey: null, ...options });

describe('a list whose filter or sort leads through relations', () => {
  test('is given up in time', async () => {
    await server.root.settings.update({ budgets: { wideQueryMs: 200 } });
    const refusal = await refusalOf(list(endless));
    expect([refusal.status, refusal.message]).toEqual([
      400,
      'The filter or sort takes too long. Lead through fewer relations, or compare less.',
    ]);
    expect((await refusalOf(list({ sort: `${toAndFro}.t` }))).status).toBe(400);
    expect((await list({ filter: "hub.t = 'hub'", sort: 'hub.t,t' })).totalItems).toBe(400);
    await server.root.settings.update({ budgets: { wideQueryMs: null } });
  });

  test('keeps nobody from anything else, however many are asked for', async () => {
    await server.root.settings.update({ budgets: { wideQueryMs: 400 } });
    const asked = Array.from({ length: 14 }, () => refusalOf(list(endless)));
    await list({ filter: "hub.t = 'hub'" }, await somebody());
    expect((await list({ filter: "t = 'spoke'" })).totalItems).toBe(400);
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([400]));
    await server.root.settings.update({ budgets: { wideQueryMs: null } });
  });

  test('is refused when its caller has too many under way, and again possible afterwards', async () => {
    await server.root.settings.update({ budgets: { callerWideQueries: 3, wideQueryMs: 200 } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => refusalOf(list(endless))));
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 429, 429]);
    expect((await list({ filter: "hub.t = 'hub'" })).totalItems).toBe(400);
    await server.root.settings.update({ budgets: { callerWideQueries: null, wideQueryMs: null } });
  });
});

describe('a filter through a relation to several records', () => {
  test('looks each of them up by its id, however many there are', async () => {
    const { root, engine } = server;
    const sailors = await root.collections.create({
      name: 'sailors',
      type: 'base',
      listRule: '',
      fields: [{ name: 't', type: 'text' }],
    });
    const fields = [{ name: 'crew', type: 'relation', collectionId: sailors.id, maxSelect: 9 }];
    await root.collections.create({ name: 'ships', type: 'base', listRule: '', fields });
    await engine.db.query(
      `insert into sailors (id, t) select lpad(n::text, 15, '0'), 'sailor ' || n from generate_series(1, 4000) n`,
    );
    await engine.db.query(
      `insert into ships (id, crew) select id, jsonb_build_array(id, lpad('7', 15, '0')) from sailors where id > lpad('7', 15, '0')`,
    );
    const ships = (filter: string) => server.guest.collection('ships').getList(1, 1, { filter });
    expect((await ships("crew.t ?= 'nobody'")).totalItems).toBe(0);
    expect((await ships("crew.t ?= 'sailor 7'")).totalItems).toBe(3993);
    expect((await ships("crew.t = 'sailor 7'")).totalItems).toBe(0);
    expect((await ships("crew.t ?= 'sailor 12'")).totalItems).toBe(1);
  });
});

describe('a list of many records whose filter asks much of each', () => {
  const pages = (filter: string, client = server.guest) =>
    client.collection('pages').getList(1, 1, { requestKey: null, filter });
  const never = (comparison: string, times: number) => Array.from({ length: times }, () => comparison).join(' && ');

  beforeAll(async () => {
    const fields = [
      { name: 't', type: 'text' },
      { name: 'at', type: 'date' },
    ];
    await server.root.collections.create({ name: 'pages', type: 'base', listRule: '', fields });
    await server.engine.db.query(
      `insert into pages (id, t, at) select lpad(n::text, 15, '0'), repeat('ab ', 300), now() from generate_series(1, 40000) n`,
    );
    await server.root.settings.update({ budgets: { wideQueryMs: 100 } });
  });
  afterAll(() => server.root.settings.update({ budgets: { wideQueryMs: null } }));

  test.each([
    ['patterns', never("t !~ 'a%c'", 100)],
    ['functions', `strftime('${'%Y%m'.repeat(700)}', at) != ''`],
    ['comparisons', never("t != 'a'", 199)],
  ])('is given up in time: %s', async (_what, filter) => {
    expect((await refusalOf(pages(filter))).status).toBe(400);
    expect((await pages("t = 'a'")).totalItems).toBe(0);
  });
});

describe('a subscription whose filter leads through relations', () => {
  test('is left out when it takes too long, and keeps nobody else from hearing', async () => {
    await server.root.settings.update({ budgets: { wideQueryMs: 200 } });
    const heard: string[] = [];
    const clients = [server.guest, await somebody('two@example.com')];
    const listen = (client: typeof server.guest, name: string, filter: string) =>
      client.collection('spokes').subscribe('*', () => heard.push(name), { filter });
    for (const [index, client] of clients.entries()) {
      await listen(client, `${index} endless`, endless.filter);
      await listen(client, `${index} wide`, "hub.t = 'hub'");
      await listen(client, `${index} other`, "hub.t = 'another'");
      await listen(client, `${index} narrow`, "t = 'spoke'");
    }
    const { id } = await server.root.collection('spokes').getFirstListItem("t = 'spoke'");
    await server.root.collection('spokes').update(id, { t: 'spoke' });
    await expect
      .poll(() => heard.toSorted(), { timeout: 10_000 })
      .toEqual(['0 narrow', '0 wide', '1 narrow', '1 wide']);
    for (const client of clients) await client.realtime.unsubscribe();
    await server.root.settings.update({ budgets: { wideQueryMs: null } });
  });
});

async function somebody(email = 'one@example.com') {
  const credentials = { email, password: 'a long password' };
  await server.root.collection('people').create({ ...credentials, passwordConfirm: credentials.password });
  const client = clientOf(server.url);
  await client.collection('people').authWithPassword(credentials.email, credentials.password);
  return client;
}
