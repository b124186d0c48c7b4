import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { publishRow } from '../payments/settle-payment.ts';
import { findPayee } from './payees.store.ts';
import {
  type ClaimedPayout,
  claimPayout,
  failPayout,
  findDuePayouts,
  findPayout,
  notePayout,
  settlePayout,
} from './payouts.store.ts';
import { planPayouts } from './plan-payouts.ts';

/** Plans what is due and sends it; where no provider was set up there is nobody to send it by. */
export async function payOut(engine: Engine, provider: PaymentProvider, nowMs: number): Promise<void> {
  if (provider.name === 'none') return;
  await planPayouts(engine, nowMs);
  await sendDuePayouts(engine, provider, nowMs);
}

/** How many payouts are under way at once: the provider's answers are waited for together, and other work keeps its connections. */
const atOnce = 8;

/** Sends every payout that is due, several at once, and asks again for those whose answer is missing. */
export async function sendDuePayouts(engine: Engine, provider: PaymentProvider, nowMs: number): Promise<void> {
  for (;;) {
    const due = await findDuePayouts(engine.db, nowMs);
    if (due.length === 0) return;
    const next = due.values();
    const sendNext = async () => {
      for (const id of next) await sendPayout(engine, provider, id);
    };
    await Promise.all(Array.from({ length: atOnce }, sendNext));
  }
}

/**
 * Sends one payout, outside any transaction. It is claimed first, then the provider is asked by the payout's own id, the same on every try,
 * then the outcome is written down; wherever that is cut off, the sweeper asks again.
 */
export async function sendPayout(engine: Engine, provider: PaymentProvider, id: string): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const claimed = await claimPayout(engine.db, id, { provider: provider.name, nowMs });
  if (!claimed) return;
  let row: Row | undefined;
  try {
    row = await send(engine, provider, claimed);
  } catch (error) {
    engine.log.error({ err: error, payout: id }, 'A payout could not be sent and will be tried again.');
  }
  row ??= await findPayout(engine.db, id);
  if (row) publishRow(engine, 'payouts', row);
}

async function send(
  engine: Engine,
  provider: PaymentProvider,
  { id, instructor, ...order }: ClaimedPayout,
): Promise<Row | undefined> {
  const nowMs = engine.clock.nowMs();
  const account = provider.payees ? (await findPayee(engine.db, instructor, provider.name))?.account : instructor;
  const outcome = await provider.transfer({ transfer: id, account: account ?? '', ...order, nowMs });
  if (outcome.status === 'failed') return failPayout(engine.db, id, outcome.failureCode, nowMs);
  if (outcome.status === 'sent') return notePayout(engine.db, id, outcome.reference);
  return settlePayout(engine.db, id, { reference: outcome.reference, nowMs });
}
