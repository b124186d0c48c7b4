import type { Queryable } from '#engine/database/database.ts';
import { isOfFigure, platformFigures } from '../../platform/reads/platform-figures.ts';
import { statesIn } from '../../platform/reads/states-in.ts';
import { papersToCheck, reviewsToJudge } from './waiting-cases.ts';

export type PaperRow = { instructor: string; name: string; kind: string; expiresOn: string; total: number };

/**
 * Papers and licences of listed instructors that end on a local date or before it, the first five and the number of all. The licence is what bookings
 * end with, which may be a paper: that is not named twice.
 */
export function listExpiringPapers(db: Queryable, untilDay: string): Promise<PaperRow[]> {
  return db.query(
    `with papers as (
       select i.id as instructor, i.name, d.kind, d."expiresOn"
       from instructor_documents d join instructors i on i.id = d.instructor
       where i.status = 'listed' and d.status = 'accepted' and d."expiresOn" <> '' and d."expiresOn" <= $1
         and not exists (select 1 from instructor_documents later where later.instructor = d.instructor and later.kind = d.kind
           and later.status = 'accepted' and (later.created, later._seq) > (d.created, d._seq)))
     select p.*, count(*) over ()::int as total from (
       select i.id as instructor, i.name, 'instructor_licence' as kind, i."licenceExpiresOn" as "expiresOn"
       from instructors i where i.status = 'listed' and i."licenceExpiresOn" <> '' and i."licenceExpiresOn" <= $1
         and not exists (select 1 from papers d where d.instructor = i.id and d."expiresOn" = i."licenceExpiresOn")
       union all
       select instructor, name, kind, "expiresOn" from papers
     ) p order by p."expiresOn", p.name limit 5`,
    [untilDay],
  );
}

export type FailedPaymentRow = {
  id: string;
  learner: string;
  learnerName: string;
  amountCents: number;
  method: string;
  failureCode: string;
  failedMs: number;
  total: number;
};

/** Payments that failed since an instant and whose lesson nobody has paid, the newest five and the number of all. */
export function listFailedPayments(db: Queryable, sinceMs: number): Promise<FailedPaymentRow[]> {
  return db.query(
    `select p.id, p.learner, shown_name(u) as "learnerName", p."amountCents", p.method, p."failureCode",
       (extract(epoch from coalesce(p.updated, p.created)) * 1000)::double precision as "failedMs", count(*) over ()::int as total
     from payments p join users u on u.id = p.learner
     where p.status = 'failed' and coalesce(p.updated, p.created) >= to_timestamp($1::double precision / 1000)
       and not exists (select 1 from payments other where other.lesson = p.lesson
         and other.status in ('succeeded', 'part_refunded', 'refunded', 'processing', 'requires_action'))
     order by coalesce(p.updated, p.created) desc, p.id limit 5`,
    [sinceMs],
  );
}

export type OpenRequestRow = {
  id: string;
  subject: string;
  category: string;
  userName: string;
  answerByMs: number;
  total: number;
};

/** Support requests without an answer, the five due first and the number of all. */
export function listOpenRequests(db: Queryable): Promise<OpenRequestRow[]> {
  return db.query(
    `select r.id, r.subject, r.category, shown_name(u) as "userName",
       (extract(epoch from coalesce(r."answerBy", r.created)) * 1000)::double precision as "answerByMs", count(*) over ()::int as total
     from support_requests r join users u on u.id = r."user"
     where r.status = 'open' order by r."answerBy", r.id limit 5`,
  );
}

export type AdminCounts = {
  pendingPapers: number;
  suspended: number;
  unverified: number;
  requested: number;
  held: number;
  disputed: number;
  reportedReviews: number;
  failedPayouts: number;
  undeliveredMails: number;
  lessonsToday: number;
  lessonsThisMonth: number;
  feesThisMonthCents: number;
  newAccountsThisWeek: number;
  listedInstructors: number;
};

type Instants = {
  nowMs: number;
  dayFromMs: number;
  dayToMs: number;
  monthFromMs: number;
  monthToMs: number;
  weekFromMs: number;
};

/** Everything that is only counted, in one question. */
export async function countForAdmin(db: Queryable, at: Instants): Promise<AdminCounts> {
  const [row] = await db.query<AdminCounts>(
    `with t as (select to_timestamp($1::double precision / 1000) as now, to_timestamp($2::double precision / 1000) as day_from,
       to_timestamp($3::double precision / 1000) as day_to, to_timestamp($4::double precision / 1000) as month_from,
       to_timestamp($5::double precision / 1000) as month_to, to_timestamp($6::double precision / 1000) as week_from),
     taught as (select l.start from lessons l, t
       where l.start >= least(t.month_from, t.day_from) and l.start < greatest(t.month_to, t.day_to)
         and l.status in ${statesIn('agreed')})
     select (select count(*) from (${papersToCheck}) p)::int as "pendingPapers",
       (select count(*) from users where suspended and _closed is null)::int as suspended,
       (select count(*) from users where not verified and _closed is null)::int as unverified,
       (select count(*) from lessons where status = 'requested')::int as requested,
       (select count(*) from lessons, t where status = 'held' and "holdExpiresAt" > t.now)::int as held,
       (select count(*) from lessons where status = 'disputed')::int as disputed,
       (select count(*) from (${reviewsToJudge}) r)::int as "reportedReviews",
       (select count(*) from payouts where status = 'failed' and "returnedAt" is null)::int as "failedPayouts",
       (select count(*) from _mails where status = 'failed' and "handledAs" <> 'told')::int as "undeliveredMails",
       (select count(*) from taught, t where start >= t.day_from and start < t.day_to)::int as "lessonsToday",
       (select count(*) from taught, t where start >= t.month_from and start < t.month_to)::int as "lessonsThisMonth",
       (select coalesce(-sum(m.cents), 0) from t, platform_money(t.month_from, t.month_to) m
         where ${isOfFigure(platformFigures.fees)})::int as "feesThisMonthCents",
       (select count(*) from users, t where users.created >= t.week_from and _closed is null)::int as "newAccountsThisWeek",
       (select count(*) from instructors where status = 'listed')::int as "listedInstructors"`,
    [at.nowMs, at.dayFromMs, at.dayToMs, at.monthFromMs, at.monthToMs, at.weekFromMs],
  );
  if (!row) throw new Error('Counts answer one row.');
  return row;
}
