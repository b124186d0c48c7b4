import type { Queryable, Row } from '#engine/database/database.ts';
import type { FoundInstructor } from '#wire/search.ts';

/** An instructor as search keeps it: the public fields, and what decides when lessons can be booked. */
export type OfferRow = Omit<FoundInstructor, 'collectionName' | 'verifiedAt'> & {
  status: string;
  gender: string;
  slotStepMinutes: number;
  minNoticeMinutes: number;
  horizonDays: number;
  gapMinutes: number;
  maxLessonsPerDay: number;
  maxLessonsPerWeek: number;
  maxPerLearnerPerWeek: number;
  vehiclePlate: string;
  licenceExpiresOn: string;
  retiresOn: string;
  verifiedMs: number | null;
  /** Until when they are warned, and hidden from searches; null without. */
  warnedMs: number | null;
  hiddenMs: number | null;
  rules: Array<[weekday: number, startMinute: number, endMinute: number]> | null;
  overrides: Array<{ date: string; windows: Array<{ startMinute: number; endMinute: number }> }> | null;
  timeOff: Array<[startMs: number, endMs: number]> | null;
  /** Occupying lessons in order of time; `holdMs` is when a hold runs out, null for the others. */
  busy: Array<[startMs: number, endMs: number, holdMs: number | null, isGuests: boolean]> | null;
};

export type WholeLook = {
  /** The snapshot of this look: what the next one goes on from. */
  snapshot: string;
  closedDates: string[];
  offers: OfferRow[];
};

// One index range each; the lessons are those that can matter from `$1` on (epoch seconds), for caps that count whole weeks.
const offerColumns = `i.id, i.status, i.name, i.photo, i."carPhoto", i.bio, i."licenceClasses", i.languages, i.areas, i."testCentre", i.gender,
  i."postalSector", i."hourlyCents", i."eveningSurchargePercent", i."weekendSurchargePercent", i.timezone, i."lessonMinutes",
  i."slotStepMinutes", i."minNoticeMinutes", i."horizonDays", i."gapMinutes", i."considersTravel", i."maxLessonsPerDay", i."maxLessonsPerWeek",
  i."maxPerLearnerPerWeek", i."instantBooking", i."worksHolidays", i."cancellationHours", i."ratingAverage", i."ratingCount", i."ratingShown",
  i."passRatePercent", i."passRatePeriod", i."passRateSample", i."passRateSource", i."vehiclePlate", i."vehicleModel",
  i."licenceExpiresOn", i."retiresOn", extract(epoch from i."verifiedAt")::double precision * 1000 as "verifiedMs",
  extract(epoch from i."warnedUntil")::double precision * 1000 as "warnedMs",
  extract(epoch from i."hiddenUntil")::double precision * 1000 as "hiddenMs",
  (select json_agg(json_build_array(r.weekday, r."startMinute", r."endMinute")) from availability_rules r
    where r.instructor = i.id) as rules,
  (select json_agg(json_build_object('date', o.date, 'windows', o.windows)) from availability_overrides o
    where o.instructor = i.id and o.date >= to_char(look.since, 'YYYY-MM-DD')) as overrides,
  (select json_agg(json_build_array(extract(epoch from t.start) * 1000, extract(epoch from t."end") * 1000)) from (
      select o.start, o."end" from time_off o where o.instructor = i.id and o."end" > look.since
      union all
      select b.start, b."end" from busy_times b where b.instructor = i.id and b."end" > look.since) t) as "timeOff",
  (select json_agg(json_build_array(extract(epoch from l.start) * 1000, extract(epoch from l."end") * 1000,
      case when l.status = 'held' then extract(epoch from l."holdExpiresAt") * 1000 end, l.learner = '' and l._guest <> '') order by l.start) from lessons l
    where l.instructor = i.id and l.start > look.since and is_occupying(l.status)) as busy`;

const wholeQuery = `
  with look as (
    select pg_current_snapshot() as snapshot, to_timestamp($1::double precision) as since,
      (select json_agg(date) from holidays where closes) as "closedDates"
  )
  select look.snapshot::text as snapshot, look."closedDates", o.*
  from look left join lateral (select ${offerColumns} from instructors i where i.status = 'listed') o on true`;

// A row stamped by a transaction that is still to come was copied from another database; the whole look has seen it already.
const changesQuery = `
  with look as (select pg_current_snapshot() as snapshot, $1::pg_snapshot as before)
  select look.snapshot::text as snapshot,
    exists (select from search_epochs e where e.xid >= pg_snapshot_xmin(look.before)
      and not pg_visible_in_snapshot(e.xid, look.before) and e.xid < pg_snapshot_xmax(look.snapshot)) as "isStale",
    array(select c.instructor from instructor_calendars c
      where c.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(c.xid, look.before)
        and c.xid < pg_snapshot_xmax(look.snapshot)) as changed
  from look`;

const someQuery = `
  with look as (select to_timestamp($1::double precision) as since)
  select ${offerColumns} from look, instructors i where i.id = any($2::text[])`;

type LookRow = Row & Omit<OfferRow, 'id'> & { id: string | null; snapshot: string; closedDates: string[] | null };

/** All listed instructors with their diaries from `sinceMs` on, and the snapshot at which this is true. */
export async function readAllOffers(db: Queryable, sinceMs: number): Promise<WholeLook> {
  const rows = await db.query<LookRow>(wholeQuery, [sinceMs / 1000]);
  const [first] = rows;
  if (!first) throw new Error('A look answers at least one row.');
  const offers = rows.flatMap((row) => (row.id === null ? [] : [withoutGaps(row as OfferRow)]));
  return { snapshot: first.snapshot, closedDates: first.closedDates ?? [], offers };
}

/**
 * Which instructors, listed or not, changed after the snapshot `before`; `isStale` when something changed that concerns all of them.
 * The usual answer of a search's only query is that none did.
 */
export async function findChanges(
  db: Queryable,
  before: string,
): Promise<{ snapshot: string; isStale: boolean; changed: string[] }> {
  const [row] = await db.query<{ snapshot: string; isStale: boolean; changed: string[] }>(changesQuery, [before]);
  if (!row) throw new Error('A look answers one row.');
  return row;
}

/** These instructors as they are now, with their diaries from `sinceMs` on. */
export async function readOffers(db: Queryable, ids: readonly string[], sinceMs: number): Promise<OfferRow[]> {
  return (await db.query<OfferRow & Row>(someQuery, [sinceMs / 1000, ids])).map(withoutGaps);
}

/** One record that was brought in with gaps from elsewhere must not keep everybody else from being found. */
function withoutGaps(row: OfferRow): OfferRow {
  return {
    ...row,
    licenceClasses: row.licenceClasses ?? [],
    languages: row.languages ?? [],
    areas: row.areas ?? [],
    lessonMinutes: row.lessonMinutes ?? [],
    timezone: row.timezone || 'Asia/Singapore',
  };
}
