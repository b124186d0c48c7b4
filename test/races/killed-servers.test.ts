import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { History, type HistoryServer } from '#support/histories/history.ts';
import { addPeople } from '#support/histories/people.ts';
import { firstStep, what } from '#support/histories/steps.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { runs } from '#support/runs.ts';
import { type LoadedServer, loadServerProcess, type ServerProcess } from '#support/start-server-process.ts';

const password = 'killed-password';

let database: TestDatabase;
let dataDir: string;
let passwordHash: string;
let nowMs = Date.parse('2026-11-21T10:00:00+08:00');
let current: ServerProcess | undefined;
/** The next one is loaded while this one runs. */
let spare: LoadedServer | undefined;
let kills = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'kerbside-killed-'));
  await writeFile(paidFile(), '');
  passwordHash = await hashPassword(password);
});
afterAll(async () => {
  await Promise.all([current?.kill(), spare?.kill()]);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const paidFile = () => join(dataDir, 'paid');

async function alive(): Promise<ServerProcess> {
  if (current?.isAlive()) return current;
  const next = spare ?? loadServerProcess();
  current = await next.start({ databaseUrl: database.url, dataDir, nowMs, paidFile: paidFile() });
  spare = loadServerProcess();
  return current;
}

/** Does work during which the server may be killed. Whoever gets no answer asks once more. */
async function throughDeath(calls: number | undefined, work: () => Promise<unknown>): Promise<void> {
  const server = await alive();
  if (calls !== undefined) await server.dieAfter(calls);
  try {
    await work();
    if (calls !== undefined && server.isAlive()) await server.dieAfter(Number.MAX_SAFE_INTEGER);
  } catch (error) {
    // A connection that broke is heard of a moment before the end of the process; whoever answered lives on.
    const isDead = Promise.race([server.ended.then(() => true), setTimeout(5000, false)]);
    if (calls === undefined || !(await isDead)) throw error;
    kills += 1;
    await work();
  }
}

const server = (): HistoryServer => ({
  db: database.db,
  url: async () => (await alive()).url,
  nowMs: () => nowMs,
  async setClock(toMs) {
    nowMs = toMs;
    await (await alive()).setClock(nowMs);
  },
  hear: async (news) => (await alive()).hear(news),
  sweep: async () => (await alive()).sweep(),
  paidFile: paidFile(),
});

const deaths = fc.record({
  asked: fc.option(fc.nat(25), { nil: undefined, freq: 2 }),
  sweeping: fc.option(fc.nat(160), { nil: undefined, freq: 2 }),
});

const { numRuns, seed } = runs(1);

test(
  '[rule 23] a server that is killed between any two calls of its database, and starts again, leaves books, calendars and news right after every step',
  async () => {
    const done = new Map<string, number>();
    let histories = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(what, deaths), { minLength: 6, maxLength: 10 }), async (steps) => {
        const people = await addPeople(database.db, ++histories, passwordHash);
        const history = new History(server(), { people, password, through: throughDeath });
        for (const [step, dying] of [[firstStep, {}] as const, ...steps]) {
          await history.run(step, dying);
          expect([step, await history.findWrongs()]).toEqual([step, []]);
        }
        for (const [kind, times] of history.done) done.set(kind, (done.get(kind) ?? 0) + times);
      }),
      { numRuns, seed, endOnFailure: true },
    );
    process.stdout.write(`${histories} histories, ${kills} kills, ${JSON.stringify(Object.fromEntries(done))}\n`);
  },
  240_000 * numRuns,
);
