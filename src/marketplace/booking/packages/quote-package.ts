import type { Engine } from '#engine/engine.ts';
import { refuseCall } from '#engine/http/api-error.ts';
import type { PriceLine } from '#rules/lessons/quote-lesson.ts';
import { drawMinutes } from '#rules/packages/draw-minutes.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { findDrawableById } from './drawing.store.ts';
import { packageLines } from './package-lines.ts';

type Wanted = { learner: string; instructor: string; startMs: number; durationMinutes: number; nowMs: number };

/** What a lesson costs in minutes of a package of the learner's. Throws 400 `not_usable` at `package` where it can't pay for that lesson. */
export async function quotePackage(engine: Engine, id: string, wanted: Wanted): Promise<PriceLine[]> {
  const { durationMinutes: minutes, startMs, ...rest } = wanted;
  const rested = await findDrawableById(engine.db, id, { ...rest, minutes, start: isoInstant(startMs) });
  const drawn = rested && drawMinutes(rested, minutes);
  if (drawn?.ok) return packageLines(minutes, drawn.cents);
  const message = 'You have no package that can pay for this lesson.';
  throw refuseCall('package', 'not_usable', message);
}
