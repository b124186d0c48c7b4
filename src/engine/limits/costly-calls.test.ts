import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

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

  test('all addresses of one IPv6 network are one', async () => {
    expect((await register('2001:db8:1:2::1')).status).toBe(200);
    expect((await register('2001:db8:1:2:ffff::2')).status).toBe(200);
    expect((await register('2001:db8:1:2:3:4:5:6')).status).toBe(429);
    expect((await register('2001:db8:1:3::1')).status).toBe(200);
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
