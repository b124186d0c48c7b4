import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import { createRenderLimiter, createWaitingLimiter } from './create-render-limiter.ts';

let server: EngineServer;
let nowMs = Date.parse('2026-11-21T02:00:00Z');
const person = { email: 'person@example.com', password: 'a-long-password', passwordConfirm: 'a-long-password' };

beforeAll(async () => {
  // As in production: no more room than the budgets say.
  server = await startEngineServer({ clock: { nowMs: () => nowMs }, isDevelopment: false });
  await server.root.collections.create({
    name: 'people',
    type: 'auth',
    createRule: '',
    listRule: '',
    otp: { enabled: true },
  });
  await server.root.settings.update({
    trustedProxy: { headers: ['X-Real-IP'] },
    // Calls that send mails are refused where none can leave.
    smtp: { enabled: true, host: '127.0.0.1', port: 9 },
    budgets: { registrationsPerHour: 2, mailsPerHour: 2, guestRequestsPerMinute: 5, personRequestsPerMinute: 3 },
  });
});

beforeEach(() => {
  nowMs += 3_600_000;
});

afterAll(() => server.close());

let count = 0;
const post = async (path: string, from: string, body: unknown = {}) => {
  const answer = await fetch(`${server.url}/api/collections/people/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Real-IP': from },
    body: JSON.stringify(body),
  });
  return { status: answer.status, wait: answer.headers.get('Retry-After') };
};
const register = (from: string) => post('records', from, { ...person, email: `p${++count}@example.com` });
const list = async (headers: Record<string, string>) =>
  (await fetch(`${server.url}/api/collections/people/records`, { headers })).status;

describe('[10.1.7] without any rate limit in the settings', () => {
  test('an address makes so many accounts in an hour, and not one more', async () => {
    expect((await server.root.settings.getAll()).rateLimits.enabled).toBe(false);
    expect([(await register('9.9.9.9')).status, (await register('9.9.9.9')).status]).toEqual([200, 200]);
    expect(await register('9.9.9.9')).toEqual({ status: 429, wait: '3600' });
    expect((await register('9.9.9.8')).status).toBe(200);
    nowMs += 3_600_000;
    expect((await register('9.9.9.9')).status).toBe(200);
  });

  test('[25.25] an answer that is long to write counts as several calls', async () => {
    const { root, engine } = server;
    await root.collections.create({
      name: 'pages',
      type: 'base',
      listRule: '',
      fields: [{ name: 'text', type: 'text', max: 50_000 }],
    });
    await root.collection('pages').create({ text: 'a'.repeat(50_000) });
    await root.collection('pages').create({ text: 'a'.repeat(50_000) });
    const read = async () =>
      (await fetch(`${server.url}/api/collections/pages/records`, { headers: { 'X-Real-IP': '9.9.9.7' } })).status;
    expect(await read()).toBe(200);
    const counted = `select sum(count)::int as calls from _attempts where key like 'budget:guest%:9.9.9.7%'`;
    await expect.poll(async () => (await engine.db.query(counted))[0]).toEqual({ calls: 4 });
    expect([await read(), await read()]).toEqual([200, 429]);
  });

  test('all addresses of one IPv6 network are one', async () => {
    expect((await register('2001:db8:1:2::1')).status).toBe(200);
    expect((await register('2001:db8:1:2:ffff::2')).status).toBe(200);
    expect((await register('2001:db8:1:2:3:4:5:6')).status).toBe(429);
    expect((await register('2001:db8:1:3::1')).status).toBe(200);
  });

  test('so have the networks of one IPv6 subscriber together four times as much', async () => {
    const statuses = [];
    for (let network = 0; network < 9; network++) statuses.push((await register(`2001:db8:2:${network}::1`)).status);
    expect(statuses).toEqual([...Array(8).fill(200), 429]);
    expect((await register('2001:db8:3:1::1')).status).toBe(200);
  });

  test('an account makes so many records in an hour, and not one more', async () => {
    const maker = { ...person, email: 'maker@example.com' };
    await server.root.collection('people').create(maker);
    await server.root.collections.create({ name: 'notes', type: 'base', createRule: '' });
    await server.root.settings.update({ budgets: { personCreatesPerHour: 2 } });
    const { token } = await server.guest.collection('people').authWithPassword(maker.email, maker.password);
    server.guest.authStore.clear();
    const make = async () =>
      (
        await fetch(`${server.url}/api/collections/notes/records`, {
          method: 'POST',
          headers: { Authorization: token },
        })
      ).status;
    expect([await make(), await make(), await make()]).toEqual([200, 200, 429]);
    nowMs += 3_600_000;
    expect(await make()).toBe(200);
  });

  test('calls that send mails are counted together, whoever the mails are for', async () => {
    const from = '8.8.8.8';
    expect((await post('request-otp', from, { email: 'somebody@example.com' })).status).toBe(200);
    expect((await post('request-password-reset', from, { email: 'other@example.com' })).status).toBe(204);
    expect(await post('request-verification', from, { email: 'third@example.com' })).toEqual({
      status: 429,
      wait: '3600',
    });
  });

  test('an address tries so many sign-ins in a minute, each for another account, and not one more', async () => {
    await server.root.settings.update({ budgets: { signInsPerMinute: 3 } });
    const from = '6.6.6.6';
    const guess = (identity: string) => post('auth-with-password', from, { identity, password: 'spring-2026' });
    const statuses = [];
    for (const name of ['ann', 'ben', 'cat', 'dan']) statuses.push(await guess(`${name}@example.com`));
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
    expect(statuses.at(-1)?.wait).toBe('60');
    nowMs += 60_000;
    expect((await guess('dan@example.com')).status).toBe(400);
    await server.root.settings.update({ budgets: { signInsPerMinute: null } });
  });

  test('guests are counted by address, people by account wherever they are, superusers not at all', async () => {
    await server.root.collection('people').create(person);
    const { token } = await server.guest.collection('people').authWithPassword(person.email, person.password);
    const guest = [];
    for (let call = 0; call < 6; call++) guest.push(await list({ 'X-Real-IP': '7.7.7.7' }));
    expect(guest).toEqual([200, 200, 200, 200, 200, 429]);
    const one = [];
    for (let call = 0; call < 4; call++) one.push(await list({ Authorization: token, 'X-Real-IP': `7.7.7.${call}` }));
    expect(one).toEqual([200, 200, 200, 429]);
    for (let call = 0; call < 8; call++) expect(await list({ Authorization: server.root.authStore.token })).toBe(200);
  });

  test('addresses that the operator excludes are not counted', async () => {
    await server.root.settings.update({ rateLimits: { excludedIPs: ['6.6.6.0/24'] } });
    for (let call = 0; call < 8; call++) expect(await list({ 'X-Real-IP': '6.6.6.6' })).toBe(200);
  });
});

test('so many pages are written for a network in a minute, and not one more', async () => {
  await server.root.settings.update({ budgets: { pageRendersPerMinute: 2 }, rateLimits: { excludedIPs: ['9.9.9.1'] } });
  const admit = createRenderLimiter(server.engine);
  const ask = (ip: string) =>
    admit(ip).then(
      () => 'written',
      ({ status, retryAfterMs }) => [status, retryAfterMs],
    );
  expect([await ask('2001:db8:1:2:0:0:0:1'), await ask('2001:db8:1:2:0:0:0:2')]).toEqual(['written', 'written']);
  expect(await ask('2001:db8:1:2:0:0:0:3')).toEqual([429, 60_000]);
  expect(await ask('9.9.9.9')).toBe('written');
  for (let page = 0; page < 3; page++) expect(await ask('9.9.9.1')).toBe('written');
  nowMs += 60_000;
  expect(await ask('2001:db8:1:2:0:0:0:3')).toBe('written');
});

test('so many pages wait to be written, and not one more', async () => {
  await server.root.settings.update({ budgets: { waitingPages: 2 } });
  const admit = createWaitingLimiter(server.engine);
  expect(() => admit(1)).not.toThrow();
  expect(() => admit(2)).toThrow(expect.objectContaining({ status: 503, retryAfterMs: 2000 }));
});
