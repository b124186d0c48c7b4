// Long because a scene is written down for the pages and for the database alike.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSlots, type SlotQuestion } from '#rules/availability/list-slots.ts';
import { handStepMinutes } from '#rules/availability/own-hand.ts';
import { driveBetween } from '#rules/places/drive-minutes.ts';
import { findPostalSector, postalSectors } from '#rules/places/postal-sectors.ts';
import { dateText, instantOf, localDayOf, parseDate } from '#rules/time/local-time.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(`insert into users (id, "tokenKey", email) values ('teacherteacher1', 'k1', 't@kerbside.example'),
    ('learnerlearner1', 'k2', 'l@kerbside.example'), ('learnerlearner2', 'k3', 'm@kerbside.example')`);
});

afterAll(() => database.drop());

const minuteMs = 60_000;
const dayMs = 86_400_000;

// Dates around changes of the clocks in each zone.
const scenes = [
  ['Asia/Singapore', '2026-11-30'],
  ['Asia/Kolkata', '2026-11-30'],
  ['Europe/London', '2026-03-27'],
  ['Europe/London', '2026-10-23'],
  ['America/New_York', '2026-03-06'],
  ['America/New_York', '2026-10-30'],
  ['Australia/Lord_Howe', '2026-04-03'],
  ['Australia/Lord_Howe', '2026-10-02'],
  ['Africa/Casablanca', '2026-02-13'],
  ['Africa/Casablanca', '2026-03-20'],
  ['Pacific/Chatham', '2026-04-03'],
] as const;

const window = fc
  .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 }))
  .filter(([start, end]) => start < end)
  .map(([start, end]) => ({ startMinute: start * 15, endMinute: end * 15 }));
const span = fc
  .tuple(fc.integer({ min: 0, max: 5 * 96 }), fc.integer({ min: 1, max: 40 }))
  .map(([at, length]) => ({ at: at * 15, length: length * 15 }));
// Next to each other, across the island, a sector that is not assigned, and none that is known.
const pickup = fc.constantFrom('460123', '520123', '730123', '640123', '740123', '');
const scene = fc.record({
  zone: fc.constantFrom(...scenes),
  rules: fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), window), { minLength: 1, maxLength: 10 }),
  everyDay: fc.constantFrom(
    undefined,
    { startMinute: 0, endMinute: 1440 },
    { startMinute: 15, endMinute: 1440 },
    { startMinute: 1380, endMinute: 1440 },
  ),
  overrides: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.array(window, { maxLength: 2 })), {
    maxLength: 2,
    selector: ([day]) => day,
  }),
  timeOff: fc.array(span, { maxLength: 2 }),
  busy: fc.array(
    fc.tuple(span, pickup).map(([at, postalCode]) => ({ ...at, postalCode })),
    { maxLength: 3 },
  ),
  pickup,
  holiday: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  offer: fc.record({
    slotStepMinutes: fc.constantFrom(0, 15, 30, 45, 60),
    minNoticeMinutes: fc.constantFrom(0, 60, 720),
    horizonDays: fc.constantFrom(2, 4, 0),
    gapMinutes: fc.constantFrom(0, 15, 45),
    considersTravel: fc.boolean(),
    maxLessonsPerDay: fc.constantFrom(0, 0, 1, 2),
    maxLessonsPerWeek: fc.constantFrom(0, 0, 2),
    worksHolidays: fc.boolean(),
    expiresIn: fc.constantFrom(undefined, 1, 3),
  }),
  durationMinutes: fc.constantFrom(45, 60, 90, 120, 1500, 2880),
});

type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;

/** Who books: a learner, the instructor by hand for a learner, or for an own learner without an account. */
type Booker = 'learner' | 'hand' | 'own';
const bookingOf = (learner: string) =>
  `row('booked000000001', 'a', 'h', '${learner}', 'instructor00001', $1::timestamptz, $2::integer, '', $4, '', '', null, '', '')::booking`;
const callOf: Record<Booker, string> = {
  learner: `book_lesson(${bookingOf('learnerlearner1')}, $3::timestamptz, false)`,
  hand: `book_lesson(${bookingOf('learnerlearner1')}, $3::timestamptz, true)`,
  own: `book_own_lesson(${bookingOf('')}, 'ownlearner00001', $3::timestamptz)`,
};

/** Writes the scene down in a transaction, asks the function about every quarter of an hour of a day and a bit, and takes it all back. */
async function acceptedStarts(
  { zone: [zone, date], ...given }: Scene,
  nowMs: number,
  starts: number[],
  booker: Booker = 'learner',
): Promise<number[]> {
  const firstDay = parseDate(date) ?? 0;
  const { offer } = given;
  const accepted: number[] = [];
  const rollback = new Error('rolled back');
  await database.db
    .transaction(async (tx) => {
      await tx.query('delete from holidays');
      await tx.query(
        `insert into instructors (id, "user", name, status, timezone, "hourlyCents", "lessonMinutes", "slotStepMinutes", "minNoticeMinutes",
          "horizonDays", "gapMinutes", "maxLessonsPerDay", "maxLessonsPerWeek", "maxPerLearnerPerWeek", "worksHolidays", "licenceExpiresOn",
          "considersTravel")
         values ('instructor00001', 'teacherteacher1', 'T', 'listed', $1, 6600, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11)`,
        [
          zone,
          JSON.stringify([given.durationMinutes]),
          offer.slotStepMinutes,
          offer.minNoticeMinutes,
          offer.horizonDays,
          offer.gapMinutes,
          offer.maxLessonsPerDay,
          offer.maxLessonsPerWeek,
          offer.worksHolidays,
          offer.expiresIn === undefined ? '' : dateText(firstDay + offer.expiresIn),
          offer.considersTravel,
        ],
      );
      await tx.query(
        `insert into own_learners (id, instructor, name) values ('ownlearner00001', 'instructor00001', 'O')`,
      );
      let id = 0;
      const nextId = () => `made${String(++id).padStart(11, '0')}`;
      for (const { weekday, startMinute, endMinute } of rulesOf(given)) {
        await tx.query(
          `insert into availability_rules (id, instructor, weekday, "startMinute", "endMinute") values ($1, 'instructor00001', $2, $3, $4)`,
          [nextId(), weekday, startMinute, endMinute],
        );
      }
      for (const [day, windows] of given.overrides) {
        await tx.query(
          `insert into availability_overrides (id, instructor, date, windows) values ($1, 'instructor00001', $2, $3)`,
          [nextId(), dateText(firstDay + day), JSON.stringify(windows)],
        );
      }
      for (const { startMs, endMs } of spansOf(given.timeOff, zone, firstDay)) {
        await tx.query(`insert into time_off (id, instructor, start, "end") values ($1, 'instructor00001', $2, $3)`, [
          nextId(),
          new Date(startMs),
          new Date(endMs),
        ]);
      }
      for (const { startMs, endMs, postalCode } of busyOf(given, zone, firstDay)) {
        await tx.query(
          `insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents", "postalCode")
           values ($1, 'instructor00001', 'learnerlearner2', $2, $3, $4, 'confirmed', 0, $5)`,
          [nextId(), new Date(startMs), new Date(endMs), (endMs - startMs) / minuteMs, postalCode],
        );
      }
      if (given.holiday !== undefined) {
        await tx.query('insert into holidays (id, date, closes) values ($1, $2, true)', [
          nextId(),
          dateText(firstDay + given.holiday),
        ]);
      }
      for (const startMs of starts) {
        const ok = await tx
          .savepoint(async () => {
            const [row] = await tx.query<{ refusal: string | null }>(`select refusal from ${callOf[booker]}`, [
              new Date(startMs),
              given.durationMinutes,
              new Date(nowMs),
              given.pickup,
            ]);
            throw row?.refusal === null ? rollback : new Error(String(row?.refusal));
          })
          .catch((error: unknown) => error === rollback);
        if (ok) accepted.push(startMs);
      }
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return accepted;
}

function rulesOf({ rules, everyDay }: Pick<Scene, 'rules' | 'everyDay'>) {
  const single = rules.map(([weekday, times]) => ({ weekday, ...times }));
  return everyDay ? [...single, ...[0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ...everyDay }))] : single;
}

function spansOf(spans: Scene['timeOff'], zone: string, firstDay: number) {
  const base = instantOf(zone, firstDay, 0);
  return spans.map(({ at, length }) => ({ startMs: base + at * minuteMs, endMs: base + (at + length) * minuteMs }));
}

// Lessons of one instructor never overlap, so of those that would only the first is there.
function busyOf({ busy }: Pick<Scene, 'busy'>, zone: string, firstDay: number) {
  const kept: Array<{ startMs: number; endMs: number; postalCode: string }> = [];
  const base = instantOf(zone, firstDay, 0);
  for (const { at, length, postalCode } of busy) {
    const candidate = { startMs: base + at * minuteMs, endMs: base + (at + length) * minuteMs, postalCode };
    if (kept.every((other) => candidate.endMs <= other.startMs || candidate.startMs >= other.endMs))
      kept.push(candidate);
  }
  return kept;
}

const always = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startMinute: 0, endMinute: 1440 }));

/** What binds the own hand of an instructor: no notice, start grid, gap, drive and caps, and of an own learner no open hours or holidays. */
function byHand(question: SlotQuestion, booker: Booker): SlotQuestion {
  if (booker === 'learner') return question;
  const offer = {
    ...question.offer,
    slotStepMinutes: handStepMinutes,
    minNoticeMinutes: 0,
    gapMinutes: 0,
    considersTravel: false,
    maxLessonsPerDay: 0,
    maxLessonsPerWeek: 0,
  };
  if (booker === 'hand') return { ...question, offer };
  const working = { ...question.working, rules: always, overrides: [] };
  return { ...question, working, offer: { ...offer, worksHolidays: true } };
}

/** How the pages would list the free times of the scene, from an hour before a date on for 26 hours. */
function questionOf({ zone: [zone, date], ...given }: Scene, aroundDay: number): SlotQuestion {
  const firstDay = parseDate(date) ?? 0;
  const fromMs = instantOf(zone, firstDay + aroundDay, 0) - 3_600_000;
  return {
    offer: {
      ...given.offer,
      licenceExpiresOn: given.offer.expiresIn === undefined ? '' : dateText(firstDay + given.offer.expiresIn),
      retiresOn: '',
    },
    working: {
      timezone: zone,
      rules: rulesOf(given),
      overrides: given.overrides.map(([day, windows]) => ({ date: dateText(firstDay + day), windows })),
    },
    taken: {
      timeOff: spansOf(given.timeOff, zone, firstDay),
      busy: busyOf(given, zone, firstDay).map(({ postalCode, ...span }) => ({
        ...span,
        pickup: findPostalSector(postalCode),
      })),
      closedDates: given.holiday === undefined ? [] : [dateText(firstDay + given.holiday)],
    },
    nowMs: instantOf(zone, firstDay, 0) + 9 * 3_600_000,
    fromMs,
    toMs: fromMs + 26 * 3_600_000,
    durationMinutes: given.durationMinutes,
    pickup: findPostalSector(given.pickup),
  };
}

/** Compares what is offered and what is booked, of every quarter of an hour and so many minutes; answers how many were booked. */
async function expectAgreement(given: Scene, aroundDay: number, booker: Booker, minutesOff = 0): Promise<number> {
  const question = questionOf(given, aroundDay);
  const { fromMs, toMs, nowMs } = question;
  const starts = Array.from(
    { length: (toMs - fromMs) / (15 * minuteMs) },
    (_, index) => fromMs + (index * 15 + minutesOff) * minuteMs,
  );
  const offered = listSlots(byHand(question, booker)).map((slot) => slot.startMs);
  const booked = await acceptedStarts(given, nowMs, starts, booker);
  // Windows begin on the quarter hour, so every offered start is among those asked about, unless a zone's own offset moves it.
  expect(booked).toEqual(offered.filter((startMs) => starts.includes(startMs)));
  return booked.length;
}

test('a start is offered exactly when the database books it, in every zone and over every change of the clocks', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(scene, fc.integer({ min: 0, max: 4 }), async (given, aroundDay) => {
      accepted += await expectAgreement(given, aroundDay, 'learner');
    }),
    { numRuns: 60 },
  );
  // The property says nothing when everything is refused.
  expect(accepted).toBeGreaterThan(50);
}, 120_000);

test.each(['hand', 'own'] as const)(
  'so it is of what instructors put there by their own hand: %s',
  async (booker) => {
    const accepted = { even: 0, uneven: 0 };
    await fc.assert(
      fc.asyncProperty(
        scene,
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom(0, 5, 10, 7),
        async (given, aroundDay, minutesOff) => {
          const kind = minutesOff === 7 ? 'uneven' : 'even';
          accepted[kind] += await expectAgreement(given, aroundDay, booker, minutesOff);
        },
      ),
      { numRuns: 40 },
    );
    expect(accepted.even).toBeGreaterThan(50);
    expect(accepted.uneven).toBe(0);
  },
  120_000,
);

test('the database estimates the drive between any two postal codes as the pages do, and none as long as two hours', async () => {
  const codes = [...postalSectors.map(({ sector }) => `${sector}0123`), '740123', '46', '4601', '46O123', ''];
  const rows = await database.db.query<{ from: string; to: string; minutes: number | null }>(
    `select a as "from", b as "to", drive_minutes(a, b) as minutes from unnest($1::text[]) a cross join unnest($1::text[]) b`,
    [codes],
  );
  expect(rows).toHaveLength(codes.length ** 2);
  expect(rows.filter(({ from, to, minutes }) => minutes !== (driveBetween(from, to) ?? null))).toEqual([]);
  expect(Math.max(...rows.map(({ minutes }) => minutes ?? 0))).toBeLessThan(120);
});

test('the local date of an instant is the date whose start it follows', () => {
  fc.assert(
    fc.property(fc.constantFrom(...scenes), fc.integer({ min: 0, max: 400 * 96 }), ([zone], quarters) => {
      const instantMs = Date.UTC(2026, 0, 1) + quarters * 15 * minuteMs;
      const day = localDayOf(zone, instantMs);
      expect(instantOf(zone, day, 0)).toBeLessThanOrEqual(instantMs);
      expect(instantOf(zone, day + 1, 0)).toBeGreaterThan(instantMs);
      expect(instantOf(zone, day + 1, 0) - instantOf(zone, day, 0)).toBeGreaterThan(dayMs / 2);
    }),
  );
});
