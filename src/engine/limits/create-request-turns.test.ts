import { request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';
import type { Route } from '../http/route.ts';
import { serveHttp } from '../serve-http.ts';

let server: EngineServer;
let app: FastifyInstance;
let port = 0;
/** Addresses of the reads that were begun and wait to be let go. */
let begun: string[] = [];
const letGo: Array<() => void> = [];
const leavers: Array<() => void> = [];

const read: Route = {
  method: 'GET',
  path: '/api/read',
  async handle({ ip }) {
    begun.push(ip);
    await new Promise<void>((resolve) => letGo.push(resolve));
    return { status: 200, body: ip };
  },
};
const write: Route = { ...read, method: 'POST', path: '/api/write' };
const signIn: Route = { ...read, method: 'POST', path: '/api/collections/:collection/auth-with-password' };
const health: Route = { ...read, path: '/api/health' };

beforeAll(async () => {
  server = await startEngineServer();
  await server.root.settings.update({ trustedProxy: { headers: ['X-Forwarded-For'], useLeftmostIP: false } });
  app = serveHttp(server.engine, [read, write, signIn, health], { limit: async () => {}, charge() {} });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  for (const leave of leavers.splice(0)) leave();
  await expect.poll(() => letGo.splice(0).map((end) => end())).toEqual([]);
  begun = [];
});
afterAll(async () => {
  await app.close();
  await server.close();
});

/** Asks once from an address, and answers the status once it is there. */
function ask(address: string, path = '/api/read', method = 'GET'): { status: Promise<number>; leave: () => void } {
  const asked = request({ port, path, method, agent: false, headers: { 'X-Forwarded-For': address } });
  leavers.push(() => asked.destroy());
  const status = new Promise<number>((resolve) => {
    asked.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    asked.on('error', () => resolve(0));
  });
  asked.end();
  return { status, leave: () => asked.destroy() };
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const countOf = (address: string) => begun.filter((other) => other === address).length;

test('[25.40] of one address four reads are begun at a time, and who asks from elsewhere does not wait for the others', async () => {
  const many = times(60, () => ask('1.1.1.1'));
  await expect.poll(() => countOf('1.1.1.1')).toBeGreaterThanOrEqual(4);
  const other = ask('2.2.2.2');
  const [writing, looking] = [ask('1.1.1.1', '/api/write', 'POST'), ask('1.1.1.1', '/api/health')];
  await expect.poll(() => countOf('2.2.2.2')).toBe(1);
  // Those that write have turns of their own, and those that ask how the server is none.
  await expect.poll(() => countOf('1.1.1.1')).toBeGreaterThanOrEqual(6);
  expect(countOf('1.1.1.1')).toBeLessThan(60);
  const end = setInterval(() => {
    for (const go of letGo.splice(0)) go();
  }, 1);
  const statuses = await Promise.all([...many, other, writing, looking].map(({ status }) => status));
  clearInterval(end);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(begun).toHaveLength(63);
});

test('[25.40] reads that wait for something else keep nobody waiting for long', async () => {
  times(9, () => ask('3.3.3.3'));
  await expect.poll(() => countOf('3.3.3.3'), { timeout: 15_000 }).toBe(9);
});

test('[25.40] nothing is read for those who left before their turn', async () => {
  const many = times(200, () => ask('4.4.4.4'));
  await expect.poll(() => countOf('4.4.4.4')).toBeGreaterThanOrEqual(4);
  for (const { leave } of many) leave();
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0);
  const last = ask('4.4.4.4');
  const end = setInterval(() => {
    for (const go of letGo.splice(0)) go();
  }, 1);
  expect(await last.status).toBe(200);
  clearInterval(end);
  expect(countOf('4.4.4.4')).toBeLessThan(50);
});

test('[25.44] of one address four writes are begun at a time, the bodies of the others unread, and nobody else waits for them', async () => {
  const many = times(60, () => ask('5.5.5.5', '/api/write', 'POST'));
  await expect.poll(() => countOf('5.5.5.5')).toBeGreaterThanOrEqual(4);
  const [reading, other] = [ask('5.5.5.5'), ask('6.6.6.6', '/api/write', 'POST')];
  await expect.poll(() => countOf('6.6.6.6')).toBe(1);
  await expect.poll(() => countOf('5.5.5.5')).toBeGreaterThanOrEqual(5);
  expect(countOf('5.5.5.5')).toBeLessThan(60);
  const end = setInterval(() => {
    for (const go of letGo.splice(0)) go();
  }, 1);
  const statuses = await Promise.all([...many, reading, other].map(({ status }) => status));
  clearInterval(end);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('[25.44] of more than two hundred writes of one address that wait the others are refused at once', async () => {
  const many = times(220, () => ask('7.7.7.7', '/api/write', 'POST'));
  const refused = await Promise.any(many.map(({ status }) => status));
  expect(refused).toBe(429);
  const end = setInterval(() => {
    for (const go of letGo.splice(0)) go();
  }, 1);
  const statuses = await Promise.all(many.map(({ status }) => status));
  clearInterval(end);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(200);
});

test('[25.52] of writes from as many addresses some are begun at a time, and who signs in meanwhile does not wait for them', async () => {
  const many = times(500, (index) => ask(`20.${index % 250}.${index % 2}.1`, '/api/write', 'POST'));
  await expect.poll(() => begun.length).toBeGreaterThanOrEqual(8);
  const other = ask('8.8.8.8', '/api/collections/users/auth-with-password', 'POST');
  await expect.poll(() => countOf('8.8.8.8')).toBe(1);
  expect(begun.length).toBeLessThan(350);
  const end = setInterval(() => {
    for (const go of letGo.splice(0)) go();
  }, 1);
  const statuses = await Promise.all([...many, other].map(({ status }) => status));
  clearInterval(end);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(begun).toHaveLength(501);
});

test('[25.52] networks have their turns one after the other, however many writes of one wait', async () => {
  const slow = times(12, (index) => times(9, () => ask(`30.${index}.0.1`, '/api/write', 'POST'))).flat();
  await expect.poll(() => begun.length).toBeGreaterThanOrEqual(8);
  ask('9.9.9.9', '/api/write', 'POST');
  // Nobody of the first ends; their places are taken by the next networks all the same.
  await expect.poll(() => countOf('9.9.9.9'), { timeout: 10_000 }).toBe(1);
  for (const { leave } of slow) leave();
});
