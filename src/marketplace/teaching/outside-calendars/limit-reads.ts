import type { Engine } from '#engine/engine.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';

const limit = { max: 20, seconds: 3600, message: 'Your calendars were read often just now. Try again in an hour.' };

/** Counts what has a calendar read at once: asking for it, and adding one. Throws 429 after twenty of an account in an hour. */
export function limitReads(engine: Engine, user: string): Promise<void> {
  return refuseTooManyAttempts(engine, { key: `read-calendar:${user}`, ...limit });
}
