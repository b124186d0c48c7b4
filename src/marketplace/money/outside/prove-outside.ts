import type { Engine } from '#engine/engine.ts';
import type { Sweeper } from '#engine/jobs/sweepers.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { sumOfDifferences } from '#rules/outside/compare-moves.ts';
import { bankPath } from '#rules/paths/staff-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { abovePaidCents } from '../provider-fees/read-provider-fees.ts';
import { compareWithBank, compareWithProvider, graceMs } from './compare-outside.ts';
import { bankPlace, forgetProofs, type KeptProof, keepProof, listProofs, noteAllOutside } from './outside.store.ts';
import { bookBalanceFees } from './provider-moves.store.ts';
import { readProviderMoves } from './read-provider-moves.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** For so long it is kept what comparisons came to. */
const keptMs = 400 * dayMs;

/**
 * Reads what moved outside each hour, compares the books with it once a day, and each hour while they differ; keeps what it came to, and tells finance of what
 * differs for longer than the grace.
 */
export function proveOutside(engine: Engine, provider: PaymentProvider): Sweeper {
  return {
    name: 'prove-outside',
    everyMs: hourMs,
    asksOutside: true,
    async run(nowMs) {
      await prove(engine, bankPlace, { nowMs, compare: () => compareWithBank(engine.db, nowMs) });
      if (!provider.movesBetween) return;
      await readProviderMoves(engine.db, provider, nowMs);
      // Amounts are those of the balance: a refund that failed may have cost something, and its fee is asked for by nobody.
      await noteAllOutside(engine.db);
      await bookBalanceFees(engine.db, provider.name, { aboveCents: abovePaidCents, nowMs });
      await prove(engine, provider.name, { nowMs, compare: () => compareWithProvider(engine.db, provider, nowMs) });
    },
  };
}

type Proving = { nowMs: number; compare: () => Promise<KeptProof | undefined> };

async function prove(engine: Engine, name: string, { nowMs, compare }: Proving): Promise<void> {
  const last = (await listProofs(engine.db)).find(({ place }) => place === name);
  const isRight = last?.differing === 0 && last.notComparedMs === null;
  if (last && isRight && nowMs - last.comparedMs < dayMs && nowMs >= last.comparedMs) return;
  const proof = await compare();
  if (!proof) return;
  await keepProof(engine.db, proof);
  await forgetProofs(engine.db, nowMs - keptMs);
  await tellFinance(engine, proof);
}

/** Once for what is the oldest: the rest stands beside it. */
async function tellFinance(engine: Engine, { place, comparedMs, oldestMs, differences }: KeptProof): Promise<void> {
  const [oldest] = differences;
  if (!oldest || oldestMs === null || comparedMs - oldestMs <= graceMs) return;
  const old = differences.filter(({ since }) => comparedMs - Date.parse(since) > graceMs);
  const amount = formatCents(sumOfDifferences(old));
  await engine.db.transaction(async (tx) => {
    const staff = await findStaff(tx, 'payments');
    await notifyOnce(
      engine,
      tx,
      staff.map((user) => ({
        user,
        type: 'payment' as const,
        write: (language: string) => {
          const texts = noticesIn(language);
          return { title: texts.outsideDiffers, message: texts.outsideDiffersBy({ amount, count: old.length }) };
        },
        link: bankPath,
        key: `outside:${place}:${oldest.part}:${oldest.reference}:${oldestMs}:${user}`,
        isRequired: true,
      })),
    );
  });
}
