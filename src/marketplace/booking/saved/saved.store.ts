import type { Queryable } from '#engine/database/database.ts';

type SavedRow = {
  id: string;
  name: string;
  photo: string;
  licenceClasses: string[];
  hourlyCents: number;
  hasSurcharges: boolean;
};

/** The listed instructors that somebody saved, the newest first, at most 12. */
export function listSaved(db: Queryable, user: string): Promise<SavedRow[]> {
  return db.query(
    `select i.id, i.name, i.photo, i."licenceClasses", i."hourlyCents",
       greatest(i."eveningSurchargePercent", i."weekendSurchargePercent") > 0 as "hasSurcharges"
     from saved_instructors s join instructors i on i.id = s.instructor
     where s."user" = $1 and i.status = 'listed' order by s.created desc, s._seq desc limit 12`,
    [user],
  );
}
