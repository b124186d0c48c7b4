import type { Queryable, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { dayMs } from '#rules/time/durations.ts';
import type { Frozen, IncomingMoney, Payable, PaymentPurpose } from '../../money/payments/till.ts';
import { tellOfRefunds } from '../../money/refunds/tell-of-refunds.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { announcePackageBought, announcePackagePaidLate, announcePackageTakenBack } from './announce-packages.ts';
import { endPurchase, findBeyondBank, listLessonsAhead, refundPurchase } from './ending.store.ts';
import {
  activatePurchase,
  findPaidCents,
  findPurchase,
  lockPurchase,
  owePaymentBack,
  prolongPending,
  settlePackagePayment,
} from './packages.store.ts';
import { nextDueMs } from './when-due.ts';

/** Calls a lesson ahead off whose money a bank takes back. */
type CallOff = (engine: Engine, tx: Transaction, of: { id: string; nowMs: number }) => Promise<Frozen>;

/** What payments ask and tell of packages. */
export const packagePurpose = (callOff: CallOff): PaymentPurpose => ({
  field: 'packagePurchase',
  find: findPayable,
  isPaidWhole: true,
  keep: async (_engine, tx, of) => prolongPending(tx, of),
  lock: async (tx, id) => void (await lockPurchase(tx, id)),
  settle: settlePaid,
  record: recordPaid,
  freeze: (engine, tx, of) => endForBank(engine, tx, { ...of, callOff }),
  tellOfBank: announcePackageTakenBack,
  words: {
    missing: 'There is no such package of yours.',
    paid: 'This package is paid.',
    underWay: 'A payment of this package is under way.',
  },
});

async function findPayable(db: Queryable, id: string, nowMs: number): Promise<Payable | undefined> {
  const purchase = await findPurchase(db, id);
  if (!purchase) return undefined;
  const untilMs = purchase._dueAt instanceof Date ? purchase._dueAt.getTime() : 0;
  const paidCents = await findPaidCents(db, id);
  const payable = { learner: String(purchase.learner), priceCents: Number(purchase.priceCents), paidCents, untilMs };
  if (purchase.status === 'pending' && untilMs > nowMs) return payable;
  if (purchase.status === 'pending' || (purchase.status === 'expired' && !purchase.boughtAt)) {
    const message = 'The price is no longer kept for you. Choose the package again; nothing was charged.';
    return { ...payable, refusal: { code: 'purchase_expired', message } };
  }
  return { ...payable, refusal: { code: 'not_payable', message: 'This package does not wait for a payment.' } };
}

// The package's lock comes before the payment's, as wherever both are taken.
async function settlePaid(engine: Engine, tx: Transaction, { payment, ...money }: IncomingMoney): Promise<boolean> {
  const [id, ofPayment] = [String(payment.packagePurchase), String(payment.id)];
  const purchase = await lockPurchase(tx, id);
  if (!purchase) throw new Error(`The payment ${ofPayment} is for no package.`);
  const status = await settlePackagePayment(tx, ofPayment, money);
  if (status === undefined) return false;
  const isInTime = purchase._dueAt instanceof Date && purchase._dueAt.getTime() > money.nowMs;
  // Hours are worth what was paid for them: part of the price buys none.
  const isWhole = (await findPaidCents(tx, id)) >= Number(purchase.priceCents);
  const active = status === 'succeeded' && isInTime && isWhole ? await activate(tx, purchase, money.nowMs) : undefined;
  if (active) {
    await announcePackageBought(engine, tx, active);
    tx.afterCommit(() => publishRow(engine, 'package_purchases', active));
    return true;
  }
  await owePaymentBack(tx, ofPayment, money.nowMs);
  await announcePackagePaidLate(engine, tx, { purchase, payment: ofPayment });
  await tellOfRefunds(engine, tx, [ofPayment]);
  return true;
}

// What a superuser wrote down as paid is paid, whenever it was asked for.
async function recordPaid(engine: Engine, tx: Transaction, id: string, nowMs: number): Promise<void> {
  const purchase = await lockPurchase(tx, id);
  const active = purchase?.status === 'pending' ? await activate(tx, purchase, nowMs) : undefined;
  if (active) tx.afterCommit(() => publishRow(engine, 'package_purchases', active));
}

async function activate(tx: Transaction, purchase: Record<string, unknown>, nowMs: number) {
  const { values } = await findPolicyOf(tx, Number(purchase.policyVersion));
  const dueMs = nextDueMs(purchase, values, nowMs);
  return activatePurchase(tx, String(purchase.id), { nowMs, dueMs, slotCheckMs: nowMs + dayMs });
}

type ForBank = { id: string; nowMs: number; callOff: CallOff };

// Lessons ahead that its hours paid are called off as those that a card paid are, and what is left buys none any more. All that covers what the bank
// took; where that was a part, the rest goes back.
async function endForBank(engine: Engine, tx: Transaction, { id, nowMs, callOff }: ForBank): Promise<Frozen> {
  let lessonsOff = 0;
  for (const lesson of await listLessonsAhead(tx, id, nowMs)) {
    const { isOff } = await callOff(engine, tx, { id: lesson, nowMs });
    lessonsOff += Number(isOff);
  }
  const ended = await endPurchase(tx, id, 'refunded', nowMs);
  if (ended) {
    const back = await refundPurchase(tx, id, { cents: await findBeyondBank(tx, id), isLeaving: false, nowMs });
    await tellOfRefunds(engine, tx, back.payments);
    tx.afterCommit(() => publishRow(engine, 'package_purchases', ended));
  }
  return { was: '', isOff: ended !== undefined, lessonsOff };
}
