import type { Queryable } from '#engine/database/database.ts';
import { dayMs } from '#rules/time/durations.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { keepMoves, movesReadUntil, noteReadUntil } from './provider-moves.store.ts';

/** So much is read again each time: a move turns up at the provider some time after the instant that it bears, and its clock is not ours. */
const overlapMs = dayMs;

/** So much is read at once where much is missing, and so many pages each time: other sweepers wait for their turn outside meanwhile. */
const spanMs = 7 * dayMs;
const mostPages = 50;

/**
 * Reads what moved on the provider's balance since it was last read, and keeps it. Where that breaks off, what was read is kept, and the next time begins
 * after the last span that was read whole. Answers until when everything is kept now; undefined where nothing could have moved.
 */
export async function readProviderMoves(
  db: Queryable,
  { name, movesBetween }: Pick<PaymentProvider, 'name' | 'movesBetween'>,
  nowMs: number,
): Promise<number | undefined> {
  if (!movesBetween) return undefined;
  const { readMs, firstMs } = await movesReadUntil(db, name);
  const knownMs = readMs ?? firstMs;
  if (knownMs === undefined) return undefined;
  let fromMs = knownMs - overlapMs;
  let pages = 0;
  while (pages < mostPages) {
    // The last span is open at its end: what the provider dates later than we do is there already.
    const isLast = fromMs + spanMs >= nowMs;
    const untilMs = isLast ? nowMs : fromMs + spanMs;
    for await (const moves of movesBetween(fromMs, isLast ? nowMs + dayMs : untilMs)) {
      await keepMoves(db, name, moves, nowMs);
      pages += 1;
    }
    await noteReadUntil(db, name, untilMs);
    if (isLast) return untilMs;
    fromMs = untilMs;
  }
  return fromMs;
}
