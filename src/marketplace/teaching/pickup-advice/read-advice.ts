import type { Queryable } from '#engine/database/database.ts';
import { type AdviceSpan, adviceAt, areasAround } from '#rules/places/pickup-advice.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { AdviceLine } from '#wire/pickup-advice.ts';
import { listAdvice } from './pickup-advice.store.ts';

/** What is advised for a pick-up at a postal code, during a stretch of time where one is known. */
export async function readAdvice(db: Queryable, postalCode: string, span?: AdviceSpan): Promise<AdviceLine[]> {
  const areas = areasAround(postalCode);
  if (areas.length === 0) return [];
  const found = adviceAt(await listAdvice(db, areas), platformZone, span);
  return found.map(({ area, kind, text }) => ({ area, kind, text }));
}
