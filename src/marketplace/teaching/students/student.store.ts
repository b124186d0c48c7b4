import type { Queryable } from '#engine/database/database.ts';
import type { OwnPayment, TaughtLesson } from '#wire/students.ts';
import { wasBooked, wasTaught } from '../../platform/reads/states-in.ts';

/** Somebody of an instructor: the account, the line in the book, or both; empty or null where there is none. */
type Someone = { instructor: string; learner: string; ownLearner: string | null };

const theirs = `l.instructor = $1 and (l.learner = $2 or l."_ownLearner" = $3)`;
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::double precision`;

/** Whether an account booked a lesson with an instructor, was brought along by them, or handed over to them. */
export async function findPerson(
  db: Queryable,
  { instructor, id }: { instructor: string; id: string },
): Promise<boolean> {
  const rows = await db.query(
    `select 1 where exists (select from lessons where instructor = $1 and learner = $2)
       or exists (select from own_learners where instructor = $1 and "user" = $2)
       or exists (select from hand_overs where "toInstructor" = $1 and learner = $2 and status = 'done')`,
    [instructor, id],
  );
  return rows.length > 0;
}

export type OwnLearnerRow = { id: string; name: string; phone: string; note: string; inviteCode: string; user: string };

/** An own learner's line in the book. */
export async function findOwnLearner(db: Queryable, id: string): Promise<OwnLearnerRow | undefined> {
  const sql = `select id, name, phone, note, "inviteCode", "user" from own_learners where id = $1`;
  return (await db.query<OwnLearnerRow>(sql, [id]))[0];
}

/** A lesson with its instants in epoch milliseconds. */
export type LessonRow = Omit<TaughtLesson, 'start' | 'end'> & { startMs: number; endMs: number };

/** The lessons that somebody has, had or missed with an instructor, latest first, with what was written down of each. */
export function listLessonsOf(db: Queryable, { instructor, learner, ownLearner }: Someone): Promise<LessonRow[]> {
  return db.query(
    `select l.id, ${ms('l.start')} as "startMs", ${ms('l."end"')} as "endMs", l."durationMinutes", l.status, l."priceCents",
       ${wasTaught('l')} as "isTaught", l.learner = '' as "isPaidByHand",
       (select coalesce(sum(p."amountCents" - p."refundedCents"), 0)::double precision from payments p
        where p._lesson = l.id and p.status in ('succeeded', 'part_refunded')) as "paidCents",
       (select jsonb_build_object('skills', g.skills, 'notes', g.notes, 'mockTest', g."mockTest") from lesson_logs g where g.lesson = l.id) as log
     from lessons l where ${theirs} and ${wasBooked('l')} order by l.start desc, l.id limit 500`,
    [instructor, learner, ownLearner],
  );
}

/** What an own learner paid to the instructor, latest first. */
export function listOwnPayments(db: Queryable, ownLearner: string): Promise<OwnPayment[]> {
  return db.query(
    `select id, "amountCents", method, "paidOn", note from own_payments where "ownLearner" = $1
     order by "paidOn" desc, created desc limit 500`,
    [ownLearner],
  );
}

/** What the instructor noted about an account. */
export async function findNote(
  db: Queryable,
  { instructor, learner }: Pick<Someone, 'instructor' | 'learner'>,
): Promise<{ id: string; text: string } | undefined> {
  const sql = 'select id, text from student_notes where instructor = $1 and learner = $2';
  return (await db.query<{ id: string; text: string }>(sql, [instructor, learner]))[0];
}

/** The phone of a learner while the two know each other's (domain rule 30); empty otherwise. */
export async function findSharedPhone(
  db: Queryable,
  { instructor, learner, nowMs }: Pick<Someone, 'instructor' | 'learner'> & { nowMs: number },
): Promise<string> {
  const [row] = await db.query<{ phone: string }>(
    `select u.phone from users u where u.id = $2 and exists (
       select from lessons l where l.instructor = $1 and l.learner = u.id and l."contactsUntil" >= to_timestamp($3::double precision / 1000))`,
    [instructor, learner, nowMs],
  );
  return row?.phone ?? '';
}

export type BookOwner = {
  id: string;
  name: string;
  timezone: string;
  /** The car of today. */
  vehiclePlate: string;
  vehicleModel: string;
  /** The last day of the licence to teach, or empty. */
  licenceExpiresOn: string;
  /** The cars that took the place of another one, since when, in order. */
  plates: readonly { plate: string; fromMs: number }[];
};

/** Whose record book it is. */
export async function findBookOwner(db: Queryable, id: string): Promise<BookOwner | undefined> {
  const sql = `select id, name, timezone, "vehiclePlate", "vehicleModel", "licenceExpiresOn",
    coalesce((select jsonb_agg(jsonb_build_object('plate', c.changes->>'vehiclePlate', 'fromMs', ${ms('c.updated')}) order by c.updated)
      from instructor_changes c where c.instructor = i.id and c.status = 'accepted' and c.changes ? 'vehiclePlate'), '[]') as plates
    from instructors i where id = $1`;
  return (await db.query<BookOwner>(sql, [id]))[0];
}

/** From whom an instructor took a learner over, the newest first. */
export function listGivers(
  db: Queryable,
  { instructor, learner }: Pick<Someone, 'instructor' | 'learner'>,
): Promise<{ instructor: string; name: string; ownLearner: string | null; doneMs: number }[]> {
  return db.query(
    `select f.id as instructor, f.name, (select o.id from own_learners o where o.instructor = f.id and o."user" = $2 limit 1) as "ownLearner",
       ${ms('h."doneAt"')} as "doneMs"
     from hand_overs h join instructors f on f.id = h."fromInstructor"
     where h."toInstructor" = $1 and h.learner = $2 and h.status = 'done' and exists (select from users u where u.id = $2 and u._closed is null)
     order by h."doneAt" desc limit 10`,
    [instructor, learner],
  );
}
