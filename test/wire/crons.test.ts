import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
let beside: EngineServer;
let nowMs = Date.parse('2026-11-21T10:00:30Z');
const runs: string[] = [];

beforeAll(async () => {
  server = await startEngineServer({ clock: { nowMs: () => nowMs } });
  beside = await startEngineServer({ clock: { nowMs: () => nowMs }, beside: server });
  for (const { engine } of [server, beside]) {
    engine.crons.add(
      { id: 'ours', expression: () => '*/5 * * * *', run: async () => void runs.push('ours') },
      { id: 'broken', expression: () => '*/5 * * * *', run: () => Promise.reject(new Error('broken')) },
      { id: 'off', expression: () => undefined, run: async () => void runs.push('off') },
    );
  }
});

afterAll(async () => {
  await beside.close();
  await server.close();
});

const sweepBoth = async () => {
  await Promise.all([server, beside].map(({ engine }) => engine.crons.sweeper.run(nowMs)));
  await Promise.all([server, beside].map(({ engine }) => engine.crons.done()));
};

describe('the timetable', () => {
  test('[278] lists what is switched on, the engine’s own jobs last', async () => {
    expect(await server.root.crons.getFullList()).toEqual([
      { id: 'broken', expression: '*/5 * * * *' },
      { id: 'ours', expression: '*/5 * * * *' },
      { id: '__pbDBOptimize__', expression: '0 0 * * *' },
      { id: '__pbMFACleanup__', expression: '0 * * * *' },
      { id: '__pbOTPCleanup__', expression: '0 * * * *' },
      { id: '__pbLogsCleanup__', expression: '0 */6 * * *' },
    ]);
    expect((await refusalOf(server.guest.crons.getFullList())).status).toBe(401);
  });

  test('begins a job by hand, and none that is not there or switched off', async () => {
    await server.root.crons.run('ours');
    await server.engine.crons.done();
    expect(runs.splice(0)).toEqual(['ours']);
    for (const id of ['nothing', 'off']) {
      expect(await refusalOf(server.root.crons.run(id))).toMatchObject({
        status: 404,
        message: 'Missing or invalid cron job.',
      });
    }
    expect((await refusalOf(server.guest.crons.run('ours'))).status).toBe(401);
  });

  test('begins each job once for all servers when it is due, and goes on after one that fails', async () => {
    await sweepBoth();
    expect(runs).toEqual([]);
    nowMs += 4 * 60_000;
    await sweepBoth();
    expect(runs).toEqual([]);
    nowMs += 60_000;
    await sweepBoth();
    await sweepBoth();
    expect(runs.splice(0)).toEqual(['ours']);
    nowMs += 17 * 60_000;
    await sweepBoth();
    expect(runs.splice(0)).toEqual(['ours']);
  });

  test('keeps the statistics of tables that changed, and forgets old codes', async () => {
    const { db } = server.engine;
    for (const name of ['grown', 'still']) await server.root.collections.create({ name, type: 'base', fields: [] });
    await server.root.collection('grown').create({});
    // A connection tells what it changed within the second after.
    const changes = async () =>
      (await db.query(`select n_mod_since_analyze as count from pg_stat_user_tables where relname = 'grown'`))[0];
    await expect.poll(changes).toEqual({ count: 1 });
    for (const id of ['__pbDBOptimize__', '__pbMFACleanup__', '__pbOTPCleanup__']) await server.root.crons.run(id);
    await server.engine.crons.done();
    const known = await db.query(
      `select relname as name, reltuples as rows from pg_class where relname in ('grown', 'still') order by 1`,
    );
    // -1: nobody counted yet.
    expect(known).toEqual([
      { name: 'grown', rows: 1 },
      { name: 'still', rows: -1 },
    ]);
  });
});

test('health tells superusers where they come from [275]', async () => {
  expect(await server.guest.health.check()).toEqual({ code: 200, message: 'API is healthy.', data: {} });
  const headers = { 'X-Forwarded-For': '203.0.113.1' };
  expect((await server.root.health.check({ headers })).data).toEqual({
    canBackup: true,
    realIP: '127.0.0.1',
    possibleProxyHeader: 'X-Forwarded-For',
  });
});
