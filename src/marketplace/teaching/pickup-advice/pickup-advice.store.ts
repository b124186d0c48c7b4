import type { Queryable } from '#engine/database/database.ts';
import type { PickupAdvice } from '#rules/places/pickup-advice.ts';

/** The advice for some planning areas: where one may not stop first. */
export function listAdvice(db: Queryable, areas: readonly string[]): Promise<PickupAdvice[]> {
  return db.query(
    `select area, kind, text, weekdays, "startMinute", "endMinute" from pickup_advice
     where area = any($1::text[]) order by kind, area, created, id`,
    [areas],
  );
}
