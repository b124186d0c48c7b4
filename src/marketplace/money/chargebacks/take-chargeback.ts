import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { creditPath, entriesPath } from '#rules/paths/money-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { besideBank, besideCase, type Till } from '../payments/till.ts';
import { tellOfRefunds } from '../refunds/tell-of-refunds.ts';
import {
  changeFee,
  coverChargeback,
  coverFromCredit,
  coverFromRefunds,
  type Dispute,
  findBooked,
  findByReference,
  findPaymentOf,
  insertClosed,
  insertOpened,
  listOfDispute,
  listParts,
  lockStatus,
  noteFrozen,
  noteTold,
  oweChargeback,
  passOnWaiting,
  stopRefundsByHand,
  waitsForOtherBank,
} from './chargebacks.store.ts';
import { purposeOfPart, tellSides } from './tell-sides.ts';

/**
 * A learner's bank takes a payment back. It is booked out at once, and what it was for waits: what was not given yet is called off and covers
 * the cost, what was given is frozen until the bank decided. Both sides are told what that means for them, and admins: the bank wants to hear our side within days.
 * Answers the payment and what of the dispute is booked; undefined where it is of no payment that is known here.
 */
export async function openChargeback(
  till: Till,
  dispute: Dispute,
): Promise<{ payment: string; bookedCents: number } | undefined> {
  const { engine } = till;
  const nowMs = engine.clock.nowMs();
  return engine.db.transaction(async (tx) => {
    const known = await findBooked(tx, dispute.id);
    if (known) return known;
    const payment = await findByReference(tx, dispute.paymentReference);
    if (!payment) return undefined;
    for (const share of await shareOut(tx, dispute, String(payment.id))) {
      const isKnown = !(await openShare(till, tx, share, { nowMs }));
      if (isKnown) return findBooked(tx, dispute.id);
    }
    await tellAdmins(engine, tx, { ...dispute, link: moneyOf(payment) });
    return findBooked(tx, dispute.id);
  });
}

/** What the provider asks for a dispute is known later than the dispute, or given back: the difference is booked. */
export async function changeChargebackFee({ engine }: Till, dispute: string, feeCents: number): Promise<void> {
  await engine.db.transaction((tx) => changeFee(tx, dispute, feeCents, engine.clock.nowMs()));
}

type Share = Dispute & { payment: string };

/**
 * What of a dispute falls on each payment of what was charged together: in their order as much as is left of each, then of what of each went back
 * already. The first share bears the fee, and what is more than all of them came to.
 */
async function shareOut(tx: Transaction, dispute: Dispute, payment: string): Promise<Share[]> {
  const parts = await listParts(tx, payment);
  if (parts.length < 2) return [{ ...dispute, payment }];
  let restCents = dispute.amountCents;
  const left = parts.map((part) => take(part.leftCents));
  const cents = parts.map((part, index) => (left[index] ?? 0) + take(part.amountCents - (left[index] ?? 0)));
  const taken = parts.map((part, index) => ({ payment: part.payment, amountCents: cents[index] ?? 0 }));
  const [first = { payment, amountCents: 0 }, ...others] = taken.filter(({ amountCents }) => amountCents > 0);
  return [
    { ...dispute, ...first, amountCents: first.amountCents + restCents },
    ...others.map((share, index) => ({ ...dispute, ...share, id: `${dispute.id}.${index + 1}`, feeCents: 0 })),
  ];

  function take(mostCents: number) {
    const takenCents = Math.min(restCents, mostCents);
    restCents -= takenCents;
    return takenCents;
  }
}

/** Money that the operator's own bank took back for good: of which payment, and the name of the event. */
export type Recall = { id: string; payment: string; amountCents: number };

/**
 * The operator's bank took the money of a payment back, which nobody decides about any more: what it was for is called off where it is ahead. What is
 * still here covers it, and the learner owes the rest (`owe_chargeback`). Both sides are told. In the caller's transaction; a repeat has no second effect.
 */
export async function takeBackForGood(till: Till, tx: Transaction, recall: Recall): Promise<void> {
  const { engine } = till;
  const nowMs = engine.clock.nowMs();
  const dispute = { ...recall, paymentReference: '', feeCents: 0 };
  for (const share of await shareOut(tx, dispute, recall.payment)) {
    const found = await purposeOfPart(till, tx, share.payment);
    await found?.purpose.lock?.(tx, found.id);
    await stopRefundsByHand(tx, share.payment, nowMs);
    if (!found || !(await openShare(till, tx, share, { nowMs, isFinal: true }))) continue;
    const closed = await insertClosed(tx, share.id, false, nowMs);
    const was = String(closed?._lessonWas ?? '');
    if (await goesOn(tx, share.id, was)) await found.purpose.thaw?.(engine, tx, { id: found.id, was, nowMs });
    const owedCents = await oweChargeback(tx, share.id, nowMs);
    if (await noteTold(tx, share.id)) await tellSides(engine, tx, { ...found, chargeback: share.id });
    if (owedCents > 0) await tellOfDebt(engine, tx, { ...share, owedCents });
  }
}

async function tellOfDebt(
  engine: Engine,
  tx: Transaction,
  { id, payment, owedCents }: Share & { owedCents: number },
): Promise<void> {
  const row = await findPaymentOf(tx, payment);
  if (!row) return;
  await notifyOnce(engine, tx, [
    {
      user: String(row.learner),
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.moneyTakenBack, message: texts.youOweWhatWasTaken({ amount: formatCents(owedCents) }) };
      },
      link: creditPath,
      key: `recalled:${id}`,
      isRequired: true,
    },
  ]);
}

/** Books a share out and lets what it was for wait; false when it was known. `isFinal`: nobody is told of the wait, as it ends at once. */
async function openShare(
  till: Till,
  tx: Transaction,
  share: Share,
  { nowMs, isFinal = false }: { nowMs: number; isFinal?: boolean },
): Promise<boolean> {
  const { engine } = till;
  const found = await purposeOfPart(till, tx, share.payment);
  if (!found) return false;
  await found.purpose.lock?.(tx, found.id);
  const [paid] = await listParts(tx, share.payment);
  const opened = await insertOpened(tx, share, { payment: share.payment, nowMs });
  if (!opened) return false;
  // What went back already, as it came too late, pays for nothing: what was paid in another way since goes on.
  const isPaying = (paid?.leftCents ?? 0) > 0;
  const frozen = isPaying ? await found.purpose.freeze?.(engine, tx, { id: found.id, nowMs }) : undefined;
  if (frozen?.isOff) await coverChargeback(tx, share.id, nowMs);
  else if (frozen?.was) {
    const isBeside = frozen.was === besideCase && (await waitsForOtherBank(tx, share.id));
    await noteFrozen(tx, share.id, isBeside ? besideBank : frozen.was);
  }
  await coverFromRefunds(tx, share.id, nowMs);
  await coverFromCredit(tx, share.id, nowMs);
  if (!isFinal && (await noteTold(tx, share.id)))
    await tellSides(engine, tx, { ...found, chargeback: share.id, frozen });
  return true;
}

/**
 * The bank decided: what waited goes on, and both sides are told. What was won is ours again, also where it was lost before; what was lost stays booked
 * out. Answers whether it was won before, which nothing that is told late changes.
 */
export async function closeChargeback(till: Till, dispute: Dispute, isWon: boolean): Promise<boolean> {
  const { engine } = till;
  const nowMs = engine.clock.nowMs();
  // Its opening may arrive later, or never.
  await openChargeback(till, dispute);
  return engine.db.transaction(async (tx) => {
    let isWonBefore = false;
    for (const { id, payment } of await listOfDispute(tx, dispute.id)) {
      const found = await purposeOfPart(till, tx, payment);
      if (!found) continue;
      await found.purpose.lock?.(tx, found.id);
      const before = await lockStatus(tx, id);
      isWonBefore ||= before === 'won';
      const closed = await insertClosed(tx, id, isWon, nowMs);
      if (!closed) continue;
      await tellOfRefunds(engine, tx, [payment]);
      const was = String(closed._lessonWas);
      // What was lost before went on then.
      if (before === 'open' && (await goesOn(tx, id, was)))
        await found.purpose.thaw?.(engine, tx, { id: found.id, was, nowMs });
      if (closed._isTold === true) await tellSides(engine, tx, { ...found, chargeback: id });
    }
    return isWonBefore;
  });
}

/** Whether what waited for a chargeback goes on, now that this one is decided: another bank may keep it waiting. */
async function goesOn(tx: Transaction, id: string, was: string): Promise<boolean> {
  if (was === '' || was === besideBank) return false;
  return was === besideCase || !(await passOnWaiting(tx, id, was));
}

/** Where staff see what a payment was for, with its money. */
function moneyOf({ lesson, packagePurchase }: Row): string {
  return lesson === '' ? entriesPath('package', { id: String(packagePurchase) }) : lessonPath(String(lesson));
}

async function tellAdmins(
  engine: Engine,
  tx: Transaction,
  { id, amountCents, link }: Dispute & { link: string },
): Promise<void> {
  const admins = await findStaff(tx, 'payments');
  const amount = formatCents(amountCents);
  await notifyOnce(
    engine,
    tx,
    admins.map((user) => ({
      user,
      type: 'payment' as const,
      write: (language: string) => {
        const texts = noticesIn(language);
        return { title: texts.chargeback, message: texts.chargebackOpened({ amount }) };
      },
      link,
      key: `chargeback:${id}:${user}`,
      isRequired: true,
    })),
  );
}
