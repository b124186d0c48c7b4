import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../bin/lib/free-port.mjs';

const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-crash-'));
const password = 'kerbside-demo';
let server: ChildProcess;
let lastWords = '';
let url = '';

async function startServer(): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'development', DEMO: '1' },
    // Requests that fail while the database is away are logged; that is told only when the server ends by it.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stderr?.on('data', (chunk) => {
    lastWords = (lastWords + String(chunk)).slice(-4000);
  });
  for await (const chunk of server.stdout ?? []) if (String(chunk).includes('is ready')) break;
  server.stdout?.resume();
}

beforeAll(startServer);

afterAll(async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
});

async function signIn(email: string, collection = 'users'): Promise<PocketBase> {
  const client = new PocketBase(url).autoCancellation(false);
  await client.collection(collection).authWithPassword(email, password);
  return client;
}

type Acknowledged = { lessons: string[]; payments: string[] };

let made = 0;
let paid = 0;

/** Books and pays until the server is gone, and remembers what was answered with 200. */
async function bookUntilCut(client: PocketBase, instructor: string, starts: string[]): Promise<Acknowledged> {
  const seen: Acknowledged = { lessons: [], payments: [] };
  for (const start of starts) {
    made += 1;
    const id = `crash${String(made).padStart(10, '0')}`;
    try {
      await client.collection('lessons').create({ id, instructor, start, durationMinutes: 60, pickup: 'Bedok MRT' });
      seen.lessons.push(id);
      const payment = await client
        .collection('payments')
        .create({ id, lesson: id, method: 'card', cardNumber: '4242424242424242' });
      if (payment.status !== 'succeeded') continue;
      seen.payments.push(id);
      paid += 1;
    } catch (error) {
      if (error instanceof Error && 'status' in error && error.status === 0) break;
    }
  }
  return seen;
}

type Slot = { start: string };

/** Several learners book several instructors; `cut` strikes when a few payments are through. */
async function bookWhile(cut: () => Promise<void>): Promise<Acknowledged> {
  const root = await signIn('root@kerbside.example', '_superusers');
  const people = await root.collection('users').getList(1, 12, { filter: 'role = "user"', sort: '@random' });
  const learners = await Promise.all(people.items.map(({ email }) => signIn(email)));
  const found = await learners[0]!.send('/api/marketplace/instructors?perPage=12', {});
  const from = new Date(Date.now() + 86_400_000).toISOString();
  const to = new Date(Date.now() + 40 * 86_400_000).toISOString();
  const runs: Array<Promise<Acknowledged>> = [];
  const instructors = found.items as Array<{ instructor: { id: string } }>;
  for (const [index, { instructor }] of instructors.entries()) {
    const query = new URLSearchParams({ instructor: instructor.id, from, to, durationMinutes: '60' });
    const { items } = await learners[0]!.send(`/api/marketplace/slots?${query}`, {});
    const starts = (items as Slot[]).filter((_, at) => at % 7 === index % 7).map((slot) => slot.start);
    const client = learners[index % learners.length]!;
    runs.push(bookUntilCut(client, instructor.id, starts));
  }
  await cut();
  const all = await Promise.all(runs);
  return { lessons: all.flatMap((seen) => seen.lessons), payments: all.flatMap((seen) => seen.payments) };
}

async function expectNothingLost({ lessons, payments }: Acknowledged): Promise<void> {
  const root = await signIn('root@kerbside.example', '_superusers');
  const stored = new Map(
    (await root.collection('lessons').getFullList({ batch: 500, filter: 'id ~ "crash"' })).map((lesson) => [
      lesson.id,
      lesson,
    ]),
  );
  expect(lessons.filter((id) => !stored.has(id))).toEqual([]);
  expect(payments.filter((id) => !['confirmed', 'requested'].includes(stored.get(id)?.status))).toEqual([]);
  const paid = new Map(
    (await root.collection('payments').getFullList({ batch: 500, filter: 'id ~ "crash"' })).map((payment) => [
      payment.id,
      payment,
    ]),
  );
  expect(payments.filter((id) => paid.get(id)?.status !== 'succeeded')).toEqual([]);
  // What was under way is whole or not there: a succeeded payment has its entries and its lesson, no other lesson has either.
  const sums = new Map<string, number>();
  const charged = new Set<string>();
  for (let page = 1; ; page++) {
    const { items, totalPages } = await root.send(`/api/marketplace/ledger?page=${page}&perPage=1000`, {});
    for (const entry of items) {
      sums.set(entry.transaction, (sums.get(entry.transaction) ?? 0) + entry.amountCents);
      if (entry.kind === 'payment') charged.add(entry.payment);
    }
    if (page >= totalPages) break;
  }
  expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([]);
  for (const [id, payment] of paid) expect([id, charged.has(id)]).toEqual([id, payment.status === 'succeeded']);
  for (const [id, lesson] of stored)
    expect([id, ['confirmed', 'requested'].includes(lesson.status)]).toEqual([id, charged.has(id)]);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('killing the server in the middle of bookings loses nothing that was acknowledged', async () => {
  const before = paid;
  const seen = await bookWhile(async () => {
    await until(() => paid >= before + 8);
    server.kill('SIGKILL');
    await once(server, 'exit');
  });
  expect(seen.payments.length).toBeGreaterThan(5);
  await startServer();
  await expectNothingLost(seen);
});

test('killing the database in the middle of bookings loses nothing that was acknowledged, and the server goes on', async () => {
  const before = paid;
  const seen = await bookWhile(async () => {
    await until(() => paid >= before + 8);
    const [pid] = readFileSync(join(dataDir, 'postgres-18', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  });
  expect(seen.payments.length).toBeGreaterThan(5);
  // The server brings its database back by itself.
  await expect
    .poll(
      async () => {
        if (server.exitCode !== null || server.signalCode !== null) throw new Error(`The server ended: ${lastWords}`);
        return signIn('root@kerbside.example', '_superusers').then(
          () => 'back',
          (error: Error) => `${error.message} ${lastWords}`,
        );
      },
      { timeout: 60_000 },
    )
    .toBe('back');
  await expectNothingLost(seen);
});
