import type { Engine } from '#engine/engine.ts';
import { publishRow } from '../payments/settle-payment.ts';
import { returnPayout } from './payouts.store.ts';

/** The money of a payout that was paid came back: it is payable anew. Repeating it does nothing. */
export async function takePayoutReturn(engine: Engine, payout: string, code: string): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const row = await engine.db.transaction((tx) => returnPayout(tx, payout, { code, nowMs }));
  if (row) publishRow(engine, 'payouts', row);
}
