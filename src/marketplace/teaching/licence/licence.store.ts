import type { Queryable } from '#engine/database/database.ts';
import type { RoadFacts } from '#rules/licence/licence-road.ts';
import type { TestFee } from '#rules/licence/test-fees.ts';
import { wasTaught } from '../../platform/reads/states-in.ts';

/** A learner's own facts, `id` null when nothing was said yet, and whether an instructor has seen the provisional licence. */
export type KnownRoad = { [Name in keyof RoadFacts]: RoadFacts[Name] | null } & {
  id: string | null;
  /** They said to be old enough. */
  isAdult: boolean;
  isPdlSeen: boolean;
};

/** What is known of a learner's road. */
export async function findRoad(db: Queryable, learner: string): Promise<KnownRoad> {
  const [row] = await db.query<KnownRoad>(
    `select r.id, r."enrolledOn", r."basicTheoryOn", r."basicTheoryExpiresOn", r."pdlExpiresOn", r."lessonsElsewhere",
       r."finalTheoryOn", r."finalTheoryExpiresOn", r."simulatorOn", r."testCentre", r."testBookedOn", r."testOn",
       r."testPassedOn", r."licensedOn", coalesce(r."isAdult", false) as "isAdult",
       exists (select 1 from lesson_starts s join lessons l on l.id = s.lesson
         where l.learner = who.learner and s."pdlSeen") as "isPdlSeen"
     from (select $1::text as learner) who left join licence_roads r on r."user" = who.learner`,
    [learner],
  );
  if (!row) throw new Error('A left join from one row answers one row.');
  return row;
}

/** Every fee with its date, in no order. */
export function listTestFees(db: Queryable): Promise<TestFee[]> {
  return db.query('select kind, cents, "effectiveFrom" from test_fees');
}

/** How many lessons a learner has had here. */
export async function countLessonsTaken(db: Queryable, learner: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from lessons l where learner = $1 and ${wasTaught('l')}`,
    [learner],
  );
  return row?.count ?? 0;
}
