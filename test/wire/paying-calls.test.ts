import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { addPeople } from '#support/histories/people.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { type ServerProcess, startServerProcess } from '#support/start-server-process.ts';

const password = 'counted-password';

let database: TestDatabase;
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'kerbside-counted-'));
  const nowMs = Date.parse('2026-11-21T10:00:00+08:00');
  server = await startServerProcess({ databaseUrl: database.url, dataDir, nowMs });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function send(path: string, token: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}/api/collections/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

test('a lesson that a card pays, and is confirmed and told of by that, takes fifteen calls of the database', async () => {
  const { learners, teachers } = await addPeople(database.db, 1, await hashPassword(password));
  const who = { identity: `${learners[0]}@kerbside.example`, password };
  const token = String((await send('users/auth-with-password', '', who)).token);
  const calls: number[] = [];
  for (let day = 1; day <= 5; day++) {
    const start = `2026-12-0${day}T02:00:00.000Z`;
    const { id: lesson } = await send('lessons/records', token, {
      instructor: teachers[0],
      start,
      durationMinutes: 60,
    });
    const before = await server.counts();
    const card = { method: 'card', cardNumber: '4242424242424242' };
    const payment = await send('payments/records', token, { lesson, ...card });
    expect(payment.status).toBe('succeeded');
    calls.push((await server.counts()).asked - before.asked);
  }
  // One of them asks which of the receivers proved their addresses. And one that tells other servers, which payments at the same time share. What the request set off may be counted with the next one.
  const [, , usual] = calls.toSorted((one, other) => one - other);
  expect(usual).toBeLessThanOrEqual(16);
});
