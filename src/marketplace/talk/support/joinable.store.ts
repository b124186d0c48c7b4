import type { Queryable } from '#engine/database/database.ts';

/** Something that a request may be about: when it was, and who else is in it. No amount: who answers requests touches no money. */
export type Joinable = { kind: 'lesson' | 'payment' | 'person'; record: string; name: string; atMs: number | null };

const most = 30;

/** The lessons, payments and people that have to do with somebody, the latest first; one of them alone where `record` says so. */
export function findJoinable(db: Queryable, user: string, record = ''): Promise<Joinable[]> {
  return db.query(
    `with own as (
       select l.id, l.start, l.learner, i.name as "instructorName", i."user" as "instructorUser", shown_name(u) as "learnerName"
       from lessons l join instructors i on i.id = l.instructor left join users u on u.id = l.learner
       where l.learner = $1 or i."user" = $1
     ), lessons_of as (
       select 'lesson' as kind, id as record, case when learner = $1 then "instructorName" else "learnerName" end as name, start as at
       from own where $2 = '' or id = $2 order by start desc limit ${most}
     ), payments_of as (
       select 'payment', p.id, p.method, p.created from payments p
       where p.learner = $1 and ($2 = '' or p.id = $2) order by p.created desc limit ${most}
     ), people_of as (
       select 'person', other.id, max(other.name), max(other.start) from (
         select "instructorUser" as id, "instructorName" as name, start from own where learner = $1
         union all select learner, "learnerName", start from own where learner <> $1
       ) other where other.id <> '' and ($2 = '' or other.id = $2) group by other.id order by 4 desc limit ${most}
     )
     select kind, record, name, (extract(epoch from at) * 1000)::double precision as "atMs" from (
       select * from lessons_of union all select * from payments_of union all select * from people_of
     ) found`,
    [user, record],
  );
}
