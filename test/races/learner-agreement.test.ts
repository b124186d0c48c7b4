// Long because a scene is written down for the database.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#engine/database/database.ts';
import { findDiary } from '#marketplace/teaching/availability/availability.store.ts';
import { slotsOf } from '#marketplace/teaching/availability/find-slots.ts';
import { findPostalSector } from '#rules/places/postal-sectors.ts';
import { dateText, instantOf, parseDate } from '#rules/time/local-time.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { runs } from '#support/runs.ts';

let database: TestDatabase;

const here = 'instructor00001';
const elsewhere = 'instructor00002';
const learner = 'learnerlearner1';
const other = 'learnerlearner2';

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(`insert into users (id, "tokenKey", email, verified) values ('teacherteacher1', 'k1', 't@kerbside.example', true),
    ('teacherteacher2', 'k2', 'u@kerbside.example', true), ('learnerlearner1', 'k3', 'l@kerbside.example', true),
    ('learnerlearner2', 'k4', 'm@kerbside.example', true)`);
  // Why each start is refused, empty where it is taken; what taking it did is undone.
  await database.db.query(`create function refusals_at(of_lesson text, of_pickup text, starts timestamptz[], at timestamptz) returns setof text
    language plpgsql as $$
    declare
      start timestamptz;
      why text;
    begin
      foreach start in array starts loop
        begin
          if of_lesson <> '' then
            why := reschedule_refusal(of_lesson, start, at, false);
          else
            select b.refusal into why from book_lesson(row('booked000000001', '${learner}', 'h', '${learner}', '${here}', start, 60, '', of_pickup, '', '',
              null, '', '')::booking, at, false) b;
          end if;
          raise exception 'Undone.' using errcode = 'KB999';
        exception when sqlstate 'KB999' then null;
        end;
        return next coalesce(why, '');
      end loop;
    end $$`);
});

afterAll(() => database.drop());

const minuteMs = 60_000;
const stepMinutes = 30;

// Around the end of a local week and of a day, also where the clocks change on that Sunday.
const places = [
  ['Asia/Singapore', '2026-12-05'],
  ['Europe/London', '2026-03-28'],
  ['America/New_York', '2026-10-31'],
] as const;

const pickup = fc.constantFrom('460123', '520123', '730123', '640123', '');
/** A lesson on the half hour of two days before and four after: with whom, of whom, and whether it is a hold that ran out. */
const lesson = fc.record({
  at: fc.integer({ min: -2 * 48, max: 4 * 48 }),
  length: fc.constantFrom(2, 3),
  instructor: fc.constantFrom(here, here, elsewhere),
  learner: fc.constantFrom(learner, learner, other),
  postalCode: pickup,
  hold: fc.constantFrom('none', 'none', 'runs', 'ran out'),
});
const scene = fc.record({
  place: fc.constantFrom(...places),
  lessons: fc.array(lesson, { maxLength: 9 }),
  moving: fc.boolean(),
  pickup,
  timeOff: fc.option(fc.integer({ min: 0, max: 2 * 48 }), { nil: undefined }),
  lastDay: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  gapMinutes: fc.constantFrom(0, 30),
  considersTravel: fc.boolean(),
  perDay: fc.constantFrom(0, 0, 3),
  perLearner: fc.constantFrom(0, 1, 2, 3),
  minNoticeMinutes: fc.constantFrom(0, 600),
  /** Which half of a day is asked about. */
  half: fc.integer({ min: 0, max: 5 }),
});
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;
type Kept = Scene['lessons'][number] & { id: string; startMs: number; endMs: number };

// Of lessons that overlap for one person only the first is there.
function keptOf({ lessons, place: [zone, date] }: Scene): Kept[] {
  const base = instantOf(zone, parseDate(date) ?? 0, 0);
  const kept: Kept[] = [];
  for (const [index, each] of lessons.entries()) {
    const startMs = base + each.at * stepMinutes * minuteMs;
    const made = {
      ...each,
      id: `lesson${String(index).padStart(9, '0')}`,
      startMs,
      endMs: startMs + each.length * stepMinutes * minuteMs,
    };
    const isInTheWay = kept.some(
      (one) =>
        (one.instructor === made.instructor || one.learner === made.learner) &&
        one.startMs < made.endMs &&
        made.startMs < one.endMs,
    );
    if (!isInTheWay) kept.push(made);
  }
  return kept;
}

async function write(tx: Transaction, given: Scene, { kept, nowMs }: { kept: Kept[]; nowMs: number }): Promise<void> {
  const [zone, date] = given.place;
  const firstDay = parseDate(date) ?? 0;
  for (const [id, user] of [
    [here, 'teacherteacher1'],
    [elsewhere, 'teacherteacher2'],
  ]) {
    await tx.query(
      `insert into instructors (id, "user", name, status, timezone, "hourlyCents", "lessonMinutes", "slotStepMinutes", "minNoticeMinutes",
         "horizonDays", "gapMinutes", "maxLessonsPerDay", "maxLessonsPerWeek", "maxPerLearnerPerWeek", "considersTravel")
       values ($1, $2, 'T', 'listed', $3, 6600, '[60, 90]', $4, $5, 30, $6, $7, 0, $8, $9)`,
      [
        id,
        user,
        zone,
        stepMinutes,
        given.minNoticeMinutes,
        given.gapMinutes,
        given.perDay,
        given.perLearner,
        given.considersTravel,
      ],
    );
  }
  for (const weekday of [0, 1, 2, 3, 4, 5, 6]) {
    await tx.query(
      `insert into availability_rules (id, instructor, weekday, "startMinute", "endMinute") values ($1, $2, $3, 420, 1380)`,
      [`rule${weekday}`, here, weekday],
    );
  }
  if (given.timeOff !== undefined) {
    const startMs = instantOf(zone, firstDay, 0) + given.timeOff * stepMinutes * minuteMs;
    await tx.query(`insert into time_off (id, instructor, start, "end") values ('off', $1, $2, $3)`, [
      here,
      new Date(startMs),
      new Date(startMs + 5 * stepMinutes * minuteMs),
    ]);
  }
  if (given.lastDay !== undefined) {
    await tx.query(`insert into licence_roads (id, "user", "pdlExpiresOn") values ('road', $1, $2)`, [
      learner,
      dateText(firstDay + given.lastDay),
    ]);
  }
  for (const made of kept) {
    const expires = made.hold === 'none' ? null : new Date(nowMs + (made.hold === 'runs' ? 10 : -10) * minuteMs);
    await tx.query(
      `insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents", "postalCode", "holdExpiresAt")
       values ($1, $2, $3, $4, $5, $6, $7, 6600, $8, $9)`,
      [
        ...[made.id, made.instructor, made.learner, new Date(made.startMs), new Date(made.endMs)],
        ...[made.length * stepMinutes, expires ? 'held' : 'confirmed', made.postalCode, expires],
      ],
    );
  }
}

const rollback = new Error('rolled back');

type Compared = { offered: number[]; accepted: number[]; refusals: Set<string> };

async function compare(given: Scene): Promise<Compared> {
  const [zone, date] = given.place;
  const day = (parseDate(date) ?? 0) + Math.floor(given.half / 2);
  const nowMs = instantOf(zone, parseDate(date) ?? 0, 0) + 5 * 60 * minuteMs;
  const kept = keptOf(given);
  const fromMs = instantOf(zone, day, (given.half % 2) * 720);
  const span = { fromMs, toMs: fromMs + 12 * 60 * minuteMs, nowMs };
  const own = kept.find(
    (each) => each.instructor === here && each.learner === learner && each.hold === 'none' && each.length === 2,
  );
  const moved = given.moving ? own : undefined;
  const compared: Compared = { offered: [], accepted: [], refusals: new Set() };
  await database.db
    .transaction(async (tx) => {
      await write(tx, given, { kept, nowMs });
      const diary = await findDiary(tx, {
        instructor: here,
        learner,
        ...span,
        ...(moved && { exceptLesson: moved.id }),
      });
      const pickupOf = moved ? {} : { pickup: findPostalSector(given.pickup) };
      const slots = diary ? slotsOf(diary, { ...span, durationMinutes: 60, ...pickupOf }) : [];
      compared.offered = slots.map(({ startMs }) => startMs);
      const starts = Array.from({ length: 24 }, (_, index) => fromMs + index * stepMinutes * minuteMs);
      const refusals = await tx.query<{ why: string }>('select why from refusals_at($1, $2, $3, $4) why', [
        ...[moved?.id ?? '', given.pickup],
        ...[starts.map((startMs) => new Date(startMs)), new Date(nowMs)],
      ]);
      for (const [index, startMs] of starts.entries()) {
        const why = refusals[index]?.why;
        if (why === '') compared.accepted.push(startMs);
        else compared.refusals.add(String(why));
      }
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return compared;
}

test('every start that a learner is offered can be booked or moved to, and no other one', async () => {
  const refusals = new Set<string>();
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(scene, async (given) => {
      const compared = await compare(given);
      for (const refusal of compared.refusals) refusals.add(refusal);
      accepted += compared.accepted.length;
      expect(compared.offered).toEqual(compared.accepted);
    }),
    { ...runs(200), endOnFailure: false },
  );
  // The property says nothing where nothing was in the way, or everything.
  expect(accepted).toBeGreaterThan(500);
  for (const code of [
    'slot_taken',
    'learner_week_cap',
    'pdl_expired',
    'travel_too_long',
    'gap_too_short',
    'too_soon',
  ]) {
    expect(refusals).toContain(code);
  }
}, 14_400_000);
