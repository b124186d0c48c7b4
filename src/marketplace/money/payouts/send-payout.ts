import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { PaymentProvider, TransferOutcome } from '../payments/payment-provider.ts';
import { findPayee } from './payees.store.ts';
import {
  type ClaimedPayout,
  claimPayouts,
  failOthersPayouts,
  failPayout,
  findDuePayouts,
  findPayout,
  notePayout,
  type PaidPayout,
  settlePayouts,
} from './payouts.store.ts';
import { planPayouts } from './plan-payouts.ts';
import { takePayoutReversal } from './take-payout-reversal.ts';

/** Plans what is due and sends it; where no provider was set up there is nobody to send it by. */
export async function payOut(engine: Engine, provider: PaymentProvider, nowMs: number): Promise<void> {
  if (provider.name === 'none') return;
  await planPayouts(engine, nowMs);
  await sendDuePayouts(engine, provider, nowMs);
}

/** How many payouts are under way at once: they are claimed and written down together, and the provider's answers are waited for together. */
const atOnce = 20;

/**
 * Sends every payout that is due, several at once, and asks again for those whose answer is missing. Who never heard of a payout would pay it a second
 * time: those of a provider that was in place before wait for a person.
 */
export async function sendDuePayouts(engine: Engine, provider: PaymentProvider, nowMs: number): Promise<void> {
  for (const row of await failOthersPayouts(engine.db, provider.name, nowMs)) publishRow(engine, 'payouts', row);
  for (;;) {
    const due = await findDuePayouts(engine.db, provider.name, nowMs);
    if (due.length === 0) return;
    for (let first = 0; first < due.length; first += atOnce)
      await sendPayouts(engine, provider, due.slice(first, first + atOnce));
  }
}

/**
 * Sends payouts, outside any transaction. They are claimed first, then the provider is asked by the id of each, the same on every try, then the
 * outcomes are written down; wherever that is cut off, the sweeper asks again.
 */
export async function sendPayouts(engine: Engine, provider: PaymentProvider, ids: readonly string[]): Promise<void> {
  const { db } = engine;
  const claimed = await claimPayouts(db, ids, { provider: provider.name, nowMs: engine.clock.nowMs() });
  const outcomes = await Promise.all(claimed.map((payout) => askFor(engine, provider, payout)));
  const paid = outcomes.flatMap(({ id, outcome }) =>
    outcome?.status === 'paid' ? [{ id, reference: outcome.reference }] : [],
  );
  const settled = paid.length === 0 ? [] : await settle(engine, paid);
  const rowOf = new Map(settled.map((row) => [row.id, row]));
  for (const { id, outcome } of outcomes) {
    const row = rowOf.get(id) ?? (await writeDown(engine, id, outcome)) ?? (await findPayout(db, id));
    if (row) publishRow(engine, 'payouts', row);
  }
}

/** Writes paid ones down together; where one of them can't be, each by itself, and the provider is asked about that one again. */
async function settle(engine: Engine, paid: readonly PaidPayout[]): Promise<Row[]> {
  try {
    return await settlePayouts(engine.db, paid, engine.clock.nowMs());
  } catch (error) {
    const [first] = paid;
    if (paid.length > 1 || !first) return (await Promise.all(paid.map((one) => settle(engine, [one])))).flat();
    engine.log.error({ err: error, payout: first.id }, 'A payout was sent and could not be written down.');
    return [];
  }
}

type Asked = { id: string; outcome: TransferOutcome | undefined };

/** What the provider says of a payout; nothing where nobody knows, and it is asked again. */
async function askFor(
  engine: Engine,
  provider: PaymentProvider,
  { id, instructor, ...order }: ClaimedPayout,
): Promise<Asked> {
  try {
    const account = provider.payees ? (await findPayee(engine.db, instructor, provider.name))?.account : instructor;
    const nowMs = engine.clock.nowMs();
    const outcome = await provider.transfer({ transfer: id, account: account ?? '', ...order, nowMs });
    return { id, outcome };
  } catch (error) {
    engine.log.error({ err: error, payout: id }, 'A payout could not be sent and will be tried again.');
    return { id, outcome: undefined };
  }
}

async function writeDown(engine: Engine, id: string, outcome: Asked['outcome']): Promise<Row | undefined> {
  if (outcome?.status === 'failed') return failPayout(engine.db, id, outcome.failureCode, engine.clock.nowMs());
  if (outcome?.status === 'reversed') {
    await takePayoutReversal(engine, id, outcome);
    return undefined;
  }
  if (outcome?.status === 'sent') return notePayout(engine.db, id, outcome.reference);
  return undefined;
}
