import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { History, type HistoryServer } from '#support/histories/history.ts';
import { addPeople } from '#support/histories/people.ts';
import { firstStep, what } from '#support/histories/steps.ts';
import { BankWalk, bankStep } from '#support/outside/bank-walk.ts';
import { runs } from '#support/runs.ts';
import { startApp, type TestApp } from '#support/start-app.ts';

const password = 'history-password';

let app: TestApp;
let walk: BankWalk;
let server: HistoryServer;
let passwordHash: string;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kerbside-bank-walks-'));
  const paidFile = join(dataDir, 'paid');
  await writeFile(paidFile, '');
  passwordHash = await hashPassword(password);
  const payNow = { uen: '202612345K', name: 'KERBSIDE', holdHours: 12 };
  app = await startApp({ payNow, log: createLogger('silent') });
  const { db, clock, app: product } = app;
  walk = new BankWalk(app, password);
  let sweptMs = 0;
  server = {
    db,
    url: async () => app.url,
    nowMs: clock.nowMs,
    setClock: async (toMs) => clock.set(new Date(toMs).toISOString()),
    // No provider tells of anything.
    hear: async () => undefined,
    async sweep() {
      if (clock.nowMs() === sweptMs) return;
      sweptMs = clock.nowMs();
      await product.sweepers.runDue();
    },
    paidFile,
  };
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const { numRuns, seed } = runs(1);
const steps = process.env.COUNT === undefined ? 80 : 200;

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ inside: what }) },
  { weight: 1, arbitrary: fc.record({ outside: bankStep }) },
);

test(
  '[26.16] [26.23] whatever people, the clock, payers and finance do, the books have what is on the operator’s account, but for what no statement told yet',
  async () => {
    let walks = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps, size: 'max' }), async (taken) => {
        const people = await addPeople(server.db, ++walks, passwordHash);
        walk.signAs(people.admin);
        const history = new History(server, { people, password, outside: walk });
        await history.run(firstStep);
        for (const [place, one] of taken.entries()) {
          if ('inside' in one) await history.run(one.inside);
          else await walk.run(one.outside);
          expect([place, one, await walk.findUnexplained()]).toEqual([place, one, []]);
        }
        await walk.settle();
        expect(await walk.findUnexplained()).toEqual([]);
        const [row] = await server.db.query<{ cents: number }>(
          `select ledger_balance(a)::double precision as cents from ledger_accounts a where a.id = 'provider_clearing'`,
        );
        expect(row?.cents).toBe(walk.balanceCents());
        expect(await history.findWrongs()).toEqual([]);
        process.stdout.write(`bank: ${JSON.stringify(Object.fromEntries(history.done))}\n`);
      }),
      { numRuns, seed, endOnFailure: true },
    );
  },
  600_000 * numRuns,
);
