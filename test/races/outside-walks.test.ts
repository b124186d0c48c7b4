import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { catchUpWithProvider } from '#marketplace/money/stripe/catch-up-with-provider.ts';
import { openTill } from '#marketplace/open-till.ts';
import { History, type HistoryServer } from '#support/histories/history.ts';
import { addPeople } from '#support/histories/people.ts';
import { firstStep, what } from '#support/histories/steps.ts';
import { outsideStep, StripeWalk } from '#support/outside/stripe-walk.ts';
import { StripeWorld } from '#support/outside/stripe-world.ts';
import { runs } from '#support/runs.ts';
import { startApp, type TestApp } from '#support/start-app.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

const password = 'history-password';

let app: TestApp;
let standIn: StripeStandIn;
let world: StripeWorld;
let walk: StripeWalk;
let server: HistoryServer;
let passwordHash: string;
let dataDir: string;

let sweptMs = 0;
let sweeps = 0;

/** What is due becomes due by the clock; and now and then whatever the clock says. */
async function sweep(): Promise<void> {
  sweeps += 1;
  if (app.clock.nowMs() === sweptMs && sweeps % 8 !== 0) return;
  sweptMs = app.clock.nowMs();
  await app.app.sweepers.runDue();
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kerbside-walks-'));
  const paidFile = join(dataDir, 'paid');
  await writeFile(paidFile, '');
  passwordHash = await hashPassword(password);
  world = new StripeWorld(() => app.clock.nowMs());
  standIn = await startStripeStandIn(world.rules);
  const provider = createStripeProvider(standIn.options);
  // Its answers get lost at times, which is an error to whoever reads the log.
  app = await startApp({ provider, log: createLogger('silent') });
  const { db, clock, app: product } = app;
  // The walk itself waits for what it asks: a busy machine is no lost answer.
  const patient = createStripeProvider({ ...standIn.options, patienceMs: 20_000 });
  const till = openTill(product.engine, patient);
  const catchUp = () => catchUpWithProvider(till, clock.nowMs());
  walk = new StripeWalk(app, { world, standIn, provider: patient, catchUp });
  server = {
    db,
    url: async () => app.url,
    nowMs: clock.nowMs,
    setClock: (toMs) => walk.setClock(toMs),
    hear: (news) => walk.happen(news),
    sweep,
    paidFile,
  };
});
afterAll(async () => {
  await app.close();
  await standIn.close();
  await rm(dataDir, { recursive: true, force: true });
});

const { numRuns, seed } = runs(2);
/** 220 steps in the suite (and 80 in bank-walks.test.ts), 10,000 in `bin/check --deep`. */
const steps = process.env.COUNT === undefined ? 110 : 200;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ inside: what }) },
  { weight: 1, arbitrary: fc.record({ outside: outsideStep }) },
);

test(
  '[26.16] [26.17] whatever people, the clock and Stripe do, in any order, the books have what Stripe has, but for what they have not heard',
  async () => {
    let walks = 0;
    const done = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps, size: 'max' }), async (taken) => {
        const people = await addPeople(server.db, ++walks, passwordHash);
        const history = new History(server, { people, password, outside: walk });
        await history.run(firstStep);
        for (const [place, one] of taken.entries()) {
          if ('inside' in one) await history.run(one.inside);
          else {
            await walk.run(one.outside);
            await server.sweep();
          }
          expect([place, one, await walk.findUnexplained()]).toEqual([place, one, []]);
          if (place % 10 > 0) continue;
          // What one sweeper does may be due for another before it.
          await app.app.sweepers.runDue();
          expect([place, one, await history.findWrongs()]).toEqual([place, one, []]);
        }
        await walk.settle();
        expect(await walk.findDifferences()).toEqual([]);
        expect([...(await walk.findUnexplained()), ...(await history.findWrongs())]).toEqual([]);
        for (const [kind, times] of history.done) done.set(kind, (done.get(kind) ?? 0) + times);
      }),
      { numRuns, seed, endOnFailure: true },
    );
    process.stdout.write(`${walks} walks, ${JSON.stringify(Object.fromEntries(done))}\n`);
  },
  600_000 * numRuns,
);
