import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { isoInstant } from '../../../platform/reads/parse-instant.ts';
import { publishLesson } from '../tell-of-move.ts';
import { callAgain } from './booked-or.ts';
import { type Booking, callHoldSeries } from './booking.store.ts';
import { refuseBooking } from './refuse-booking.ts';

type Asked = { booking: Booking; weeks: readonly number[]; nowMs: number; replaces: string };

/** Holds the same time of several weeks, all or none; answers the first of the lessons. A refusal says of which start it is. */
export async function holdSeries(engine: Engine, asked: Asked): Promise<Row> {
  const { refusal, refusedStart, lessons } = await callAgain(() => callHoldSeries(engine.db, asked));
  const [first, ...others] = lessons;
  if (refusal !== null || !first) {
    throw refuseBooking(refusal ?? '', refusedStart ? { start: isoInstant(refusedStart.getTime()) } : {});
  }
  // The first is told of as every new record is.
  for (const lesson of others) publishLesson(engine, lesson);
  return first;
}
