import { appendFileSync } from 'node:fs';
import type { Engine } from '#engine/engine.ts';
import { closeChargeback, openChargeback } from '#marketplace/money/chargebacks/take-chargeback.ts';
import type { PaymentProvider } from '#marketplace/money/payments/payment-provider.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { takePayoutReversal } from '#marketplace/money/payouts/take-payout-reversal.ts';
import { takeRefundOutcome } from '#marketplace/money/refunds/take-refund-outcome.ts';
import { openTill } from '#marketplace/open-till.ts';

/** What a provider tells by itself. */
export type ProviderNews =
  | { kind: 'refund'; refund: string; isPaid: boolean }
  | { kind: 'payout_returned'; payout: string }
  | { kind: 'dispute'; dispute: string; payment: string; amountCents: number }
  | { kind: 'dispute_ended'; dispute: string; isWon: boolean };

/**
 * The sandbox as real providers are: what it refuses, answers late, or does without saying so depends on the id alone, so that it is the same whenever
 * it is asked. Writes down, a line each, what it paid out.
 */
export function createMoodyProvider(paidFile: string): PaymentProvider {
  const sandbox = createSandboxProvider();
  const note = (id: string, cents: number) => appendFileSync(paidFile, `${id} ${cents}\n`);
  return {
    ...sandbox,
    async refund(order) {
      const { refund, amountCents, isRepeat } = order;
      const mood = moodOf(refund);
      if (mood === 'refuses') return { status: 'failed', failureCode: 'account_closed' };
      if (mood === 'is_late') return { status: 'sent', reference: `sandbox_${refund}` };
      note(refund, amountCents);
      if (mood === 'is_silent' && !isRepeat) throw new Error('Paid, and not said.');
      return sandbox.refund(order);
    },
    async transfer(order) {
      const { transfer, amountCents, isRepeat, round } = order;
      const mood = moodOf(transfer);
      if (mood === 'refuses' && round === 0) return { status: 'failed', failureCode: 'account_closed' };
      note(transfer, amountCents);
      if (mood === 'is_silent' && !isRepeat) throw new Error('Paid, and not said.');
      return sandbox.transfer(order);
    },
  };
}

const moods = ['refuses', 'is_silent', 'is_late', 'pays', 'pays', 'pays', 'pays', 'pays'] as const;

function moodOf(id: string) {
  const sum = [...id].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return moods[sum % moods.length];
}

const bankFeeCents = 2000;

/** Lets the product hear what its provider tells by itself. */
export async function hearNews(engine: Engine, provider: PaymentProvider, news: ProviderNews): Promise<void> {
  if (news.kind === 'payout_returned') {
    const back = { reference: `sandbox_${news.payout}`, cents: Number.MAX_SAFE_INTEGER };
    return takePayoutReversal(engine, news.payout, back);
  }
  if (news.kind === 'refund') {
    const reference = `sandbox_${news.refund}`;
    return takeRefundOutcome(
      engine,
      news.refund,
      news.isPaid ? { status: 'paid', reference } : { status: 'failed', failureCode: 'account_closed' },
    );
  }
  const till = openTill(engine, provider);
  if (news.kind === 'dispute') {
    const { dispute: id, payment, amountCents } = news;
    await openChargeback(till, { id, paymentReference: `sandbox_${payment}`, amountCents, feeCents: bankFeeCents });
    return;
  }
  await closeChargeback(till, { id: news.dispute, paymentReference: '', amountCents: 0, feeCents: 0 }, news.isWon);
}
