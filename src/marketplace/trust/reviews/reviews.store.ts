import type { Queryable, Row } from '#engine/database/database.ts';
import { statesIn, wasTaught } from '../../platform/reads/states-in.ts';

/**
 * Whether a lesson was paid as reviews ask (rule 24), as SQL has it: at least half of what it cost as it was booked, and of what the instructor asks for so many
 * minutes now, so that nobody buys the right to review by a price that is low for a day. Lessons of own learners are paid elsewhere; what a superuser gave is a fact.
 */
const isPaidFor = `(l."priceCents" > 0 and (l."ownLearner" <> ''
  or exists (select from lesson_moves g where g.lesson = l.id and g.event = 'given' and g."actorRole" in ('superuser', 'system'))
  or 2 * coalesce((select sum(p."amountCents") from payments p where p._lesson = l.id and p.status in ('succeeded', 'part_refunded', 'refunded')), 0)
    >= greatest(l."priceCents", i."hourlyCents" * l."durationMinutes" / 60)))`;

/** A lesson as its reviews see it. `isPaidAndTaught` also holds while a claim about a lesson that was given is open; one that cost nothing was not paid. */
export type ReviewedLesson = {
  instructor: string;
  instructorUser: string;
  instructorName: string;
  learner: string;
  learnerName: string;
  endMs: number;
  isPaidAndTaught: boolean;
  policyVersion: number;
};

/** What a review asks of its lesson; undefined when there is none of that id. */
export async function findReviewedLesson(db: Queryable, lesson: string): Promise<ReviewedLesson | undefined> {
  const [row] = await db.query<ReviewedLesson>(
    `select l.instructor, i."user" as "instructorUser", i.name as "instructorName", l.learner, shown_name(u) as "learnerName",
       (extract(epoch from l."end") * 1000)::double precision as "endMs", l."policyVersion",
       ${isPaidFor} and ${wasTaught('l')} as "isPaidAndTaught"
     from lessons l join instructors i on i.id = l.instructor join users u on u.id = l.learner
     where l.id = $1`,
    [lesson],
  );
  return row;
}

/** Whether a side of a lesson has written its review. */
export async function hasReviewed(db: Queryable, lesson: string, side: string): Promise<boolean> {
  const rows = await db.query('select from reviews where lesson = $1 and side = $2', [lesson, side]);
  return rows.length > 0;
}

/** A review by its id, or undefined. */
export async function findReview(db: Queryable, review: string): Promise<Row | undefined> {
  const rows = await db.query('select * from reviews where id = $1', [review]);
  return rows[0];
}

/** Whether a review was answered. */
export async function hasReply(db: Queryable, review: string): Promise<boolean> {
  const rows = await db.query('select from review_replies where review = $1', [review]);
  return rows.length > 0;
}

/** A review, locked until the transaction ends. */
export function lockReview(tx: Queryable, review: string): Promise<Row[]> {
  return tx.query('select * from reviews where id = $1 for no key update', [review]);
}

/** What staff decided about a review last, besides one decision, and who. */
export async function findNewestDecision(
  tx: Queryable,
  { review, except }: { review: string; except: string },
): Promise<{ id: string; by: string } | undefined> {
  const [row] = await tx.query<{ id: string; by: string }>(
    `select id, "moderatorName" as by from review_decisions where review = $1 and id <> $2 order by created desc, _seq desc limit 1`,
    [review, except],
  );
  return row;
}

/** The reviews of a lesson that are published. */
export function listPublishedOf(db: Queryable, lesson: string): Promise<Row[]> {
  return db.query('select * from reviews where lesson = $1 and "publishedAt" is not null', [lesson]);
}

/** Reviews whose time of waiting is over, oldest first. */
export async function findDueReviews(db: Queryable, nowMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from reviews where "publishedAt" is null and _publish_by <= to_timestamp($1::double precision / 1000)
     order by _publish_by, id limit 200`,
    [nowMs],
  );
  return rows.map(({ id }) => id);
}

/** Publishes a review as of the end of its time; undefined when it was published before. */
export async function publishReview(tx: Queryable, review: string, nowMs: number): Promise<Row | undefined> {
  const rows = await tx.query(
    `update reviews set "publishedAt" = _publish_by, updated = to_timestamp($2::double precision / 1000)
     where id = $1 and "publishedAt" is null returning *`,
    [review, nowMs],
  );
  return rows[0];
}

/** Takes a review off the pages, since the first time that was decided, or puts it back; answers its row. */
export async function setRemoved(
  tx: Queryable,
  review: string,
  { isRemoved, nowMs }: { isRemoved: boolean; nowMs: number },
): Promise<Row | undefined> {
  const rows = await tx.query(
    `update reviews set "removedAt" = case when $2::boolean then coalesce("removedAt", at) end, updated = at
     from (select to_timestamp($3::double precision / 1000) as at) now where id = $1 returning reviews.*`,
    [review, isRemoved, nowMs],
  );
  return rows[0];
}

/** Who is told of a review: its author, and whom it is about. */
export type ReviewPeople = { author: string; authorName: string; subject: string; lesson: string; learner: string };

/** The people of a review; undefined when there is none of that id. */
export async function findReviewPeople(db: Queryable, review: string): Promise<ReviewPeople | undefined> {
  const [row] = await db.query<ReviewPeople>(
    `select r.author, case r.side when 'learner' then shown_name(u) else i.name end as "authorName",
       case r.side when 'learner' then i."user" else l.learner end as subject, l.id as lesson, l.learner
     from reviews r join lessons l on l.id = r.lesson join instructors i on i.id = l.instructor join users u on u.id = l.learner
     where r.id = $1`,
    [review],
  );
  return row;
}

export type AskedLesson = {
  lesson: string;
  learner: string;
  instructorUser: string;
  learnerName: string;
  instructorName: string;
  /** How many lessons the pair had by this one. */
  count: number;
  hasPassed: boolean;
  policyVersion: number;
  learnerWrote: boolean;
  instructorWrote: boolean;
};

/**
 * Lessons that ended since an instant and were not looked at yet, and the last one of a pair whose learner has passed since. Answers at most
 * 200, oldest first.
 */
export function findLessonsToAsk(db: Queryable, sinceMs: number): Promise<AskedLesson[]> {
  return db.query(
    `select l.id as lesson, l.learner, i."user" as "instructorUser", shown_name(u) as "learnerName", i.name as "instructorName",
       (select count(*)::int from lessons x where x.instructor = l.instructor and x.learner = l.learner
          and x.status in ${statesIn('taught')} and x."end" <= l."end") as count,
       coalesce(p.passed and p.last, false) as "hasPassed", l."policyVersion",
       exists (select from reviews r where r.lesson = l.id and r.side = 'learner') as "learnerWrote",
       exists (select from reviews r where r.lesson = l.id and r.side = 'instructor') as "instructorWrote"
     from lessons l join instructors i on i.id = l.instructor join users u on u.id = l.learner
     left join _review_asks a on a.lesson = l.id
     left join lateral (
       select exists (select from licence_roads w where w."user" = l.learner and w."testPassedOn" <> '') as passed,
         not exists (select from lessons x where x.instructor = l.instructor and x.learner = l.learner
           and x.status in ${statesIn('taught')} and x."end" > l."end") as last) p on true
     where l.status in ${statesIn('taught')} and ${isPaidFor} and l."end" > to_timestamp($1::double precision / 1000)
       and (a.lesson is null or (not a.asked and p.passed and p.last))
     order by l."end", l.id limit 200`,
    [sinceMs],
  );
}

/** Remembers that a lesson was looked at; false where another server did so before with the same outcome. */
export async function noteAsked(tx: Queryable, lesson: string, asked: boolean): Promise<boolean> {
  const rows = await tx.query(
    `insert into _review_asks as a (lesson, asked) values ($1, $2)
     on conflict (lesson) do update set asked = true where excluded.asked and not a.asked returning lesson`,
    [lesson, asked],
  );
  return rows.length > 0;
}
