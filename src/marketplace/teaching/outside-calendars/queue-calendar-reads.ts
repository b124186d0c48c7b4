import type { Engine } from '#engine/engine.ts';
import { takeDue } from './outside-calendars.store.ts';

/** How long after a reading the next one comes. */
export const betweenReadsMs = 15 * 60_000;

/** The kind of job that reads one calendar, which waits once at most. */
export const readCalendarJob = 'read-outside-calendar';

const perSweep = 100;

/** Hands the calendars that are due to the job queue. A reading that is lost comes again when the calendar is due next. */
export async function queueCalendarReads(engine: Engine, nowMs: number): Promise<void> {
  await engine.db.transaction(async (tx) => {
    for (const { id } of await takeDue(tx, { nowMs, nextMs: nowMs + betweenReadsMs, limit: perSweep })) {
      await engine.jobs.add(tx, readCalendarJob, { calendar: id });
    }
  });
}
