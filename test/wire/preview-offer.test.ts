import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Client = ReturnType<TestApp['guest']>;
const preview = (client: Client, query: Record<string, string>) =>
  client.send(`/api/marketplace/preview-offer?${new URLSearchParams(query)}`, { method: 'GET' });

test('an instructor sees what learners would be offered with other settings; what is booked and offered stays', async () => {
  const teacher = await makeInstructor(app);
  const learner = await makePerson(app);
  const booked = { instructor: teacher.id, start: '2026-11-23T02:00:00Z', durationMinutes: 60, pickup: 'Bedok' };
  const { id } = await learner.collection('lessons').create(booked);
  const same = await preview(teacher.client, { instructor: teacher.id });
  expect(same).toMatchObject({ durationMinutes: 60, saved: { first: '2026-11-21T02:00:00.000Z' } });
  expect(same.wanted).toEqual(same.saved);
  const later = await preview(teacher.client, { instructor: teacher.id, minNoticeMinutes: '1440' });
  expect(later.wanted.first).toBe('2026-11-22T02:00:00.000Z');
  // An hour a lesson from 8 to 20 o'clock: every quarter of an hour there are more starts, one after the other fewer.
  const counts = await Promise.all(
    ['15', '60', '0'].map(async (slotStepMinutes) => {
      const { wanted } = await preview(teacher.client, { instructor: teacher.id, slotStepMinutes });
      return wanted.count;
    }),
  );
  expect(counts[0]).toBeGreaterThan(same.saved.count);
  expect(counts[1]).toBeLessThan(same.saved.count);
  expect(counts[2]).toBe(counts[1]);
  const near = await preview(teacher.client, { instructor: teacher.id, horizonDays: '7' });
  expect(near.wanted.last).toBe('2026-11-28T11:00:00.000Z');
  const apart = await preview(teacher.client, { instructor: teacher.id, gapMinutes: '60', maxLessonsPerDay: '1' });
  expect(apart.wanted.count).toBeLessThan(apart.saved.count);
  expect((await preview(teacher.client, { instructor: teacher.id })).saved).toEqual(same.saved);
  expect((await app.root.collection('lessons').getOne(id)).status).toBe('held');
});

test('the week’s cap, another length and other areas are seen before they are saved, with who waits there', async () => {
  const teacher = await makeInstructor(app, { areas: ['Bedok'] });
  const learner = await makePerson(app);
  await learner.collection('lessons').create({
    instructor: teacher.id,
    start: '2026-11-23T02:00:00Z',
    durationMinutes: 60,
    pickup: 'Bedok',
  });
  const ask = (query: Record<string, string>) => preview(teacher.client, { instructor: teacher.id, ...query });
  const capped = await ask({ maxLessonsPerWeek: '1' });
  // The whole week of that lesson is full, and every other week is open.
  expect(capped.wanted.count).toBeLessThan(capped.saved.count);
  const [first] = (
    await learner.send(
      `/api/marketplace/slots?${new URLSearchParams({ instructor: teacher.id, durationMinutes: '60', from: '2026-11-30T00:00:00+08:00', to: '2026-12-01T00:00:00+08:00' })}`,
      { method: 'GET' },
    )
  ).items;
  expect(capped.wanted.last >= first.start).toBe(true);
  const long = await ask({ durationMinutes: '120' });
  expect([long.durationMinutes, long.wanted.count < long.saved.count]).toEqual([120, true]);

  const wait = (areas: string[], more: object = {}) =>
    makePerson(app).then((person) =>
      person.collection('waitlist_entries').create({ licenceClass: '3A', areas, windows: [], before: '', ...more }),
    );
  await Promise.all([wait(['Bedok']), wait(['Woodlands', 'Yishun']), wait([], { instructor: teacher.id })]);
  expect((await ask({})).waiting).toBeUndefined();
  expect((await ask({ areas: 'Bedok,Woodlands' })).waiting).toEqual({ saved: 2, wanted: 3 });
  expect((await ask({ areas: '' })).waiting).toEqual({ saved: 2, wanted: 1 });
  const refused = await refusalOf(ask({ areas: 'Bedok,Atlantis' }));
  expect([refused.status, refused.data.areas?.code]).toEqual([400, 'validation_invalid_value']);
});

test('nobody else is shown it, and nonsense is refused at its parameter', async () => {
  const teacher = await makeInstructor(app);
  expect((await refusalOf(preview(app.guest(), { instructor: teacher.id }))).status).toBe(401);
  expect((await refusalOf(preview(await makePerson(app), { instructor: teacher.id }))).status).toBe(404);
  const admin = await makePerson(app, { role: 'admin' });
  expect((await preview(admin, { instructor: teacher.id })).durationMinutes).toBe(60);
  for (const [name, value] of [
    ['gapMinutes', '-1'],
    ['horizonDays', '731'],
    ['minNoticeMinutes', 'soon'],
    ['maxLessonsPerWeek', '501'],
    ['durationMinutes', '0'],
  ] as const) {
    const refused = await refusalOf(preview(teacher.client, { instructor: teacher.id, [name]: value }));
    expect([refused.status, refused.data[name]?.code]).toEqual([400, 'validation_invalid_value']);
  }
});

test('an area that is asked for a hundred times, in whatever letters, is worked out once', async () => {
  const teacher = await makeInstructor(app, { considersTravel: true });
  const areas = Array.from({ length: 50 }, () => 'Bedok,bedok,BEDOK').join(',');
  const { areas: counted } = await preview(teacher.client, { instructor: teacher.id, areas });
  expect(counted.map(({ area }: { area: string }) => area)).toEqual(['Bedok']);
});

test('of a diary that is open at every minute no more times are counted for an area than for an answer', async () => {
  const teacher = await makeInstructor(app, { considersTravel: true, slotStepMinutes: 1, horizonDays: 730 });
  for (let weekday = 0; weekday < 7; weekday++) {
    const open = { instructor: teacher.id, weekday, startMinute: 0, endMinute: 1440 };
    await teacher.client.collection('availability_rules').create(open);
  }
  const { saved, areas } = await preview(teacher.client, { instructor: teacher.id, areas: 'Bedok' });
  expect(saved.count).toBeGreaterThan(100_000);
  expect(areas).toEqual([{ area: 'Bedok', saved: 92 * 96, wanted: 92 * 96 }]);
});

test('whoever looks too often is told so', async () => {
  const teacher = await makeInstructor(app);
  const answers: number[] = [];
  for (let look = 0; look < 121; look++) {
    const asked = preview(teacher.client, { instructor: teacher.id });
    answers.push(
      await asked.then(
        () => 200,
        ({ status }) => status,
      ),
    );
  }
  expect(answers.slice(0, 120).every((status) => status === 200)).toBe(true);
  expect(answers.at(-1)).toBe(429);
});
