import type { Engine } from '../engine.ts';
import { ApiError } from '../http/api-error.ts';
import { countTry, deleteTries, uncountTry } from './attempts.store.ts';

type Limit = {
  /** What is tried, by whom: who tries and what must both be in it. */
  key: string;
  max: number;
  /** Length of the window, which begins with the first try in it. */
  seconds: number;
};

/** Counts a try of something that is limited, for all servers together; false when it is one more than `max` in its window. */
export async function countAttempt(engine: Engine, { key, max, seconds }: Limit): Promise<boolean> {
  const { count } = await countTry(engine.lasting, { key, nowMs: engine.clock.nowMs(), seconds });
  return count <= max;
}

/** The same, but a try too many is refused with 429 and `message`; the header `Retry-After` says when the window is over. */
export async function refuseTooManyAttempts(engine: Engine, limit: Limit & { message: string }): Promise<void> {
  const { key, max, seconds, message } = limit;
  const nowMs = engine.clock.nowMs();
  const { count, untilMs } = await countTry(engine.lasting, { key, nowMs, seconds });
  if (count > max) throw new ApiError(429, message, {}, { retryAfterMs: untilMs - nowMs });
}

/** Takes one counted try back: it was right. Nothing happens once its window is over. */
export async function takeBackAttempt(engine: Engine, { key }: Pick<Limit, 'key'>): Promise<void> {
  await uncountTry(engine.lasting, { key, nowMs: engine.clock.nowMs() });
}

type SlowingLimit = Limit & {
  /** After that many, one try in so many seconds goes through. */
  thenEverySeconds: number;
  message: string;
};

/** Counts a try; of those beyond `max` in a window only one now and then goes through, so that nobody is kept out for long. */
export async function slowDownAttempts(engine: Engine, limit: SlowingLimit): Promise<void> {
  const { key, thenEverySeconds, message } = limit;
  if (await countAttempt(engine, limit)) return;
  await refuseTooManyAttempts(engine, { key: `${key}:slow`, max: 1, seconds: thenEverySeconds, message });
}

/** Takes counted tries back, after one that was right. */
export async function forgetAttempts(engine: Engine, key: string): Promise<void> {
  await deleteTries(engine.lasting, key);
}
