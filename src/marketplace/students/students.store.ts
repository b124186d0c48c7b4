import type { Queryable } from '#engine/database/database.ts';
import { statesIn } from '../reads/states-in.ts';

export type StudentRow = {
  learner: string;
  name: string;
  avatar: string;
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

const students = `
  select u.id, shown_name(u) as name, u.avatar,
    count(*) filter (where l.status in ${statesIn('taught')})::integer as "completedLessons",
    coalesce(sum(l."durationMinutes") filter (where l.status in ${statesIn('taught')}), 0)::integer as "completedMinutes",
    min(l.start) as "firstAt", max(l.start) filter (where l.start <= $2) as "lastAt",
    min(l.start) filter (where l.start > $2) as "nextAt"
  from lessons l join users u on u.id = l.learner
  where l.instructor = $1 and l.status in ${notOff} group by u.id`;

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

/** A page of the people whom an instructor teaches or has taught. */
export async function findStudents(
  db: Queryable,
  { instructor, nowMs, q, state, sort, page, perPage }: StudentQuery,
): Promise<{ items: StudentRow[]; totalItems: number }> {
  const like = q === '' ? '' : `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const parameters = [instructor, new Date(nowMs).toISOString(), like, state];
  const found = `(${students}) s where ($3 = '' or name ilike $3) and ($4 = '' or ($4 = 'booked') = ("nextAt" is not null))`;
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::double precision`;
  const [items, [count]] = await Promise.all([
    db.query<StudentRow>(
      `select s.id as learner, s.name, s.avatar, s."completedLessons", s."completedMinutes", ${ms('s."firstAt"')} as "firstMs",
         ${ms('s."lastAt"')} as "lastMs", ${ms('s."nextAt"')} as "nextMs",
         (select l.id from lessons l where l.instructor = $1 and l.learner = s.id and l.start = s."nextAt"
            and l.status in ${notOff} limit 1) as "nextLesson",
         coalesce((select jsonb_agg(jsonb_build_object('skill', k.skill, 'level', k.level)) from (
           select distinct on (logged.skill) logged.skill, logged.level
           from lessons l join lesson_logs g on g.lesson = l.id, jsonb_to_recordset(g.skills) as logged (skill text, level integer)
           where l.instructor = $1 and l.learner = s.id order by logged.skill, l.start desc
         ) k), '[]') as skills
       from (select * from ${found} order by ${studentSorts[sort]} limit $5 offset $6) s order by ${studentSorts[sort]}`,
      [...parameters, perPage, (page - 1) * perPage],
    ),
    db.query<{ total: number }>(`select count(*)::integer as total from ${found}`, parameters),
  ]);
  return { items, totalItems: count?.total ?? 0 };
}

/** The id of the instructor's profile of an account, or undefined. */
export async function findInstructorOf(db: Queryable, user: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>('select id from instructors where "user" = $1', [user]);
  return row?.id;
}
