import type { Queryable } from '#engine/database/database.ts';
import { likeText } from '../../platform/reads/like-text.ts';
import { statesIn, wasTaught } from '../../platform/reads/states-in.ts';

export type StudentRow = {
  /** The account, or an own learner's line in the book. */
  id: string;
  name: string;
  avatar: string;
  ownLearner: string | null;
  /** What an own learner still has to pay the instructor for lessons that began; negative: paid ahead. */
  owedCents: number | null;
  /** What is left of the packages that they bought of this instructor. */
  packageMinutes: number;
  completedLessons: number;
  completedMinutes: number;
  firstMs: number;
  lastMs: number | null;
  nextMs: number | null;
  nextLesson: string | null;
  /** The newest level of each skill that this instructor logged. */
  skills: Array<{ skill: string; level: number }>;
};

export const studentSorts = {
  next: '"nextAt" nulls last, "lastAt" desc nulls last, id',
  '-next': '"nextAt" desc nulls last, "lastAt" desc nulls last, id',
  name: 'lower(name), id',
  '-name': 'lower(name) desc, id',
  '-lessons': '"completedLessons" desc, lower(name), id',
  lessons: '"completedLessons", lower(name), id',
  '-hours': '"completedMinutes" desc, lower(name), id',
  hours: '"completedMinutes", lower(name), id',
  '-last': '"lastAt" desc nulls last, id',
  last: '"lastAt" nulls last, id',
} as const;

export type StudentSort = keyof typeof studentSorts;

const notOff = statesIn('paid');

// Everybody of an instructor `$1`: who has a lesson, by account, own learners, who are their line in the book until they join, and
// those whom somebody handed over. A line may have the id of an account that is nobody of theirs: it is a line.
const students = `
  select p.person as id, case when u.id is null then o.name else shown_name(u) end as name, coalesce(u.avatar, '') as avatar, o.id as "ownLearner",
    p."completedLessons", p."completedMinutes", p."lastAt", p."nextAt", coalesce(p."firstAt", o.created,
      (select max(h."doneAt") from hand_overs h where h."toInstructor" = $1 and h.learner = p.person and h.status = 'done')) as "firstAt",
    case when o.id is not null then p."takenCents" - coalesce((select sum(y."amountCents") from own_payments y where y."ownLearner" = o.id), 0) end
      as "owedCents"
  from (
    select x.person, count(*) filter (where x."wasTaught")::integer as "completedLessons",
      coalesce(sum(x."durationMinutes") filter (where x."wasTaught"), 0)::integer as "completedMinutes",
      coalesce(sum(x."priceCents") filter (where not x."isPaidHere" and x.status in ${statesIn('worked')} and x.start <= $2), 0) as "takenCents",
      min(x.start) as "firstAt", max(x.start) filter (where x.start <= $2) as "lastAt", min(x.start) filter (where x.start > $2) as "nextAt"
    from (
      select coalesce(l._learner, w._user, w.id) as person, l.status, ${wasTaught('l')} as "wasTaught", l."durationMinutes", l."priceCents", l.start, l.learner <> '' as "isPaidHere"
      from lessons l left join own_learners w on w.id = l."_ownLearner"
      where l.instructor = $1 and l.status in ${notOff}
      union all
      select coalesce(_user, id), '', false, 0, 0, null, true from own_learners where instructor = $1
      union all
      select learner, '', false, 0, 0, null, true from hand_overs where "toInstructor" = $1 and status = 'done'
    ) x group by x.person
  ) p
  left join own_learners o on o.instructor = $1 and coalesce(o._user, o.id) = p.person
  left join users u on u.id = p.person and o.id is distinct from p.person`;

export type StudentQuery = {
  instructor: string;
  nowMs: number;
  q: string;
  /** `booked`: with a lesson to come; `free`: without. Empty: both. */
  state: string;
  sort: StudentSort;
  page: number;
  perPage: number;
};

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::double precision`;
const ofStudent = `l.instructor = $1 and (l.learner = s.id or l."_ownLearner" = s."ownLearner")`;
const shown = `select s.id, s.name, s.avatar, s."ownLearner", s."owedCents"::double precision as "owedCents", s."completedLessons",
  s."completedMinutes", ${ms('s."firstAt"')} as "firstMs", ${ms('s."lastAt"')} as "lastMs", ${ms('s."nextAt"')} as "nextMs",
 (select coalesce(sum(x."minutesLeft"), 0)::integer from package_purchases x
    where x.instructor = $1 and x.learner = s.id and x.status = 'active') as "packageMinutes",
  (select l.id from lessons l where ${ofStudent} and l.start = s."nextAt" and l.status in ${notOff} limit 1) as "nextLesson",
  coalesce((select jsonb_agg(jsonb_build_object('skill', k.skill, 'level', k.level)) from (
    select distinct on (logged.skill) logged.skill, logged.level
    from lessons l join lesson_logs g on g.lesson = l.id, jsonb_to_recordset(g.skills) as logged (skill text, level integer)
    where ${ofStudent} order by logged.skill, l.start desc
  ) k), '[]') as skills`;

/** A page of the people whom an instructor teaches or has taught, and of those they brought along. */
export async function findStudents(
  db: Queryable,
  { instructor, nowMs, q, state, sort, page, perPage }: StudentQuery,
): Promise<{ items: StudentRow[]; totalItems: number }> {
  const like = q === '' ? '' : likeText(q);
  const parameters = [instructor, new Date(nowMs).toISOString(), like, state];
  const found = `(${students}) s where ($3 = '' or name ilike $3) and ($4 = '' or ($4 = 'booked') = ("nextAt" is not null))`;
  const [items, [count]] = await Promise.all([
    db.query<StudentRow>(
      `${shown} from (select * from ${found} order by ${studentSorts[sort]} limit $5 offset $6) s order by ${studentSorts[sort]}`,
      [...parameters, perPage, (page - 1) * perPage],
    ),
    db.query<{ total: number }>(`select count(*)::integer as total from ${found}`, parameters),
  ]);
  return { items, totalItems: count?.total ?? 0 };
}

/** One of them, by account or by the line in the instructor's book; undefined when there is none. */
export async function findStudent(
  db: Queryable,
  { instructor, id, nowMs }: { instructor: string; id: string; nowMs: number },
): Promise<StudentRow | undefined> {
  const sql = `${shown} from (${students}) s where s.id = $3 or s."ownLearner" = $3`;
  return (await db.query<StudentRow>(sql, [instructor, new Date(nowMs).toISOString(), id]))[0];
}

/** The id of the instructor's profile of an account, or undefined. */
export async function findInstructorOf(db: Queryable, user: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>('select id from instructors where "user" = $1', [user]);
  return row?.id;
}
