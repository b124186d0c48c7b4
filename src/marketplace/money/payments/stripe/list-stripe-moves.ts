import type Stripe from 'stripe';
import type { ToldMove } from '../payment-provider.ts';

/** What moves between Stripe and the operator's own bank, or is held back for a while: the books do not have it. */
const apart = new Set<string>([
  ...['payout', 'payout_cancel', 'payout_failure', 'payout_minimum_balance_hold', 'payout_minimum_balance_release'],
  ...['topup', 'topup_reversal', 'reserve_transaction', 'reserved_funds', 'reserve_hold', 'reserve_release'],
  ...['payment_network_reserve_hold', 'payment_network_reserve_release'],
]);

/** All that moved on Stripe's balance from an instant until before another: its balance transactions, a page after the other, the latest first. */
export async function* listStripeMoves(stripe: Stripe, fromMs: number, untilMs: number): AsyncGenerator<ToldMove[]> {
  const created = { gte: Math.floor(fromMs / 1000), lt: Math.ceil(untilMs / 1000) };
  let after: string | undefined;
  do {
    const page = await stripe.balanceTransactions.list({
      created,
      limit: 100,
      expand: ['data.source'],
      ...(after === undefined ? {} : { starting_after: after }),
    });
    // A server that is not Stripe may answer without a list, which the client takes for an answer.
    if (!Array.isArray(page.data)) throw new Error('Stripe answered without a list of what moved.');
    yield page.data.map(moveOf);
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
}

function moveOf({ id, type, source, amount, fee, currency, created }: Stripe.BalanceTransaction): ToldMove {
  const reference = referenceOf(source) ?? id;
  return {
    id,
    kind: type,
    reference,
    cents: amount,
    feeCents: fee,
    currency,
    isApart: apart.has(type),
    atMs: created * 1000,
  };
}

/** What the books know it by: a charge by its intent, a reversal by its transfer. */
function referenceOf(source: Stripe.BalanceTransaction['source'] | undefined): string | undefined {
  if (!source || typeof source === 'string') return source || undefined;
  if (source.object === 'charge') return idOf(source.payment_intent) ?? source.id;
  if (source.object === 'transfer_reversal') return idOf(source.transfer) ?? source.id;
  return source.id;
}

function idOf(named: string | { id: string } | null): string | undefined {
  return typeof named === 'string' ? named : named?.id;
}
