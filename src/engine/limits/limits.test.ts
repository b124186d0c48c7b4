import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { countAttempt, forgetAttempts, takeBackAttempt } from './count-attempt.ts';
import { findLimit } from './find-limit.ts';

let server: EngineServer;
let nowMs = Date.parse('2026-11-21T02:00:00Z');

beforeAll(async () => {
  server = await startEngineServer({ clock: { nowMs: () => nowMs } });
  await server.root.collections.create({ name: 'things', type: 'base', listRule: '', createRule: '', fields: [] });
  await server.root.collections.create({ name: 'people', type: 'auth' });
});

afterEach(async () => {
  await server.root.settings.update({ rateLimits: { enabled: false, excludedIPs: [] }, superuserIPs: [] });
});

afterAll(() => server.close());

function limit(rules: Array<{ label: string; maxRequests: number; duration: number; audience?: string }>) {
  return server.root.settings.update({ rateLimits: { enabled: true, rules } });
}

const list = (client = server.guest) => client.collection('things').getList();

describe('tries', () => {
  test('of which many are sent at once are all counted', async () => {
    const tries = Array.from({ length: 40 }, () => countAttempt(server.engine, { key: 'burst', max: 5, seconds: 60 }));
    expect((await Promise.all(tries)).filter((isAllowed) => isAllowed)).toHaveLength(5);
  });

  test('are allowed again when their window is over, and when one was right', async () => {
    const allowed = () => countAttempt(server.engine, { key: 'window', max: 1, seconds: 60 });
    expect([await allowed(), await allowed()]).toEqual([true, false]);
    nowMs += 59_999;
    expect(await allowed()).toBe(false);
    nowMs += 1;
    expect([await allowed(), await allowed()]).toEqual([true, false]);
    await forgetAttempts(server.engine, 'window');
    expect(await allowed()).toBe(true);
  });

  test('that are taken back count no more, and after their window give the next none', async () => {
    const allowed = () => countAttempt(server.engine, { key: 'taken back', max: 1, seconds: 60 });
    expect(await allowed()).toBe(true);
    await takeBackAttempt(server.engine, { key: 'taken back' });
    expect([await allowed(), await allowed()]).toEqual([true, false]);
    nowMs += 60_000;
    await takeBackAttempt(server.engine, { key: 'taken back' });
    expect([await allowed(), await allowed()]).toEqual([true, false]);
  });
});

describe('a rate limit', () => {
  test('refuses one request too many until its window is over', async () => {
    await limit([{ label: 'things:list', maxRequests: 2, duration: 10 }]);
    await list();
    await list();
    expect(await refusalOf(list())).toEqual({ status: 429, message: 'Too Many Requests.', data: {} });
    nowMs += 2500;
    const refused = await fetch(`${server.url}/api/collections/things/records`);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '8']);
    await server.guest.collection('things').create({});
    nowMs += 7500;
    await expect(list()).resolves.toMatchObject({ page: 1 });
  });

  test('does not hold for superusers and excluded addresses', async () => {
    await limit([{ label: '*:list', maxRequests: 1, duration: 10 }]);
    await list();
    await list(server.root);
    await list(server.root);
    expect((await refusalOf(list())).status).toBe(429);
    await server.root.settings.update({ rateLimits: { excludedIPs: ['127.0.0.0/8'] } });
    await expect(list()).resolves.toMatchObject({ page: 1 });
  });

  test('counts each address that a trusted proxy names by itself', async () => {
    await limit([{ label: 'GET /api/collections/things/records', maxRequests: 1, duration: 10 }]);
    await server.root.settings.update({ trustedProxy: { headers: ['X-Forwarded-For'] } });
    const from = (ip: string) =>
      server.guest.collection('things').getList(1, 30, { headers: { 'X-Forwarded-For': ip } });
    await from('1.1.1.1');
    await from('2.2.2.2');
    expect((await refusalOf(from('1.1.1.1'))).status).toBe(429);
    await server.root.settings.update({ trustedProxy: { headers: [] } });
  });

  test('is one for all servers, which never let more through together', async () => {
    const second = await startEngineServer({ clock: { nowMs: () => nowMs }, beside: server });
    await limit([{ label: 'things:list', maxRequests: 100, duration: 10 }]);
    await expect.poll(() => second.engine.settings.revision()).toBe(server.engine.settings.revision());
    const clients = [server.guest, second.guest];
    const calls = Array.from({ length: 160 }, (_, index) => list(clients[index % 2]));
    const isThrough = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
    expect(isThrough.length).toBeLessThanOrEqual(100);
    // One share of twenty may be left with a server when the others find none.
    expect(isThrough.length).toBeGreaterThanOrEqual(95);
    await second.close();
  });

  test('of one server is used up to the last request, asking the database for a share at a time', async () => {
    await limit([{ label: 'things:list', maxRequests: 50, duration: 10 }]);
    await list();
    const counted = await server.engine.db.query(`select count from _attempts where key like '%things:list%50/10%'`);
    expect(counted).toEqual([{ count: 2 }]);
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => list()));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(49);
  });

  test('begins anew when the settings are changed', async () => {
    await limit([{ label: 'things:list', maxRequests: 1, duration: 10 }]);
    await list();
    expect((await refusalOf(list())).status).toBe(429);
    await limit([{ label: 'things:list', maxRequests: 1, duration: 10 }]);
    await expect(list()).resolves.toMatchObject({ page: 1 });
  });

  test('of all calls holds for calls that do not exist, too', async () => {
    await limit([{ label: '/api/', maxRequests: 1, duration: 10 }]);
    expect((await refusalOf(server.guest.send('/api/nothing', {}))).status).toBe(404);
    expect((await refusalOf(server.guest.send('/api/nothing', {}))).status).toBe(429);
  });

  test('of a path holds however the path is written', async () => {
    await limit([{ label: '/api/', maxRequests: 1, duration: 10 }]);
    const statuses: number[] = [];
    for (const path of ['/api/health', '/%61pi/health', '/api/he%61lth']) {
      statuses.push((await fetch(server.url + path)).status);
    }
    expect(statuses).toEqual([200, 429, 429]);
  });

  test('is the one of the most particular name for whoever asks', () => {
    const rule = (label: string, audience = '') => ({ label, audience, duration: 1, maxRequests: 1 });
    const rules = [rule('/api/'), rule('*:create'), rule('people:create', '@auth'), rule('POST /api/batch')];
    const create = [
      'people:create',
      '*:create',
      'POST /api/collections/people/records',
      '/api/collections/people/records',
    ];
    expect(findLimit(rules, create, false)?.label).toBe('people:create');
    expect(findLimit(rules, create, true)?.label).toBe('*:create');
    expect(findLimit(rules, ['POST /api/batch', '/api/batch'], true)?.label).toBe('POST /api/batch');
    expect(findLimit(rules, ['GET /api/health', '/api/health'], true)?.label).toBe('/api/');
    expect(findLimit(rules, ['GET /', '/'], true)).toBeUndefined();
  });
});

test('superusers from a place that is not allowed are let in nowhere', async () => {
  const outside = clientOf(server.url);
  outside.authStore.save(server.root.authStore.token, server.root.authStore.record);
  await server.root.settings.update({ trustedProxy: { headers: ['X-Real-IP'] }, superuserIPs: ['127.0.0.1'] });
  const headers = { 'X-Real-IP': '9.9.9.9' };
  expect((await refusalOf(outside.settings.getAll({ headers }))).status).toBe(403);
  expect((await refusalOf(outside.collection('things').getList(1, 1, { headers }))).status).toBe(403);
  const login = clientOf(server.url).collection('_superusers');
  const call = login.authWithPassword('root@example.com', 'correct horse battery', { headers });
  expect((await refusalOf(call)).status).toBe(403);
  await server.root.settings.update({ trustedProxy: { headers: [] } });
});
