import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
});

afterAll(() => server.close());

const read = async (filter: string, options = {}) => {
  await server.engine.logBook.flush();
  return server.root.logs.getList(1, 50, { filter, sort: '@rowid', ...options });
};
const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init);

describe('the log', () => {
  test('[274] has each call, refused ones as errors with what they were refused for', async () => {
    await ask('/api/health?mark=one', { headers: { referer: 'http://ref.example/', 'user-agent': 'Tester/1' } });
    await ask('/api/collections/nothing/records?mark=one');
    const { items } = await read("message ~ 'mark=one'");
    expect(items).toMatchObject([
      {
        level: 0,
        message: 'GET /api/health?mark=one',
        data: {
          type: 'request',
          method: 'GET',
          status: 200,
          url: '/api/health?mark=one',
          referer: 'http://ref.example/',
          userAgent: 'Tester/1',
          auth: '',
          userIP: '127.0.0.1',
          remoteIP: '127.0.0.1',
        },
      },
      { level: 8, data: { status: 404, error: 'Missing collection context.' } },
    ]);
    expect(items[0]?.data.execTime).toBeGreaterThan(0);
    expect(await server.root.logs.getOne(items[0]?.id ?? '')).toEqual(items[0]);
  });

  test('says why a call failed, which its answer does not', async () => {
    await server.root.collections.create({ name: 'lost', type: 'base', listRule: '' });
    await server.engine.db.query('drop table lost');
    const answer = await ask('/api/collections/lost/records?mark=lost');
    expect(await answer.json()).toMatchObject({ status: 500, data: {} });
    const { items } = await read("message ~ 'mark=lost'");
    expect(items).toMatchObject([
      {
        level: 8,
        data: {
          error: 'Something went wrong while processing your request.',
          details: { name: 'DatabaseError', message: 'relation "lost" does not exist', code: '42P01' },
        },
      },
    ]);
    expect(items[0]?.data.details.stack.join()).toContain('list-records.ts');
  });

  test('says of values that made a call fail where they belong, and none of them', async () => {
    await server.root.collections.create({ name: 'odd', type: 'base', fields: [{ name: 'at', type: 'number' }] });
    await server.engine.db.query(`create function refuse_odd() returns trigger language plpgsql
      as $$ begin raise exception 'not %', new.at using table = 'odd'; end $$`);
    await server.engine.db.query('create trigger odd before insert on odd for each row execute function refuse_odd()');
    await ask('/api/collections/odd/records?mark=odd', {
      method: 'POST',
      headers: { authorization: server.root.authStore.token, 'content-type': 'application/json' },
      body: JSON.stringify({ at: 7_654_321 }),
    });
    const { items } = await read("message ~ 'mark=odd'");
    expect(items[0]?.data.details).toMatchObject({ name: 'DatabaseError', message: 'table odd', code: 'P0001' });
    expect(JSON.stringify(items)).not.toContain('7654321');
  });

  test('keeps no token that stands in an address', async () => {
    await ask('/api/health?token=secret1&fileToken=secret2&mark=two', {
      headers: { referer: 'http://ref.example/?token=secret3' },
    });
    const { items } = await read("message ~ 'mark=two'");
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain('secret');
  });

  test('says whose token came along only as the settings allow', async () => {
    const { root } = server;
    await root.settings.update({ logs: { logIP: false, logAuthId: true } });
    await root.send('/api/health?mark=three', {});
    await root.settings.update({ logs: { logIP: true, logAuthId: false } });
    const [entry] = (await read("data.url ~ 'mark=three' && data.auth = '_superusers'")).items;
    expect(entry?.data).toMatchObject({ authId: root.authStore.record?.id });
    expect(entry?.data).not.toHaveProperty('userIP');
  });

  test('leaves out what is below the level, and everything when it is off', async () => {
    const { root } = server;
    await root.settings.update({ logs: { minLevel: 8 } });
    await ask('/api/health?mark=four');
    await ask('/api/nothing?mark=four');
    await root.settings.update({ logs: { minLevel: 0, maxDays: 0 } });
    await ask('/api/nothing?mark=four&off');
    await root.settings.update({ logs: { maxDays: 5 } });
    expect((await read("message ~ 'mark=four'")).items.map(({ message }) => message)).toEqual([
      'GET /api/nothing?mark=four',
    ]);
  });

  test('takes what strangers write, and tells of no reading of itself', async () => {
    for (const strange of ['%00', '%ff', '%ed%a0%bd', "'%22\\u0000"]) await ask(`/api/nothing?mark=five&${strange}`);
    const { items } = await read("message ~ 'mark=five'");
    expect(items).toHaveLength(4);
    expect((await read("data.url ~ '/api/logs'")).items).toEqual([]);
  });

  test('counts its hours', async () => {
    await server.engine.logBook.flush();
    const hours = await server.root.logs.getStats({ filter: "message ~ 'mark=one'" });
    expect(hours).toEqual([{ date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:00:00\.000Z$/), total: 2 }]);
  });

  test('is for superusers, and refuses what it does not understand', async () => {
    const { root, guest } = server;
    expect((await refusalOf(guest.logs.getList())).status).toBe(401);
    expect((await refusalOf(root.logs.getList(1, 1, { filter: 'nothing = 1' }))).status).toBe(400);
    expect((await refusalOf(root.logs.getList(1, 1, { sort: 'nothing' }))).status).toBe(400);
    expect((await refusalOf(root.logs.getStats({ filter: 'nothing = 1' }))).message).toBe('Invalid filter format.');
    expect((await refusalOf(root.logs.getOne('nothing'))).status).toBe(404);
  });

  test('loggedKibPerHour: of one address it takes an eighth of so much in an hour; what is more is answered and counted, what is ours always written', async () => {
    const { engine, root } = server;
    const nowMs = engine.clock.nowMs();
    const sent = 40;
    await root.settings.update({ budgets: { loggedKibPerHour: 8 * 30 } });
    const long = 'a/'.repeat(1000);
    for (let count = 0; count < sent; count++)
      expect((await ask(`/api/nothing?mark=six`, { headers: { referer: long } })).status).toBe(404);
    await ask('/api/health?mark=six', { headers: { authorization: root.authStore.token } });
    const { items } = await read("message ~ 'mark=six'");
    const ofStrangers = items.filter(({ message }) => message.includes('nothing'));
    // Each takes its referrer, some words and a flat 500.
    expect(ofStrangers.length).toBeGreaterThan(7);
    expect(ofStrangers.length).toBeLessThan(13);
    expect(items.filter(({ message }) => message.includes('health'))).toHaveLength(1);
    const clock = vi.spyOn(engine.clock, 'nowMs').mockReturnValue(nowMs + 3_600_001);
    await ask('/api/health?mark=seven');
    clock.mockRestore();
    const told = await read("level = 4 && message ~ 'left out'");
    expect(told.items.map(({ message }) => message)).toEqual([
      `${sent - ofStrangers.length} requests were left out of the log: more came than it takes.`,
    ]);
    await root.settings.update({ budgets: { loggedKibPerHour: null } });
  });

  test('keeps no more in memory than it may while the database is slower than what comes', async () => {
    const { engine, connection } = server;
    const other = new pg.Client(connection);
    await other.connect();
    await engine.logBook.flush();
    await other.query('begin; lock table _logs');
    const sent = 3000;
    const message = 'm'.repeat(10_000);
    for (let count = 0; count < sent; count++)
      engine.logBook.add({ level: 0, message, data: { mark: 'eight' } }, undefined);
    await other.query('rollback');
    await other.end();
    await engine.logBook.flush();
    await ask('/api/health?mark=eight');
    const { totalItems } = await read("data.mark = 'eight'");
    expect(totalItems).toBeGreaterThan(1500);
    expect(totalItems).toBeLessThan(1700);
    const told = await read("message ~ 'left out'", { sort: '-@rowid' });
    expect(told.items[0]?.message).toBe(
      `${sent - totalItems} requests were left out of the log: more came than it takes.`,
    );
  });

  test('forgets what is older than its days', async () => {
    await server.engine.logBook.flush();
    await server.engine.db.query(`update _logs set created = created - interval '6 days' where message ~ 'mark=one'`);
    expect(await server.root.crons.run('__pbLogsCleanup__')).toBe(true);
    await server.engine.crons.done();
    expect((await read("message ~ 'mark=one'")).items).toEqual([]);
    expect((await read("message ~ 'mark=four'")).items).toHaveLength(1);
  });
});
