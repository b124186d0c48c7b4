import type { Queryable } from '#engine/database/database.ts';
import type { Offer, Taken } from '#rules/availability/list-slots.ts';
import type { WorkingTime } from '#rules/availability/list-windows.ts';
import type { Span } from '#rules/availability/spans.ts';
import type { PriceList } from '#rules/lessons/quote-lesson.ts';

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
  /** The lessons of the learner that was asked for, with anybody. */
  learnerBusy: Span[];
  /** When the first hold among the busy lessons runs out, else infinite. */
  firstHoldEndsMs: number;
};

type DiaryRow = {
  status: string;
  user: string;
  version: number;
  lessonMinutes: number[];
  slotStepMinutes: number;
  minNoticeMinutes: number;
  horizonDays: number;
  gapMinutes: number;
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
  busy: Array<[startMs: number, endMs: number]> | null;
  learnerBusy: Array<[startMs: number, endMs: number]> | null;
  closedDates: string[] | null;
  firstHoldEndsMs: number | null;
};

const diaryQuery = `
  select i.status, i."user", c.version, i."lessonMinutes", i."slotStepMinutes", i."minNoticeMinutes", i."horizonDays",
    i."gapMinutes", i."maxLessonsPerDay", i."maxLessonsPerWeek", i."worksHolidays", i."licenceExpiresOn", i."retiresOn",
    i.timezone, i."hourlyCents", i."eveningSurchargePercent", i."weekendSurchargePercent",
    (select jsonb_agg(jsonb_build_array(r.weekday, r."startMinute", r."endMinute")) from availability_rules r
      where r.instructor = i.id) as rules,
    (select jsonb_agg(jsonb_build_object('date', o.date, 'windows', o.windows)) from availability_overrides o
      where o.instructor = i.id and o.date between $4 and $5) as overrides,
    (select jsonb_agg(jsonb_build_array(extract(epoch from t.start) * 1000, extract(epoch from t."end") * 1000)) from time_off t
      where t.instructor = i.id and t."end" > to_timestamp($2::double precision) and t.start < to_timestamp($3::double precision)) as "timeOff",
    (select jsonb_agg(jsonb_build_array(extract(epoch from l.start) * 1000, extract(epoch from l."end") * 1000)) from lessons l
      where l.instructor = i.id and l.id <> $6 and is_occupying(l.status)
        and l.occupied && tstzrange(to_timestamp($2::double precision), to_timestamp($3::double precision), '[)')
        and not (l.status = 'held' and l."holdExpiresAt" <= to_timestamp($7::double precision))) as busy,
    (select jsonb_agg(jsonb_build_array(extract(epoch from l.start) * 1000, extract(epoch from l."end") * 1000)) from lessons l
      where l.learner = $8 and is_occupying(l.status)
        and l.occupied && tstzrange(to_timestamp($2::double precision), to_timestamp($3::double precision), '[)')
        and not (l.status = 'held' and l."holdExpiresAt" <= to_timestamp($7::double precision))) as "learnerBusy",
    (select jsonb_agg(h.date) from holidays h where h.closes and h.date between $4 and $5) as "closedDates",
    (select extract(epoch from min(l."holdExpiresAt"))::double precision * 1000 from lessons l
      where l.instructor = i.id and l.status = 'held' and l."holdExpiresAt" > to_timestamp($7::double precision)) as "firstHoldEndsMs"
  from instructors i join instructor_calendars c on c.instructor = i.id
  where i.id = $1`;

/** The version of an instructor's calendar, which changes with everything that decides about free times; undefined for no instructor. */
export async function findCalendarVersion(db: Queryable, instructor: string): Promise<number | undefined> {
  const rows = await db.query<{ version: number }>('select version from instructor_calendars where instructor = $1', [
    instructor,
  ]);
  return rows[0]?.version;
}

export type DiaryQuestion = {
  instructor: string;
  fromMs: number;
  toMs: number;
  nowMs: number;
  /** A lesson that does not count as busy. */
  exceptLesson?: string;
  /** Whose lessons with others matter too. */
  learner?: string;
};

const dayMs = 86_400_000;

/** The diary of an instructor around a span, in one query; undefined when there is no such instructor. */
export async function findDiary(db: Queryable, question: DiaryQuestion): Promise<Diary | undefined> {
  // Caps count whole local weeks, and windows may begin days before the first start.
  const fromMs = question.fromMs - 8 * dayMs;
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
      busy: (row.busy ?? []).map(span),
      closedDates: row.closedDates ?? [],
    },
    learnerBusy: (row.learnerBusy ?? []).map(span),
    firstHoldEndsMs: row.firstHoldEndsMs ?? Number.POSITIVE_INFINITY,
  };
}
