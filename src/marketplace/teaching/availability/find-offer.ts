import type { Queryable } from '#engine/database/database.ts';
import type { PriceList } from '#rules/lessons/quote-lesson.ts';

export type PublicOffer = PriceList & { lessonMinutes: number[]; cancellationHours: number };

/** What a listed instructor asks and offers; undefined when there is none of that id. */
export async function findOffer(db: Queryable, instructor: string): Promise<PublicOffer | undefined> {
  const rows = await db.query<PublicOffer>(
    `select "hourlyCents", "eveningSurchargePercent", "weekendSurchargePercent", timezone, "lessonMinutes", "cancellationHours"
     from instructors where id = $1 and status = 'listed'`,
    [instructor],
  );
  return rows[0];
}
