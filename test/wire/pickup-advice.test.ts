import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
});
afterAll(() => app.close());

type Line = { area: string; kind: string; text: string };
async function advised(query: Record<string, string>): Promise<Line[]> {
  const answer = await app.guest().send<{ items: Line[] }>('/api/marketplace/pickup-advice', { method: 'GET', query });
  return answer.items;
}

describe('advice for pick-ups', () => {
  test('of an area is read by guests around its postal codes, in its hours', async () => {
    const advice = await admin.collection('pickup_advice').create({
      area: 'tampines',
      kind: 'meet',
      text: 'Wait at the taxi stand.',
      weekdays: [6, 0, 6],
      startMinute: 540,
      endMinute: 720,
    });
    expect(advice).toMatchObject({ area: 'Tampines', weekdays: [0, 6] });
    const line = { area: 'Tampines', kind: 'meet', text: 'Wait at the taxi stand.' };
    expect(await advised({ postalCode: '529510' })).toEqual([line]);
    const [saturday, monday] = ['2026-11-28T01:30:00Z', '2026-11-30T01:30:00Z'];
    expect(await advised({ postalCode: '529510', start: saturday, durationMinutes: '60' })).toEqual([line]);
    expect(await advised({ postalCode: '529510', start: monday })).toEqual([]);
    expect(await advised({ postalCode: '740000' })).toEqual([]);
    expect((await advised({ postalCode: '238801' })).map(({ area, kind }) => [area, kind])).toEqual([
      ['Orchard', 'avoid'],
    ]);
  });

  test('that is none is refused at its field', async () => {
    const advice = { area: 'Bedok', kind: 'avoid', text: 'x' };
    const codes = async (part: object) =>
      Object.keys((await refusalOf(admin.collection('pickup_advice').create({ ...advice, ...part }))).data);
    expect(await codes({ area: 'Atlantis' })).toEqual(['area']);
    expect(await codes({ weekdays: [7] })).toEqual(['weekdays']);
    expect(await codes({ startMinute: 600, endMinute: 600 })).toEqual(['endMinute']);
    expect(await codes({ text: '' })).toEqual(['text']);
    const asked = app.guest().send('/api/marketplace/pickup-advice', {
      method: 'GET',
      query: { postalCode: '529510', start: 'soon' },
    });
    expect((await refusalOf(asked)).data).toHaveProperty('start');
  });

  test('stands with the learner’s next lesson, and its changes in the audit trail with who made them', async () => {
    const { id: instructor } = await makeInstructor(app);
    const learner = await makePerson(app);
    const advice = await admin
      .collection('pickup_advice')
      .create({ area: 'Bedok', kind: 'avoid', text: 'Not at the bus stop.' });
    await app.root.collection('lessons').create({
      instructor,
      learner: learner.id,
      start: '2026-11-25 02:00:00.000Z',
      durationMinutes: 60,
      pickup: 'Block 1',
      postalCode: '460001',
    });
    const read = async () => {
      const path = '/api/marketplace/dashboard?view=learner';
      return (await learner.send<{ pickupAdvice: Line[] }>(path, { method: 'GET' })).pickupAdvice;
    };
    expect(await read()).toEqual([{ area: 'Bedok', kind: 'avoid', text: 'Not at the bus stop.' }]);
    await admin.collection('pickup_advice').update(advice.id, { text: 'Not at the car park.' });
    expect((await read()).map(({ text }) => text)).toEqual(['Not at the car park.']);
    const trail = await admin.send<{ items: { action: string; actor: string; before: object; after: object }[] }>(
      `/api/marketplace/audit?record=${advice.id}`,
      { method: 'GET' },
    );
    expect(trail.items.map(({ action, actor }) => [action, actor])).toEqual([
      ['update', admin.id],
      ['create', admin.id],
    ]);
    expect(trail.items[0]).toMatchObject({
      before: { text: 'Not at the bus stop.' },
      after: { text: 'Not at the car park.' },
    });
  });
});
