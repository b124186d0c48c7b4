import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';
import type { RoadAnswer } from '#wire/road.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function roadOf(client: { send: <T>(path: string, options: object) => Promise<T> }): Promise<RoadAnswer> {
  const path = '/api/marketplace/dashboard?view=learner';
  return (await client.send<{ road: RoadAnswer }>(path, { method: 'GET' })).road;
}

const stateOf = (road: RoadAnswer, step: string) => road.steps.find((item) => item.step === step)?.state;

describe('the road to a licence over the wire', () => {
  test('is empty at first, has today’s fees, and grows with what its learner says', async () => {
    const learner = await makePerson(app);
    const empty = await roadOf(learner);
    expect(empty).toMatchObject({ id: '', doneSteps: 0, lessons: 0, test: null, pdl: { days: null, isSeen: false } });
    expect(empty.steps[6]).toMatchObject({
      step: 'practical_test',
      fee: { cents: 4000, nextCents: 4500, nextFrom: '2027-03-13' },
    });
    const said = { user: learner.id, basicTheoryOn: '2026-10-01', pdlExpiresOn: '2026-12-31' };
    const { id } = await learner.collection('licence_roads').create({ ...said, id: learner.id });
    await learner.collection('licence_roads').update(id, { testOn: '2026-12-03', testCentre: 'CDC' });
    const road = await roadOf(learner);
    expect(road).toMatchObject({
      id: learner.id,
      doneSteps: 2,
      test: { on: '2026-12-03', centre: 'CDC', days: 12, isAfterPdl: false },
      pdl: { expiresOn: '2026-12-31', days: 40 },
    });
    // Taking a tick back is a change like any other.
    await learner.collection('licence_roads').update(id, { basicTheoryOn: '' });
    expect(stateOf(await roadOf(learner), 'basic_theory')).toBe('open');
  });

  test('is one record a person, and nobody makes one for somebody else', async () => {
    const [learner, other] = await Promise.all([makePerson(app), makePerson(app)]);
    await learner.collection('licence_roads').create({ user: learner.id });
    const again = await refusalOf(learner.collection('licence_roads').create({ user: learner.id }));
    expect([again.status, again.data.user?.code]).toEqual([400, 'validation_not_unique']);
    expect((await refusalOf(other.collection('licence_roads').create({ user: learner.id }))).status).toBe(400);
    expect((await refusalOf(app.guest().collection('licence_roads').create({ user: learner.id }))).status).toBe(400);
  });

  test('is judged by the product’s day, with a code at the field', async () => {
    const learner = await makePerson(app);
    const collection = learner.collection('licence_roads');
    const refused = await refusalOf(
      collection.create({ user: learner.id, enrolledOn: '2026-11-22', simulatorOn: '2026-11-20', lessonsElsewhere: 4 }),
    );
    expect(refused.status).toBe(400);
    expect(refused.data).toMatchObject({
      enrolledOn: { code: 'in_future' },
      simulatorOn: { code: 'simulator_locked' },
    });
    await collection.create({ user: learner.id, simulatorOn: '2026-11-20', lessonsElsewhere: 5 });
    const { data } = await refusalOf(collection.create({ user: learner.id, pdlExpiresOn: '31.12.2026' }));
    expect(data.pdlExpiresOn?.code).toBe('validation_invalid_format');
  });

  test('[rule 29] counts lessons taken here and knows that an instructor saw the provisional licence', async () => {
    const [learner, teacher] = await Promise.all([makePerson(app), makeInstructor(app)]);
    const given = { instructor: teacher.id, learner: learner.id, durationMinutes: 60 };
    for (const day of ['11', '12', '13', '14', '15']) {
      const start = `2026-11-${day}T10:00:00+08:00`;
      const { id } = await app.root.collection('lessons').create({ ...given, start });
      if (day === '15') await app.root.collection('lesson_starts').create({ lesson: id, pdlSeen: true });
      await app.root.collection('lessons').update(id, { status: 'completed' });
    }
    const road = await roadOf(learner);
    expect(road).toMatchObject({ lessons: 5, pdl: { isSeen: true } });
    expect([stateOf(road, 'provisional_licence'), stateOf(road, 'simulator')]).toEqual(['done', 'open']);
  });

  test('[rule 29] learners are 18 and hold a licence until a day that they say; the instructor says at the start whether it was seen', async () => {
    const { rules } = await app.guest().send('/api/marketplace/policies', {});
    expect(rules[29].text).toBe(
      'Learners must be 18 and hold a valid provisional licence. We ask them to say both once, and until when it is valid; the instructor is asked to look at it at the start.',
    );
    const [learner, teacher] = await Promise.all([makePerson(app), makeInstructor(app)]);
    for (const pdlSeen of [true, false]) {
      const start = new Date(app.clock.nowMs()).toISOString();
      const facts = { instructor: teacher.id, learner: learner.id, start, durationMinutes: 60 };
      const { id: lesson } = await app.root.collection('lessons').create(facts);
      const { startCode: code } = await learner.collection('lessons').getOne(lesson);
      const begun = await teacher.client.collection('lesson_starts').create({ lesson, code, pdlSeen });
      expect(begun.pdlSeen).toBe(pdlSeen);
      await app.root.collection('lessons').update(lesson, { status: 'cancelled_by_instructor' });
    }
  });

  test('[rule 29] somebody says once to be 18: when, and under which terms, is the server’s to write down, and a booking over the wire asks for neither', async () => {
    const [learner, teacher] = await Promise.all([makePerson(app), makeInstructor(app)]);
    const roads = learner.collection('licence_roads');
    const wanted = { instructor: teacher.id, start: '2026-12-01T10:00:00+08:00', durationMinutes: 60 };
    expect((await learner.collection('lessons').create(wanted)).status).toBe('held');
    const forged = { adultSaidAt: '2020-01-01 00:00:00.000Z', adultTermsVersion: 7 };
    const { id, ...unsaid } = await roads.create({ id: learner.id, user: learner.id, ...forged });
    expect([unsaid.isAdult, unsaid.adultSaidAt, (await roadOf(learner)).isAdult]).toEqual([false, '', false]);
    const { data } = await refusalOf(roads.update(id, { isAdult: true, ...forged }));
    expect(data.adultSaidAt?.code).toBe('not_allowed');
    const said = await roads.update(id, { isAdult: true });
    const at = new Date(app.clock.nowMs()).toISOString().replace('T', ' ');
    expect(said).toMatchObject({ isAdult: true, adultSaidAt: at, adultTermsVersion: 1 });
    app.clock.advance(5);
    // Said once: another change of the record says nothing new.
    expect(await roads.update(id, { isAdult: true, pdlExpiresOn: '2027-01-01' })).toMatchObject({ adultSaidAt: at });
    expect((await roadOf(learner)).isAdult).toBe(true);
    expect(await roads.update(id, { isAdult: false })).toMatchObject({ adultSaidAt: '', adultTermsVersion: 0 });
  });

  test('[rule 29] the end of the provisional licence refuses lessons on later days, whoever books, and only those', async () => {
    const [learner, teacher] = await Promise.all([makePerson(app), makeInstructor(app)]);
    await learner.collection('licence_roads').create({ id: learner.id, user: learner.id, pdlExpiresOn: '2026-12-02' });
    const on = (day: string) => ({
      instructor: teacher.id,
      start: `2026-12-${day}T10:00:00+08:00`,
      durationMinutes: 60,
    });
    expect((await learner.collection('lessons').create(on('02'))).status).toBe('held');
    for (const [client, who] of [
      [learner, {}],
      [teacher.client, { learner: learner.id }],
    ] as const) {
      const { status, data } = await refusalOf(client.collection('lessons').create({ ...on('03'), ...who }));
      expect([status, data.start?.code]).toEqual([400, 'pdl_expired']);
    }
    await learner.collection('licence_roads').update(learner.id, { pdlExpiresOn: '2028-11-10' });
    const later = await learner.collection('lessons').create(on('03'));
    expect(later.status).toBe('held');
    await app.root.collection('lessons').update(later.id, { status: 'confirmed' });
    await learner.collection('licence_roads').update(learner.id, { pdlExpiresOn: '2026-12-02' });
    expect((await roadOf(learner)).pdl).toMatchObject({ days: 11, lessonsAfter: 1 });
  });

  test('a fee has a real date from which it holds', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    const fees = admin.collection('test_fees');
    const { data } = await refusalOf(fees.create({ kind: 'licence', cents: 6000, effectiveFrom: '2027-02-30' }));
    expect(data.effectiveFrom?.code).toBe('validation_invalid_value');
    await fees.create({ kind: 'licence', cents: 6000, effectiveFrom: '2027-02-28' });
    const twice = await refusalOf(fees.create({ kind: 'licence', cents: 6000, effectiveFrom: '2027-02-28' }));
    expect(twice.data.effectiveFrom?.code).toBe('validation_not_unique');
  });
});
