import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { noteAskedPlace } from '#marketplace/teaching/availability/asked-places.ts';
import { driveBetween } from '#rules/places/drive-minutes.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';
import { createApp } from '../../src/create-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makePerson>>;
const bedok = '460123';
const woodlands = '730123';
const at = (time: string, day = '01') => `2026-12-${day}T${time}:00+08:00`;

const book = (by: Person, { id }: Teacher, start: string, postalCode: string, more: object = {}) =>
  by
    .collection('lessons')
    .create({ instructor: id, start, durationMinutes: 60, pickup: 'The bus stop', postalCode, ...more });

async function freeTimes(by: ReturnType<TestApp['guest']>, { id }: Teacher, more: Record<string, string> = {}) {
  const query = { instructor: id, durationMinutes: '60', from: at('00:00'), to: at('23:59'), ...more };
  const { items } = await by.send(`/api/marketplace/slots?${new URLSearchParams(query)}`, { method: 'GET' });
  return items.map(({ start }: { start: string }) =>
    new Date(start).toLocaleTimeString('en-GB', { timeZone: 'Asia/Singapore', timeStyle: 'short' }),
  );
}
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).data.start?.code;
const payFor = (by: Person, lesson: { id: string }) =>
  by.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });

describe('an instructor who leaves time for the drive', () => {
  test('is booked only where the drive from the pick-up before and to the one after fits', async () => {
    const teacher = await makeInstructor(app, { considersTravel: true });
    const [learner, other] = await Promise.all([makePerson(app), makePerson(app)]);
    expect(driveBetween(bedok, woodlands)).toBe(45);
    await book(other, teacher, at('12:00'), woodlands);
    expect(await codeOf(book(learner, teacher, at('13:30'), bedok))).toBe('travel_too_long');
    expect(await codeOf(book(learner, teacher, at('10:30'), bedok))).toBe('travel_too_long');
    await book(learner, teacher, at('13:00'), woodlands);
    await book(learner, teacher, at('10:00'), bedok);
  });

  test('shows the free times of a known pick-up, and answers them anew when the choice changes', async () => {
    const teacher = await makeInstructor(app);
    const learner = await makePerson(app);
    await book(await makePerson(app), teacher, at('12:00'), woodlands);
    const near = ['10:30', '11:00', '13:00', '13:30'];
    const free = async (more?: Record<string, string>) =>
      (await freeTimes(learner, teacher, more)).filter((time: string) => near.includes(time));
    expect(await free({ postalCode: bedok })).toEqual(near);
    await app.root.collection('instructors').update(teacher.id, { considersTravel: true });
    expect(await free({ postalCode: bedok })).toEqual([]);
    expect(await free({ postalCode: woodlands })).toEqual(near);
    expect(await free()).toEqual(near);
  });

  test('tells nobody where others are picked up by asking for one place after the other', async () => {
    const teacher = await makeInstructor(app, { considersTravel: true });
    const [asker, other] = await Promise.all([makePerson(app), makePerson(app)]);
    await book(other, teacher, at('12:00'), woodlands);
    const hasEleven = async (postalCode: string, by = asker) =>
      (await freeTimes(by, teacher, { postalCode })).includes('11:00');
    const five = [bedok, '010123', '640123', '520123', '200123'];
    for (const postalCode of five) expect(await hasEleven(postalCode)).toBe(false);
    // From the sixth place of a week on the answer is that for no pick-up, and a booking there is refused whatever is around it.
    for (const postalCode of ['120123', '500123']) expect(await hasEleven(postalCode)).toBe(true);
    const refusal = await refusalOf(book(asker, teacher, at('11:00', '02'), '120123'));
    expect(refusal.data.postalCode?.code).toBe('too_many_places');
    expect(await hasEleven(bedok)).toBe(false);
    await book(asker, teacher, at('11:00', '02'), bedok);
    const plain = await makeInstructor(app);
    const elsewhere = await book(asker, plain, at('11:00', '03'), '120123');
    expect(await hasEleven('120123', other)).toBe(false);
    // Of a lesson with somebody else nothing is asked, neither its time nor its place.
    expect(await freeTimes(asker, teacher, { lesson: elsewhere.id })).toContain('11:00');
  });

  test('counts the places that an account asked for at all servers together, asked at once or after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kerbside-second-'));
    const { connection, clock } = app;
    const options = { connection, clock, log: createLogger('error'), dataDir, publicUrl: app.url, isDevelopment: true };
    const second = await createApp(options);
    const asker = await makePerson(app);
    const sectors = ['46', '01', '64', '52', '20', '12', '50', '73'];
    const askAll = () =>
      Promise.all(
        sectors.map((sector, index) => noteAskedPlace((index % 2 ? second : app.app).engine, asker.id, sector)),
      );
    const first = await askAll();
    expect(first.filter(Boolean)).toHaveLength(5);
    expect(await askAll()).toEqual(first);
    // A week and an hour later they count no more.
    clock.advance(7 * 24 * 60 + 60);
    const left = sectors.filter((_, index) => !first[index]);
    for (const sector of left) expect(await noteAskedPlace(second.engine, asker.id, sector)).toBe(true);
    await app.app.sweepers.runDue();
    const rows = await app.db.query('select sector from _asked_places where account = $1', [asker.id]);
    expect(rows).toHaveLength(left.length);
    clock.set('2026-11-21T10:00:00+08:00');
    await second.close();
    await rm(dataDir, { recursive: true });
  });

  test('has the fixed gap as the least, and the gap alone for a pick-up that is not known', async () => {
    const teacher = await makeInstructor(app, { considersTravel: true, gapMinutes: 30 });
    const learner = await makePerson(app);
    await book(await makePerson(app), teacher, at('12:00'), woodlands);
    expect(await codeOf(book(learner, teacher, at('13:00'), woodlands))).toBe('gap_too_short');
    expect(await codeOf(book(learner, teacher, at('13:30'), bedok))).toBe('travel_too_long');
    await book(learner, teacher, at('13:30'), '');
  });

  test('is asked for a move by the same rule, with the lesson’s own pick-up; who teaches may pass it over', async () => {
    const teacher = await makeInstructor(app, { considersTravel: true });
    const [learner, other] = await Promise.all([makePerson(app), makePerson(app)]);
    await payFor(other, await book(other, teacher, at('12:00'), woodlands));
    const lesson = await book(learner, teacher, at('16:00'), bedok);
    await payFor(learner, lesson);
    const move = (by: Person, start: string) => by.collection('reschedules').create({ lesson: lesson.id, start });
    expect(await codeOf(move(learner, at('13:30')))).toBe('travel_too_long');
    expect(await freeTimes(learner, teacher, { lesson: lesson.id })).not.toContain('13:30');
    expect((await move(learner, at('14:00'))).status).toBe('done');
    expect((await move(teacher.client, at('13:30'))).status).toBe('done');
  });

  test('who changes a held time is asked again, and keeps the old one when the new one is too far', async () => {
    const teacher = await makeInstructor(app, { considersTravel: true });
    const learner = await makePerson(app);
    await book(await makePerson(app), teacher, at('12:00'), woodlands);
    const held = await book(learner, teacher, at('13:30'), woodlands);
    const change = book(learner, teacher, at('13:30'), bedok, { replaces: held.id });
    expect(await codeOf(change)).toBe('travel_too_long');
    expect((await learner.collection('lessons').getOne(held.id)).status).toBe('held');
  });

  test('of learners at both ends of the island who want the hours around each other at once, one comes first and the other fits', async () => {
    const teacher = await makeInstructor(app, { considersTravel: true });
    const learners = await Promise.all(Array.from({ length: 6 }, () => makePerson(app)));
    const starts = ['10:00', '11:00', '12:30', '13:30', '15:00', '16:00'];
    await Promise.allSettled(
      learners.map((learner, index) =>
        book(learner, teacher, at(starts[index] ?? '', '03'), index % 2 === 0 ? bedok : woodlands),
      ),
    );
    const lessons = await app.root
      .collection('lessons')
      .getFullList({ filter: `instructor = '${teacher.id}'`, sort: 'start' });
    // Who is first decides how many fit: at 11:00 and at 15:00 from either end of the island they leave room for nobody else.
    expect(lessons.length).toBeGreaterThan(1);
    for (const [index, next] of lessons.slice(1).entries()) {
      const before = lessons[index]!;
      const minutes = (Date.parse(next.start) - Date.parse(before.end)) / 60_000;
      expect(minutes).toBeGreaterThanOrEqual(driveBetween(before.postalCode, next.postalCode) ?? 0);
    }
  });

  test('sees before saving how many free times learners keep in each area', async () => {
    const teacher = await makeInstructor(app, { areas: ['Woodlands', 'Bedok'] });
    await book(await makePerson(app), teacher, at('12:00'), woodlands);
    const preview = (more: object) =>
      teacher.client.send(
        `/api/marketplace/preview-offer?${new URLSearchParams({ instructor: teacher.id, ...more })}`,
        {
          method: 'GET',
        },
      );
    expect((await preview({})).areas).toEqual([]);
    const { saved, wanted, areas } = await preview({ considersTravel: 'true' });
    expect(wanted).toEqual(saved);
    const [inWoodlands, inBedok] = areas;
    expect(inWoodlands).toMatchObject({ area: 'Woodlands', saved: saved.count });
    expect(inBedok).toMatchObject({ area: 'Bedok', saved: saved.count, wanted: saved.count - 4 });
    expect(inWoodlands.wanted).toBeGreaterThan(inBedok.wanted);
  });
});

test('a guest is not shown what is free for a pick-up, which would tell where others are; nonsense is refused at its field', async () => {
  const teacher = await makeInstructor(app, { considersTravel: true });
  expect((await refusalOf(freeTimes(app.guest(), teacher, { postalCode: bedok }))).status).toBe(401);
  const refused = await refusalOf(freeTimes(await makePerson(app), teacher, { postalCode: '740123' }));
  expect([refused.status, refused.data.postalCode?.code]).toEqual([400, 'validation_invalid_postal_code']);
});
