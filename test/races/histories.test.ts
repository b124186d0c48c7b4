import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { History, type HistoryServer } from '#support/histories/history.ts';
import { createMoodyProvider, hearNews } from '#support/histories/moody-provider.ts';
import { addPeople } from '#support/histories/people.ts';
import { firstStep, what } from '#support/histories/steps.ts';
import { runs } from '#support/runs.ts';
import { startApp, type TestApp } from '#support/start-app.ts';

const password = 'history-password';

let app: TestApp;
let dataDir: string;
let server: HistoryServer;
let passwordHash: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kerbside-histories-'));
  const paidFile = join(dataDir, 'paid');
  await writeFile(paidFile, '');
  const provider = createMoodyProvider(paidFile);
  passwordHash = await hashPassword(password);
  // Its provider is silent at times, which is an error to whoever reads the log.
  app = await startApp({ provider, log: createLogger('silent') });
  const { db, clock, app: product } = app;
  server = {
    db,
    url: async () => app.url,
    nowMs: clock.nowMs,
    setClock: async (toMs) => clock.set(new Date(toMs).toISOString()),
    hear: (news) => hearNews(product.engine, provider, news),
    sweep: () => product.sweepers.runDue(),
    paidFile,
  };
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const { numRuns, seed } = runs(4);

test(
  '[rule 23] whatever people, the clock and the provider do, in any order, leaves books, calendars and news right after every step',
  async () => {
    const done = new Map<string, number>();
    let histories = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(what, { minLength: 10, maxLength: 20 }), async (steps) => {
        const people = await addPeople(server.db, ++histories, passwordHash);
        const history = new History(server, { people, password });
        for (const step of [firstStep, ...steps]) {
          await history.run(step);
          expect([step, await history.findWrongs()]).toEqual([step, []]);
        }
        for (const [kind, times] of history.done) done.set(kind, (done.get(kind) ?? 0) + times);
      }),
      { numRuns, seed, endOnFailure: true },
    );
    process.stdout.write(`${histories} histories, ${JSON.stringify(Object.fromEntries(done))}\n`);
  },
  120_000 * numRuns,
);
