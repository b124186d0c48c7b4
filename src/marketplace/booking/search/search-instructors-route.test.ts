import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollectionRegistry } from '#engine/collections/collection-registry.ts';
import { openDatabase } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { systemRandom } from '#engine/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { usersCollection } from '../../people/users/users.collection.ts';
import { seedDemo } from '../../running/demo/seed-demo.ts';
import { listSlotsRoute } from '../../teaching/availability/list-slots-route.ts';
import {
  instructorDocumentsCollection,
  instructorsCollection,
} from '../../teaching/instructors/instructors.collection.ts';
import { searchInstructorsRoute } from './search-instructors-route.ts';

type Slot = { start: string; end: string; priceCents: number };
type Item = {
  instructor: {
    id: string;
    name: string;
    hourlyCents: number;
    areas: string[];
    ratingShown: number | null;
    passRatePercent: number;
  } & Record<string, unknown>;
  nextSlots: Slot[];
  priceCents: number;
  distanceKm?: number;
};
type Page = {
  items: Item[];
  page: number;
  perPage: number;
  totalItems: number;
  totalPages: number;
  facets: Record<string, Record<string, number>>;
};

const start = Date.parse('2026-12-01T09:00:00+08:00'); // a Tuesday
let nowMs = start;
let database: TestDatabase;
let route: Route;
let engineOfTest: () => Engine;
let slots: Route;

async function ask<T>(target: Route, query: Record<string, string>): Promise<T> {
  const body = (await target.handle({ query, auth: null } as unknown as RequestContext))?.body;
  return (Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body) as T;
}
const search = (query: Record<string, string> = {}) => ask<Page>(route, { perPage: '200', ...query });
const refusal = (query: Record<string, string>) =>
  search(query).then(
    () => undefined,
    (error) => ({ status: error.status, data: error.data }),
  );

beforeAll(async () => {
  database = await createTestDatabase();
  const collections = createCollectionRegistry();
  collections.replaceAll([usersCollection, instructorsCollection, instructorDocumentsCollection]);
  const engine = {
    db: database.db,
    collections,
    files: { put: async () => {} },
    jobs: { add: async () => {} },
    random: systemRandom,
    clock: { nowMs: () => nowMs },
    restoration: { add: () => {} },
  } as unknown as Engine;
  await seedDemo(engine);
  engineOfTest = () => engine;
  route = searchInstructorsRoute(engine);
  slots = listSlotsRoute(engine);
});
afterAll(() => database.drop());

describe('a search for instructors', () => {
  test('finds every listed instructor with up to three free times and the price of the shortest lesson', async () => {
    const page = await search();
    expect(page).toMatchObject({ page: 1, perPage: 200, totalItems: 26, totalPages: 1 });
    for (const { instructor, nextSlots, priceCents } of page.items) {
      expect(nextSlots.length).toBeLessThanOrEqual(3);
      const shortest = Math.min(...(instructor.lessonMinutes as number[]));
      expect(priceCents).toBe((instructor.hourlyCents * shortest) / 60);
    }
    expect(page.items.filter(({ nextSlots }) => nextSlots.length === 3).length).toBeGreaterThan(20);
  });

  test('offers exactly the times that can be booked', async () => {
    for (const { instructor, nextSlots } of (await search()).items) {
      const bookable = await ask<{ items: Slot[] }>(slots, {
        instructor: instructor.id,
        from: new Date(nowMs).toISOString(),
        to: new Date(nowMs + 60 * 86_400_000).toISOString(),
        durationMinutes: String(Math.min(...(instructor.lessonMinutes as number[]))),
      });
      expect(nextSlots, instructor.name).toEqual(
        bookable.items.slice(0, 3).map(({ start, end, priceCents }) => ({ start, end, priceCents })),
      );
    }
  });

  test('offers times that differ where they are asked for: another part of the day, and the weekend', async () => {
    const page = await search({ times: 'spread' });
    const hourOf = (start: string) => new Date(Date.parse(start) + 8 * 3_600_000);
    const partOf = (start: string) => Math.max(0, Math.floor(hourOf(start).getUTCHours() / 6) - 1);
    const isWeekend = (start: string) => [0, 6].includes(hourOf(start).getUTCDay());
    const next = new Map((await search()).items.map(({ instructor, nextSlots }) => [instructor.id, nextSlots]));
    let spread = 0;
    for (const { instructor, nextSlots } of page.items) {
      expect(nextSlots[0]).toEqual(next.get(instructor.id)?.[0]);
      const starts = nextSlots.map(({ start }) => start);
      expect(starts).toEqual([...new Set(starts)].sort());
      if (new Set(starts.map(partOf)).size > 1 && new Set(starts.map(isWeekend)).size > 1) spread += 1;
    }
    expect(spread).toBeGreaterThan(15);
  });

  test('counts beside days, times of day and ratings what each would find', async () => {
    const page = await search({ area: 'Bedok', counts: 'times' });
    const { facets } = page;
    const day = Date.parse('2026-12-01T00:00:00+08:00');
    const spans = { today: [0, 1], tomorrow: [1, 2], weekend: [4, 6], week: [0, 7] };
    const found = async (query: Record<string, string>) => (await search({ area: 'Bedok', ...query })).totalItems;
    for (const [name, ends] of Object.entries(spans)) {
      const [from = '', to = ''] = ends.map((days) => new Date(day + days * 86_400_000).toISOString());
      expect(facets.day?.[name], name).toBe(await found({ from, to }));
    }
    expect(facets.weekday?.[3]).toBe(await found({ weekday: '3' }));
    expect(facets.time?.evening).toBe(await found({ afterMinute: '1080' }));
    expect(facets.rating?.['4.5']).toBe(await found({ minRating: '4.5' }));
    // Beside a wanted time the others are counted as if it were not wanted.
    const inEvening = await search({ area: 'Bedok', counts: 'times', afterMinute: '1080', minRating: '4.8' });
    const counted = inEvening.facets;
    expect(counted.time?.morning).toBe(await found({ beforeMinute: '720', minRating: '4.8' }));
    expect(counted.rating?.['4']).toBe(await found({ afterMinute: '1080', minRating: '4' }));
    expect(page.facets).not.toEqual((await search({ area: 'Bedok' })).facets);
  });

  test('keeps the diary, the account and the papers to itself', async () => {
    const [item] = (await search()).items;
    for (const secret of ['busy', 'rules', 'timeOff', 'overrides', 'user', 'status', 'snapshot', 'closedDates']) {
      expect(item?.instructor).not.toHaveProperty(secret);
    }
  });

  test.each([
    [{ licenceClass: '3A' }, (i: Item['instructor']) => (i.licenceClasses as string[]).includes('3A')],
    [{ licenceClass: '3a' }, (i: Item['instructor']) => (i.licenceClasses as string[]).includes('3A')],
    [{ area: 'Bedok' }, (i: Item['instructor']) => i.areas.includes('Bedok')],
    [{ testCentre: 'SSDC' }, (i: Item['instructor']) => i.testCentre === 'SSDC'],
    [{ language: 'Tamil' }, (i: Item['instructor']) => (i.languages as string[]).includes('Tamil')],
    [{ maxHourlyCents: '6200' }, (i: Item['instructor']) => i.hourlyCents <= 6200],
    [{ minRating: '4.5' }, (i: Item['instructor']) => i.ratingShown !== null && i.ratingShown >= 4.5],
    [{ q: 'ravi BEDOK' }, (i: Item['instructor']) => i.name === 'Ravi Chandran'],
  ])('keeps only those who fit %j, and all of them', async (query, fits) => {
    const all = (await search()).items.map(({ instructor }) => instructor);
    const found = (await search(query)).items.map(({ instructor }) => instructor.id);
    const expected = all.filter(fits).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(found.sort()).toEqual(expected.sort());
  });

  test('leaves out who is not free in the wanted time, and shows times within it alone', async () => {
    const page = await search({ weekday: '6', afterMinute: '540', beforeMinute: '720' });
    expect(page.totalItems).toBeGreaterThan(5);
    expect(page.totalItems).toBeLessThan(26);
    for (const { nextSlots } of page.items) {
      expect(nextSlots.length).toBeGreaterThan(0);
      for (const { start } of nextSlots) {
        const local = new Date(Date.parse(start) + 8 * 3_600_000);
        expect(local.getUTCDay()).toBe(6);
        expect(local.getUTCHours()).toBeGreaterThanOrEqual(9);
        expect(local.getUTCHours()).toBeLessThan(12);
      }
    }
  });

  test('takes a span of time as from ≤ start < to, in any offset', async () => {
    const span = { from: '2026-12-05T09:00:00+08:00', to: '2026-12-05T10:00:00+08:00' };
    for (const { nextSlots } of (await search(span)).items) {
      for (const { start } of nextSlots) {
        expect(Date.parse(start)).toBeGreaterThanOrEqual(Date.parse(span.from));
        expect(Date.parse(start)).toBeLessThan(Date.parse(span.to));
      }
    }
    expect((await search({ from: '2026-12-05T03:00:00+08:00', to: '2026-12-05T05:00:00+08:00' })).totalItems).toBe(0);
  });

  test('counts from the first question on', async () => {
    const fresh = searchInstructorsRoute(engineOfTest());
    const { facets, totalItems } = await ask<Page>(fresh, {});
    expect(Object.keys(facets.area ?? {}).length).toBeGreaterThan(10);
    expect(facets.price?.['10000']).toBe(totalItems);
  });

  test('counts beside each option what choosing it would leave', async () => {
    const query = { licenceClass: '3A', area: 'Bedok', weekday: '6' };
    const { facets } = await search(query);
    const parameter = {
      licenceClass: 'licenceClass',
      area: 'area',
      testCentre: 'testCentre',
      language: 'language',
      price: 'maxHourlyCents',
      gender: 'gender',
    };
    for (const [facet, name] of Object.entries(parameter)) {
      expect(Object.keys(facets[facet] ?? {}).length).toBeGreaterThan(facet === 'gender' ? 0 : 1);
      for (const [option, count] of Object.entries(facets[facet] ?? {})) {
        expect((await search({ ...query, [name]: option })).totalItems, `${facet} ${option}`).toBe(count);
      }
    }
  });

  test('finds the women who said that they are, and nobody who said nothing', async () => {
    const { items, facets } = await search({ gender: 'woman', perPage: '50' });
    expect(items.map(({ instructor }) => instructor.name)).toContain('Tan Siew Hoon');
    expect(items.map(({ instructor }) => instructor.name)).not.toContain('Ravi Chandran');
    expect(facets.gender).toEqual({ woman: items.length });
    // It is for the filter: the record says it to nobody else.
    expect(items.some(({ instructor }) => 'gender' in instructor)).toBe(false);
    expect((await search({ gender: 'man' })).totalItems).toBe(0);
  });

  test.each([
    ['price', ({ instructor }: Item) => instructor.hourlyCents],
    ['soonest', ({ nextSlots }: Item) => Date.parse(nextSlots[0]?.start ?? '2099-01-01')],
    ['rating', ({ instructor }: Item) => -(instructor.ratingShown ?? 0)],
    ['passRate', ({ instructor }: Item) => -instructor.passRatePercent],
    ['distance', ({ distanceKm }: Item) => distanceKm ?? Number.POSITIVE_INFINITY],
  ])('sorts by %s', async (sort, keyOf) => {
    const values = (await search({ sort, postalCode: '460123' })).items.map(keyOf);
    expect(new Set(values).size).toBeGreaterThan(3);
    expect(values).toEqual([...values].sort((one, other) => one - other));
  });

  test('[rule 27] without a sort puts the free first, then the near, then the well rated', async () => {
    const items = (await search({ postalCode: '460123', licenceClass: '3A' })).items;
    expect(items[0]?.distanceKm).toBeLessThan(2);
    const near = items.filter(({ distanceKm = 99, nextSlots }) => distanceKm < 2 && nextSlots.length > 0);
    const ratings = near.map(({ instructor }) => instructor.ratingShown ?? 4.5);
    expect(ratings).toEqual([...ratings].sort((one, other) => other - one));
    expect(items.slice(0, near.length)).toEqual(near);
  });

  test('has pages that together hold everybody once', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => search({ page, perPage: '10' })));
    expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 6]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ instructor }) => instructor.id))).size).toBe(26);
    expect(pages[0]?.totalPages).toBe(3);
    expect(await search({ page: '9', perPage: '10' })).toMatchObject({ items: [], page: 9, totalItems: 26 });
  });

  test.each([
    [{ licenceClass: '5' }, 'licenceClass', 'validation_invalid_value'],
    [{ testCentre: 'XYZ' }, 'testCentre', 'validation_invalid_value'],
    [{ gender: 'any' }, 'gender', 'validation_invalid_value'],
    [{ language: 'Klingon' }, 'language', 'validation_invalid_value'],
    [{ maxHourlyCents: 'cheap' }, 'maxHourlyCents', 'validation_invalid_value'],
    [{ minRating: '6' }, 'minRating', 'validation_invalid_value'],
    [{ from: '2026-12-05' }, 'from', 'validation_invalid_value'],
    [{ from: '2026-12-05T02:00:00Z', to: '2026-12-05T02:00:00Z' }, 'to', 'validation_invalid_value'],
    [{ weekday: '7' }, 'weekday', 'validation_invalid_value'],
    [{ afterMinute: '720', beforeMinute: '720' }, 'beforeMinute', 'validation_invalid_value'],
    [{ sort: 'random' }, 'sort', 'validation_invalid_value'],
    [{ sort: 'distance' }, 'postalCode', 'validation_required'],
    [{ postalCode: '740123' }, 'postalCode', 'validation_invalid_postal_code'],
    [{ perPage: 'many' }, 'perPage', 'validation_invalid_value'],
    [{ q: 'x'.repeat(201) }, 'q', 'validation_invalid_value'],
  ])('refuses %j with a code at %s', async (query, field, code) => {
    expect(await refusal(query)).toMatchObject({ status: 400, data: { [field]: { code } } });
  });

  test('takes empty parameters, as a form sends them, for absent ones', async () => {
    expect((await search({ area: '', weekday: '', q: ' ', sort: '' })).totalItems).toBe(26);
  });
});

describe('what a search sees', () => {
  const nameOf = (page: Page, name: string) => page.items.find(({ instructor }) => instructor.name === name);
  const book = (id: string, slot: Slot, status: string, holdExpiresAt: string | null = null) =>
    `insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents", "holdExpiresAt")
     select '${id}', i.id, u.id, '${slot.start}', '${slot.end}', extract(epoch from '${slot.end}'::timestamptz - '${slot.start}') / 60,
       '${status}', 1, ${holdExpiresAt ? `'${holdExpiresAt}'` : 'null'}
     from instructors i, users u where i.name = 'Goh Lay Kuan' and u.name = 'Chia Hui Min'`;

  test('a time that was just taken is not offered, and is again when it is freed', async () => {
    const before = nameOf(await search(), 'Goh Lay Kuan')?.nextSlots[0];
    await database.db.query(book('taken0000000001', before!, 'confirmed'));
    expect(nameOf(await search(), 'Goh Lay Kuan')?.nextSlots[0]?.start).not.toBe(before?.start);
    await database.db.query(
      `select move_lesson('taken0000000001', array['confirmed'], row('given', 'cancelled_by_learner', '', 'system', '')::lesson_move, '{}', now())`,
    );
    expect(nameOf(await search(), 'Goh Lay Kuan')?.nextSlots[0]).toEqual(before);
  });

  test('changes are seen in whatever order they commit', async () => {
    const other = openDatabase({ connection: database.connection });
    const before = nameOf(await search(), 'Goh Lay Kuan')?.nextSlots[0];
    await other.transaction(async (tx) => {
      await tx.query(book('slow00000000001', before!, 'confirmed'));
      await database.db.query(`update instructors set bio = 'Later change' where name = 'Ravi Chandran'`);
      const meanwhile = await search();
      expect(nameOf(meanwhile, 'Ravi Chandran')?.instructor.bio).toBe('Later change');
      expect(nameOf(meanwhile, 'Goh Lay Kuan')?.nextSlots[0]).toEqual(before);
    });
    expect(nameOf(await search(), 'Goh Lay Kuan')?.nextSlots[0]?.start).not.toBe(before?.start);
    await database.db.query(`delete from lessons where id = 'slow00000000001'`);
    expect(nameOf(await search(), 'Goh Lay Kuan')?.nextSlots[0]).toEqual(before);
    await other.close();
  });

  test('a hold that ran out is free by the clock alone', async () => {
    const before = nameOf(await search(), 'Goh Lay Kuan')?.nextSlots[0];
    await database.db.query(book('held00000000001', before!, 'held', new Date(nowMs + 900_000).toISOString()));
    expect(nameOf(await search(), 'Goh Lay Kuan')?.nextSlots[0]?.start).not.toBe(before?.start);
    nowMs += 900_000;
    expect(nameOf(await search(), 'Goh Lay Kuan')?.nextSlots[0]).toEqual(before);
    nowMs = start;
    await database.db.query(`delete from lessons where id = 'held00000000001'`);
  });

  test('new hours, an absence, a holiday, a paused and a removed profile count at once', async () => {
    const { db } = database;
    const name = 'Lee Chin Hock';
    const starts = async () => nameOf(await search(), name)?.nextSlots.map((slot) => slot.start);
    const before = await starts();
    await db.query(
      `insert into time_off (id, instructor, start, "end") select 'away00000000001', id, '2026-11-30', '2027-12-31' from instructors where name = $1`,
      [name],
    );
    expect(await starts()).toEqual([]);
    await db.query(`delete from time_off where id = 'away00000000001'`);
    expect(await starts()).toEqual(before);
    const day = new Date(Date.parse(before![0]!) + 8 * 3_600_000).toISOString().slice(0, 10);
    await db.query(
      `insert into holidays (id, date, name, closes) values ('holiday00000001', $1, 'Polling day', true)`,
      [day],
    );
    expect((await starts())?.[0]).not.toBe(before?.[0]);
    await db.query(`delete from holidays where id = 'holiday00000001'`);
    expect(await starts()).toEqual(before);
    await db.query(`update instructors set status = 'paused' where name = $1`, [name]);
    expect(await starts()).toBeUndefined();
    await db.query(`update instructors set status = 'listed' where name = $1`, [name]);
    expect(await starts()).toEqual(before);
    await db.query(`insert into users (id, "tokenKey") values ('gone00000000001', 'g')`);
    await db.query(
      `insert into instructors (id, "user", name, status) values ('gone00000000001', 'gone00000000001', 'Soon Gone', 'listed')`,
    );
    expect(nameOf(await search(), 'Soon Gone')).toBeDefined();
    await db.query(`delete from instructors where id = 'gone00000000001'`);
    expect(nameOf(await search(), 'Soon Gone')).toBeUndefined();
  });

  test('as days pass, times go by and new ones come into the horizon', async () => {
    const query = { from: '2027-01-26T00:00:00+08:00' };
    await search();
    expect(
      (await search(query)).items.filter(({ nextSlots }) => nextSlots.some((slot) => slot.start > '2027-01-27')),
    ).toEqual([]);
    nowMs = start + 3 * 86_400_000;
    const later = await search(query);
    expect(later.items.some(({ nextSlots }) => nextSlots.length > 0)).toBe(true);
    for (const { nextSlots } of (await search()).items) {
      for (const { start } of nextSlots) expect(Date.parse(start)).toBeGreaterThan(nowMs);
    }
    nowMs = start;
  });

  test('many searches at once share their looks at the database and see the same', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => search({ sort: 'price' })));
    for (const page of pages) expect(page).toEqual(pages[0]);
  });
});
