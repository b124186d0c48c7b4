import type { Queryable } from '#engine/database/database.ts';
import type { LearnerBounds, LearnerTimes } from '#rules/availability/learner-times.ts';
import type { Offer, Taken } from '#rules/availability/list-slots.ts';
import type { WorkingTime } from '#rules/availability/list-windows.ts';
import type { PriceList } from '#rules/lessons/quote-lesson.ts';
import type { Point } from '#rules/places/distance-km.ts';
import { findPostalSector } from '#rules/places/postal-sectors.ts';
import { dayMs } from '#rules/time/durations.ts';

/** Everything that decides when an instructor can be booked, as one query answers it. */
export type Diary = {
  isListed: boolean;
  userId: string;
  calendarVersion: number;
  lessonMinutes: number[];
  offer: Offer;
  working: WorkingTime;
  prices: PriceList;
  taken: Taken;
  /** What is known of the learner that was asked for, and by what the instructor bounds one learner. */
  learner: LearnerTimes;
  bounds: LearnerBounds;
  /** Where the lesson begins that does not count as busy. */
  pickup: Point | undefined;
  /** When it begins, and the last date to which it can be put off, as the package that paid for it ends; empty: no limit. */
  moving: { startMs: number; lastDate: string } | undefined;
  /** When the first hold among the busy lessons runs out, else infinite. */
  firstHoldEndsMs: number;
};

type DiaryRow = {
  id: string;
  status: string;
  user: string;
  version: number;
  lessonMinutes: number[];
  slotStepMinutes: number;
  minNoticeMinutes: number;
  horizonDays: number;
  gapMinutes: number;
  considersTravel: boolean;
  maxLessonsPerDay: number;
  maxLessonsPerWeek: number;
  worksHolidays: boolean;
  licenceExpiresOn: string;
  retiresOn: string;
  timezone: string;
  hourlyCents: number;
  eveningSurchargePercent: number;
  weekendSurchargePercent: number;
  rules: Array<[weekday: number, startMinute: number, endMinute: number]> | null;
  overrides: WorkingTime['overrides'] | null;
  timeOff: Array<[startMs: number, endMs: number]> | null;
  busy: Array<[startMs: number, endMs: number, isGuests: boolean, postalCode: string]> | null;
  maxPerLearnerPerWeek: number;
  learnerBusy: LearnerLessonRow[] | null;
  lastDate: string | null;
  movingMs: number | null;
  packageEnds: string | null;
  closedDates: string[] | null;
  postalCode: string | null;
  firstHoldEndsMs: number | null;
};

type LearnerLessonRow = [startMs: number, endMs: number, instructor: string, postalCode: string];
type LearnerRow = { learnerBusy: LearnerLessonRow[] | null; lastDate: string | null };

/** What is known of a learner, as columns: lessons that take time, and holds that run still, from an instant on; when the provisional licence ends. */
function learnerColumns({ learner, since, at, except }: Record<'learner' | 'since' | 'at' | 'except', string>): string {
  return `(select jsonb_agg(jsonb_build_array(extract(epoch from l.start) * 1000, extract(epoch from l."end") * 1000, l.instructor, l."postalCode"))
      from lessons l
      where ${learner} <> '' and l.learner = ${learner} and l.id <> ${except} and is_occupying(l.status)
        and l.occupied && tstzrange(${since}, null, '[)') and not (l.status = 'held' and l."holdExpiresAt" <= ${at})) as "learnerBusy",
    (select r."pdlExpiresOn" from licence_roads r where r."user" = ${learner} and ${learner} <> '') as "lastDate"`;
}

function learnerOf({ learnerBusy, lastDate }: LearnerRow): LearnerTimes {
  return {
    lessons: (learnerBusy ?? []).map(([startMs, endMs, instructor, postalCode]) => ({
      startMs,
      endMs,
      instructor,
      pickup: findPostalSector(postalCode),
    })),
    lastDate: lastDate ?? '',
  };
}

const diaryQuery = `
  select i.id, i.status, i."user", c.version, i."lessonMinutes", i."slotStepMinutes", i."minNoticeMinutes", i."horizonDays",
    i."gapMinutes", i."considersTravel", i."maxLessonsPerDay", i."maxLessonsPerWeek", i."maxPerLearnerPerWeek", i."worksHolidays", i."licenceExpiresOn",
    i."retiresOn", i.timezone, i."hourlyCents", i."eveningSurchargePercent", i."weekendSurchargePercent",
    (select jsonb_agg(jsonb_build_array(r.weekday, r."startMinute", r."endMinute")) from availability_rules r
      where r.instructor = i.id) as rules,
    (select jsonb_agg(jsonb_build_object('date', o.date, 'windows', o.windows)) from availability_overrides o
      where o.instructor = i.id and o.date between $4 and $5) as overrides,
    (select jsonb_agg(jsonb_build_array(extract(epoch from t.start) * 1000, extract(epoch from t."end") * 1000)) from (
        select o.start, o."end" from time_off o where o.instructor = i.id and o."end" > to_timestamp($2::double precision)
        union all
        select b.start, b."end" from busy_times b where b.instructor = i.id and b."end" > to_timestamp($2::double precision)) t
      where t.start < to_timestamp($3::double precision)) as "timeOff",
    (select jsonb_agg(jsonb_build_array(extract(epoch from l.start) * 1000, extract(epoch from l."end") * 1000,
        l.learner = '' and l._guest <> '', l."postalCode")) from lessons l
      where l.instructor = i.id and l.id <> $6 and is_occupying(l.status)
        and l.occupied && tstzrange(to_timestamp($2::double precision), to_timestamp($3::double precision), '[)')
        and not (l.status = 'held' and l."holdExpiresAt" <= to_timestamp($7::double precision))) as busy,
    ${learnerColumns({ learner: '$8', since: 'to_timestamp($2::double precision)', at: 'to_timestamp($7::double precision)', except: '$6' })},
    (select jsonb_agg(h.date) from holidays h where h.closes and h.date between $4 and $5) as "closedDates",
    (select l."postalCode" from lessons l where l.id = $6 and l.instructor = i.id) as "postalCode",
    (select extract(epoch from l.start)::double precision * 1000 from lessons l where l.id = $6 and l.instructor = i.id) as "movingMs",
    (select min(k."expiresOn") from payments p join package_purchases k on k.id = p."drawnFrom"
      where p.lesson = $6 and p."drawnFrom" <> '' and p.status <> 'refunded') as "packageEnds",
    (select extract(epoch from min(l."holdExpiresAt"))::double precision * 1000 from lessons l
      where l.instructor = i.id and l.status = 'held' and l."holdExpiresAt" > to_timestamp($7::double precision)) as "firstHoldEndsMs"
  from instructors i join instructor_calendars c on c.instructor = i.id
  where i.id = $1`;

/**
 * The version of an instructor's calendar, which changes with everything that decides about free times; undefined for no instructor. Those that wait
 * at the same time share one statement.
 */
export async function findCalendarVersion(db: Queryable, instructor: string): Promise<number | undefined> {
  const text = 'select instructor as id, version from instructor_calendars where instructor = any ($1::text[])';
  const row = await db.findById({ text, id: instructor });
  return row?.version as number | undefined;
}

/** The version of a calendar as above, with what bounds a learner there, in one round trip; undefined for no instructor. */
export async function findLearnerView(
  db: Queryable,
  { instructor, learner, fromMs, nowMs }: { instructor: string; learner: string; fromMs: number; nowMs: number },
): Promise<{ version: number; userId: string; learner: LearnerTimes; bounds: LearnerBounds } | undefined> {
  const [row] = await db.query<LearnerRow & LearnerBounds & { version: number; userId: string }>(
    `select c.version, i."user" as "userId", i.id as instructor, i.timezone, i."maxPerLearnerPerWeek", i."considersTravel",
       ${learnerColumns({ learner: '$2', since: 'to_timestamp($3::double precision)', at: 'to_timestamp($4::double precision)', except: `''` })}
     from instructor_calendars c join instructors i on i.id = c.instructor where c.instructor = $1`,
    [instructor, learner, sinceOf(fromMs) / 1000, nowMs / 1000],
  );
  return row && { version: row.version, userId: row.userId, learner: learnerOf(row), bounds: row };
}

/** What is known of learners from an instant on, all in one query. */
export async function readLearnerTimes(
  db: Queryable,
  { learners, fromMs, nowMs }: { learners: readonly string[]; fromMs: number; nowMs: number },
): Promise<Map<string, LearnerTimes>> {
  const rows = await db.query<LearnerRow & { learner: string }>(
    `select u.id as learner, ${learnerColumns({ learner: 'u.id', since: 'to_timestamp($2::double precision)', at: 'to_timestamp($3::double precision)', except: `''` })}
     from unnest($1::text[]) as u (id)`,
    [learners, sinceOf(fromMs) / 1000, nowMs / 1000],
  );
  return new Map(rows.map((row) => [row.learner, learnerOf(row)]));
}

/** The areas in which an instructor picks learners up. */
export async function findAreas(db: Queryable, instructor: string): Promise<string[]> {
  const [row] = await db.query<{ areas: string[] | null }>('select areas from instructors where id = $1', [instructor]);
  return row?.areas ?? [];
}

/** How many learners wait for times of an instructor, by name or for anybody of the same class, if these were the areas. */
export async function countWaitingIn(db: Queryable, instructor: string, areas: readonly string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(distinct e.learner)::integer as count from instructors i join waitlist_entries e
       on e.status = 'open' and not e.paused and i."licenceClasses" @> to_jsonb(e."licenceClass") and e.learner <> i."user"
     where i.id = $1 and e.instructor in ('', i.id) and (e.areas in ('[]', 'null') or e.areas ?| $2::text[])`,
    [instructor, areas],
  );
  return row?.count ?? 0;
}

export type DiaryQuestion = {
  instructor: string;
  fromMs: number;
  toMs: number;
  nowMs: number;
  /** A lesson of theirs that does not count as busy, and whose pick-up is asked for. One of another instructor's tells nothing. */
  exceptLesson?: string;
  /** Whose lessons with others matter too. */
  learner?: string;
};

// Caps count whole local weeks.
function sinceOf(fromMs: number): number {
  return fromMs - 8 * dayMs;
}

/** The diary of an instructor around a span, in one query; undefined when there is no such instructor. */
export async function findDiary(db: Queryable, question: DiaryQuestion): Promise<Diary | undefined> {
  // Caps count whole local weeks, and windows may begin days before the first start.
  const fromMs = sinceOf(question.fromMs);
  const toMs = question.toMs + 9 * dayMs;
  const rows = await db.query<DiaryRow>(diaryQuery, [
    question.instructor,
    fromMs / 1000,
    toMs / 1000,
    dateOf(fromMs),
    dateOf(toMs),
    question.exceptLesson ?? '',
    question.nowMs / 1000,
    question.learner ?? '',
  ]);
  return rows[0] ? diaryOf(rows[0]) : undefined;
}

// A day of room on both sides, so the zone does not matter here.
function dateOf(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

function diaryOf(row: DiaryRow): Diary {
  const span = ([startMs, endMs]: [number, number]) => ({ startMs, endMs });
  return {
    isListed: row.status === 'listed',
    userId: row.user,
    calendarVersion: row.version,
    lessonMinutes: row.lessonMinutes,
    offer: row,
    working: {
      timezone: row.timezone,
      rules: (row.rules ?? []).map(([weekday, startMinute, endMinute]) => ({ weekday, startMinute, endMinute })),
      overrides: row.overrides ?? [],
    },
    prices: row,
    taken: {
      timeOff: (row.timeOff ?? []).map(span),
      busy: (row.busy ?? []).map(([startMs, endMs, isGuests, postalCode]) => ({
        startMs,
        endMs,
        isGuests,
        pickup: findPostalSector(postalCode),
      })),
      closedDates: row.closedDates ?? [],
    },
    learner: learnerOf(row),
    bounds: { ...row, instructor: row.id },
    moving: row.movingMs === null ? undefined : { startMs: row.movingMs, lastDate: row.packageEnds ?? '' },
    pickup: findPostalSector(row.postalCode ?? ''),
    firstHoldEndsMs: row.firstHoldEndsMs ?? Number.POSITIVE_INFINITY,
  };
}
