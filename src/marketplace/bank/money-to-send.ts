import type { Engine } from '#engine/engine.ts';
import { countToSend } from './to-send.store.ts';

/** How many refunds and payouts wait for a person to send them: those that `GET /api/marketplace/bank/to-send` lists. */
export function countMoneyToSend({ db }: Pick<Engine, 'db'>): Promise<number> {
  return countToSend(db);
}
