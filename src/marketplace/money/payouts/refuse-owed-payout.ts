import type { Queryable, Row, Transaction } from '#engine/database/database.ts';
import { type ApiError, refuseNow } from '#engine/http/api-error.ts';
import { isReady } from '#rules/payouts/plan-payout.ts';
import type { Hindrance } from '#wire/bank.ts';
import { findDisputed, findFailed, listOpenPayables, lockPayables, type OpenPayable } from './payouts.store.ts';

/** What was taken back of an instructor and came to set that off, as of now, with its sum; it is below zero where they owe. Nothing is posted to it until the end. */
export async function lockOwed(tx: Transaction, payout: Row, nowMs: number) {
  const instructor = String(payout.instructor);
  await lockPayables(tx, [instructor]);
  if ((await findDisputed(tx, [String(payout.id)])).size > 0) {
    throw refusePayout('held_back', 'It pays for a lesson that is in dispute. Wait for the decision.');
  }
  const ready = readyOf(await listOpenPayables(tx, [instructor]), nowMs);
  return { ready, owedCents: sumOf(ready) };
}

/**
 * Keeps a person from paying a failed payout by hand that can't be sent again either, or that is less when it is. What the provider of before had under
 * way is noted where it paid it: that it did is a fact, whatever was taken back since.
 */
export async function refuseOwedByHand(tx: Transaction, payout: Row, nowMs: number): Promise<void> {
  if (payout.status !== 'failed' || payout.returnedAt || payout.failureCode === 'other_provider') return;
  const { owedCents } = await lockOwed(tx, payout, nowMs);
  if (owedCents < 0) {
    throw refusePayout(
      'owed_back',
      'Something has been taken back from its instructor since. Press “Send again” first.',
    );
  }
}

/**
 * Asks a person who notes a payout that was theirs to send all along whether they know that a lesson of it came into dispute meanwhile: they may have
 * sent it before, which is a fact, and must not send it now.
 */
export async function askAboutDispute(tx: Transaction, payout: Row, isKnown: boolean): Promise<void> {
  if (isKnown || payout.status !== 'sent') return;
  if ((await findDisputed(tx, [String(payout.id)])).size === 0) return;
  throw refusePayout(
    'in_dispute',
    'A lesson it pays for has come into dispute. Do not send it until that is decided. If you have already sent it, say so.',
  );
}

/** What keeps those of some payouts that failed from being paid, and what is to be known of those that are a person's to send, by their ids. */
export async function findHindrances(
  db: Queryable,
  ids: readonly string[],
  nowMs: number,
): Promise<Map<string, Hindrance>> {
  const [failed, disputed] = await Promise.all([findFailed(db, ids), findDisputed(db, ids)]);
  const open = await listOpenPayables(db, [...new Set(failed.map(({ instructor }) => instructor))]);
  const found = new Map<string, Hindrance>();
  for (const [id, status] of disputed) if (status === 'sent') found.set(id, 'in_dispute');
  for (const { id, instructor } of failed) {
    const theirs = open.filter((item) => item.instructor === instructor);
    if (disputed.has(id)) found.set(id, 'held_back');
    else if (sumOf(readyOf(theirs, nowMs)) < 0) found.set(id, 'owed_back');
  }
  return found;
}

const readyOf = (items: readonly OpenPayable[], nowMs: number) => items.filter((item) => isReady(item, nowMs));
const sumOf = (items: readonly OpenPayable[]) => items.reduce((sum, { cents }) => sum + cents, 0);

/** Why a payout is not paid now. */
export function refusePayout(code: string, message: string): ApiError {
  return refuseNow('status', code, message);
}
