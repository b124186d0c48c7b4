import type { Database } from '#engine/database/database.ts';

export type SearchScale = { instructors: number; learners: number; lessons: number };

/** The span over which the lessons of the benchmark lie, around its now: 300 days back, 40 days ahead, 6 places a day. */
const places = { daysBack: 300, daysAhead: 40, aDay: 6 } as const;

/**
 * Fills a migrated, empty database with instructors, their weekly hours and lessons: the same at every run. Each lesson of an
 * instructor has a place of its own, so none overlap; the two exclusion constraints, which search never reads, are dropped first
 * because filling their indexes would take longer than everything measured.
 */
export async function fillMarket(db: Database, scale: SearchScale, now: string): Promise<void> {
  await db.query('alter table lessons drop constraint if exists lessons_instructor_overlap');
  await db.query('alter table lessons drop constraint if exists lessons_learner_overlap');
  await db.transaction(async (tx) => {
    await tx.query("set local session_replication_role = 'replica'");
    await tx.query(
      `insert into users (id, "tokenKey", name)
       select 'u' || lpad(n::text, 14, '0'), 'u' || n, 'Person ' || n from generate_series(1, $1::int) n`,
      [scale.learners + scale.instructors],
    );
    await tx.query(instructorsQuery, [scale.instructors, scale.learners]);
    await tx.query('insert into instructor_calendars (instructor) select id from instructors');
    await tx.query(
      `insert into availability_rules (id, instructor, weekday, "startMinute", "endMinute")
       select left(md5(i.id || d || w.s), 15), i.id, d, w.s, w.e
       from instructors i, generate_series(0, 6) d, (values (540, 780), (840, 1140)) w(s, e)
       where (hashtext(i.id || d::text) & 7) < 6`,
    );
    await tx.query(lessonsQuery, [
      scale.lessons,
      scale.instructors,
      scale.learners,
      now,
      places.daysBack,
      places.daysAhead,
      places.aDay,
    ]);
  });
  await db.query('vacuum analyze');
}

const instructorsQuery = `
  with area as (
    select array['Bedok','Tampines','Pasir Ris','Hougang','Sengkang','Punggol','Serangoon','Ang Mo Kio','Bishan','Toa Payoh','Yishun',
      'Woodlands','Sembawang','Choa Chu Kang','Bukit Batok','Bukit Panjang','Jurong East','Jurong West','Clementi','Queenstown',
      'Bukit Merah','Kallang','Geylang','Marine Parade','Bukit Timah','Tengah'] as names,
      array['46','52','51','53','54','82','55','56','57','31','76','73','75','68','65','67','60','64','12','14','15','33','38','44','58','69']
      as sectors
  )
  insert into instructors (id, "user", name, bio, status, "licenceClasses", languages, areas, "testCentre", "postalSector", "hourlyCents",
    "weekendSurchargePercent", "slotStepMinutes", "minNoticeMinutes", "ratingAverage", "ratingCount", "ratingShown", "passRatePercent",
    "vehiclePlate", "vehicleModel", "verifiedAt")
  select 'i' || lpad(n::text, 14, '0'), 'u' || lpad(($2::int + n)::text, 14, '0'), 'Instructor ' || n,
    'Patient and calm, ' || n || ' ways to explain a roundabout.', 'listed',
    case n % 3 when 0 then '["3"]' when 1 then '["3A"]' else '["3","3A"]' end::jsonb,
    case n % 4 when 0 then '["English","Mandarin"]' when 1 then '["English","Malay"]' when 2 then '["English","Tamil"]' else '["English"]' end::jsonb,
    jsonb_build_array(names[1 + n % 26], names[1 + (n * 7) % 26], names[1 + (n * 11 + 3) % 26]),
    (array['BBDC','CDC','SSDC'])[1 + n % 3], sectors[1 + n % 26], 6000 + (n % 31) * 50, (n % 3) * 5, 30, 720,
    4 + (n % 10) / 10.0, n % 40, case when n % 40 < 3 then null else to_jsonb(4 + (n % 10) / 10.0) end, 30 + n % 25,
    'S' || n, 'Toyota Vios', now()
  from area, generate_series(1, $1::int) n`;

// Place p of an instructor is day p / 6 and one of six starts, those of the weekly hours; lessons spread evenly over all places.
const lessonsQuery = `
  insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents")
  select 'l' || lpad((i * 1000 + k)::text, 14, '0'), 'i' || lpad(i::text, 14, '0'), 'u' || lpad((1 + (i * 31 + k * 17) % $3::int)::text, 14, '0'),
    at.start, at.start + interval '1 hour', 60, case when at.start < $4::timestamptz then 'completed' else 'confirmed' end, 6600
  from generate_series(1, $2::int) i, generate_series(0, $1::int / $2::int - 1) k,
    lateral (select (k::bigint * ($5::int + $6::int) * $7::int / ($1::int / $2::int) + i * 13) % (($5::int + $6::int) * $7::int) as p) place,
    lateral (select date_trunc('day', $4::timestamptz at time zone 'Asia/Singapore') - make_interval(days => $5::int)
      + make_interval(days => (p / $7::int)::int, mins => (array[540, 600, 660, 840, 900, 1020])[1 + p % $7::int]) as wall) w,
    lateral (select wall at time zone 'Asia/Singapore' as start) at`;
