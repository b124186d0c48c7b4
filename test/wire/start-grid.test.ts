import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('who joins as the pages do is booked every half hour: a lesson at 10:00 leaves 11:30 to others', async () => {
  const person = await makePerson(app);
  const begun = { name: 'Mei', minNoticeMinutes: 720, gapMinutes: 15, horizonDays: 56 };
  const { id, slotStepMinutes } = await person.collection('instructors').create(begun);
  expect(slotStepMinutes).toBe(30);
  await person
    .collection('instructors')
    .update(id, { licenceClasses: ['3A'], hourlyCents: 6600, areas: ['Bedok'], cancellationHours: 24 });
  const hours = { instructor: id, weekday: 1, startMinute: 540, endMinute: 1080 };
  await person.collection('availability_rules').create(hours);
  await app.root.collection('instructors').update(id, { status: 'listed' });
  const at = (time: string) => ({ instructor: id, start: `2026-11-30T${time}:00+08:00`, durationMinutes: 60 });
  const [first, second] = [await makePerson(app), await makePerson(app)];
  await first.collection('lessons').create(at('10:00'));
  const asked = {
    instructor: id,
    durationMinutes: '60',
    from: '2026-11-30T00:00:00+08:00',
    to: '2026-12-01T00:00:00+08:00',
  };
  const { items } = await second.send(`/api/marketplace/slots?${new URLSearchParams(asked)}`, { method: 'GET' });
  const starts = items.map(({ start }: { start: string }) =>
    new Date(Date.parse(start) + 28_800_000).toISOString().slice(11, 16),
  );
  // 09:00 ends without the gap before it, as 11:00 begins without the gap after it.
  expect(starts.slice(0, 3)).toEqual(['11:30', '12:00', '12:30']);
  expect(await second.collection('lessons').create(at('11:30'))).toMatchObject({ status: 'held' });
});
