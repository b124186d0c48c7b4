import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import {
  type ClaimedRefund,
  claimRefund,
  failRefund,
  findDueRefunds,
  findRefund,
  noteRefund,
  settleRefund,
} from './refunds.store.ts';
import { adoptMadeThere, askAboutRefused } from './take-made-there.ts';

/** Sends every refund that is due, and asks again for those whose answer is missing. */
export async function sendDueRefunds(engine: Engine, provider: PaymentProvider, nowMs: number): Promise<void> {
  for (const id of await findDueRefunds(engine.db, nowMs)) await sendRefund(engine, provider, id);
}

/**
 * Sends one refund, outside any transaction. It is claimed first, then the provider is asked by the refund's own id, then the outcome is
 * written down; wherever that is cut off, the sweeper asks again by the same id.
 */
export async function sendRefund(engine: Engine, provider: PaymentProvider, id: string): Promise<void> {
  const claimed = await claimRefund(engine.db, id, engine.clock.nowMs());
  if (!claimed) return;
  try {
    await send(engine, provider, claimed);
  } catch (error) {
    engine.log.error({ err: error, refund: id }, 'A refund could not be sent and will be tried again.');
  }
  const row = await findRefund(engine.db, id);
  if (row) publishRow(engine, 'refunds', row);
}

async function send(engine: Engine, provider: PaymentProvider, refund: ClaimedRefund): Promise<void> {
  const { id, ...order } = refund;
  const nowMs = engine.clock.nowMs();
  const outcome = isTheirs(provider, refund)
    ? await provider.refund({ refund: id, ...order, nowMs })
    : { status: 'failed' as const, failureCode: 'other_provider' };
  if (outcome.status === 'failed') return refuse(engine, provider, { refund, failureCode: outcome.failureCode });
  if (outcome.status === 'sent') return noteRefund(engine.db, id, outcome.reference);
  // A transaction is tried again when another one stands in its way.
  const settled = await engine.db.transaction((tx) => settleRefund(tx, id, { reference: outcome.reference, nowMs }));
  if (settled) publishRow(engine, 'payments', settled);
}

// People may have sent it at the provider: what they sent is read before anybody could pay it once more by hand.
async function refuse(
  engine: Engine,
  provider: PaymentProvider,
  { refund, failureCode }: { refund: ClaimedRefund; failureCode: string },
): Promise<void> {
  const { id, reference } = refund;
  if (provider.events && isTheirs(provider, refund)) await adoptMadeThere(engine, provider.events, refund);
  await engine.db.transaction(async (tx) => {
    await failRefund(tx, id, { reference, failureCode, nowMs: engine.clock.nowMs() });
    await askAboutRefused(engine, tx, await findRefund(tx, id));
  });
}

// What another provider took, this one can't give back. The sandbox plays for all.
function isTheirs(provider: PaymentProvider, { provider: name }: ClaimedRefund): boolean {
  return provider.name === 'sandbox' || provider.name === name;
}
