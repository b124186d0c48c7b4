import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { bankPath } from '#rules/paths/staff-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import type { PaymentProvider, ToldFee } from '../payments/payment-provider.ts';
import { bookFee, type ClaimedFee, claimFees, giveUpFees, noteCard, refuseFee } from './provider-fees.store.ts';

/** How many are asked for together, and at most each time: the provider counts all calls of the operator's account, those of payments among them. */
const together = 5;
const atMost = 200;

/** For so long a fee is asked for; what was not told by then never will be, as the payment was taken by an account of before. */
const askedForMs = 30 * 86_400_000;

/**
 * By so much a fee may be more than what it is of. A fixed part is in it, so that of S$0.50, the least that a card is charged, Stripe takes S$0.52; no
 * fixed part of a contract comes near S$5.00.
 */
export const abovePaidCents = 500;

/**
 * Asks the provider what it charged for payments that came in and refunds that were paid, and books it; what it does not say yet later. What it did not
 * say in thirty days is given up, also where the provider of now can't be asked.
 */
export async function readProviderFees(engine: Engine, provider: PaymentProvider, nowMs: number): Promise<void> {
  const { feeOf } = provider;
  if (feeOf) await askFor(engine, feeOf, nowMs);
  await giveUp(engine, nowMs, feeOf !== undefined);
}

async function askFor(engine: Engine, feeOf: NonNullable<PaymentProvider['feeOf']>, nowMs: number): Promise<void> {
  for (let asked = 0; asked < atMost; asked += together) {
    const due = await claimFees(engine.db, { nowMs, limit: together });
    if (due.length === 0) return;
    await Promise.all(due.map((fee) => readFee(engine, feeOf, fee)));
  }
}

async function giveUp(engine: Engine, nowMs: number, isAsked: boolean): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const given = await giveUpFees(tx, { sinceMs: nowMs - askedForMs, nowMs, isAsked });
    if (given.length === 0) return;
    await tellFinance(engine, tx, `provider-fees-not-told:${given[0]}:${nowMs}`, (language) => {
      const texts = noticesIn(language);
      const count = given.length;
      return { title: texts.feesNotBooked({ count }), message: texts.feesNotTold({ count }) };
    });
  });
}

async function readFee(engine: Engine, feeOf: NonNullable<PaymentProvider['feeOf']>, fee: ClaimedFee): Promise<void> {
  const { id, kind, reference } = fee;
  try {
    const told = await feeOf({ kind, reference });
    if (told?.cardLast4) await noteCard(engine.db, id, told.cardLast4);
    const code = told ? whyNot(told, fee.paidCents) : '';
    if (told && code === '') return await bookFee(engine.db, id, told.cents, engine.clock.nowMs());
    if (told) return await refuse(engine, fee, { code, said: wordsOf(told) });
  } catch (error) {
    engine.log.error({ err: error, fee: id }, 'The payment provider did not say what it charged.');
  }
}

/** Why what was told can't be the fee of so much; '' where it can. */
function whyNot({ cents, currency }: ToldFee, paidCents: number): string {
  if (currency !== 'sgd') return 'other_currency';
  if (cents < 0) return 'negative';
  return cents > paidCents + abovePaidCents ? 'more_than_paid' : '';
}

/** What was told, as it was told: of another currency nobody here knows how many of its smallest unit make one. */
function wordsOf({ cents, currency }: ToldFee): string {
  return currency === 'sgd' ? formatCents(cents) : `${cents} ${currency.toUpperCase()}`;
}

async function refuse(engine: Engine, fee: ClaimedFee, { code, said }: { code: string; said: string }): Promise<void> {
  const { id, paidCents, sinceMs } = fee;
  const nowMs = engine.clock.nowMs();
  await engine.db.transaction(async (tx) => {
    if (!(await refuseFee(tx, id, { code, said, nowMs }))) return;
    // Of one that was asked for again they are told again.
    await tellFinance(engine, tx, `provider-fee:${id}:${sinceMs}`, (language) => {
      const texts = noticesIn(language);
      const amount = formatCents(paidCents);
      return { title: texts.feesNotBooked({ count: 1 }), message: texts.feeNotBookedOf({ amount }) };
    });
  });
}

async function tellFinance(
  engine: Engine,
  tx: Transaction,
  key: string,
  write: (language: string) => { title: string; message: string },
): Promise<void> {
  const staff = await findStaff(tx, 'payments');
  await notifyOnce(
    engine,
    tx,
    staff.map((user) => ({
      user,
      type: 'payment' as const,
      write,
      link: bankPath,
      key: `${key}:${user}`,
      isRequired: true,
    })),
  );
}
