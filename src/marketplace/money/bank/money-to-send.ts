import type { Engine } from '#engine/engine.ts';
import { countContradicting } from './debits.store.ts';
import { countToSend, findOldestToSend } from './to-send.store.ts';

/** How many refunds and payouts wait for a person to send them: those that `GET /api/marketplace/bank/to-send` lists. */
export function countMoneyToSend({ db }: Pick<Engine, 'db'>): Promise<number> {
  return countToSend(db);
}

/** Since when the oldest of these refunds is owed, and the date of the oldest of these payouts. */
export function findOldestMoneyToSend({ db }: Pick<Engine, 'db'>): ReturnType<typeof findOldestToSend> {
  return findOldestToSend(db);
}

/** How many lines of what went out by the bank's statement contradict what was noted as sent, or take money back. */
export function countContradictions({ db }: Pick<Engine, 'db'>): Promise<number> {
  return countContradicting(db);
}
