import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const at = (text: string) => `2026-${text}:00+08:00`;

async function scene(fields?: Record<string, unknown>): Promise<{ teacher: Teacher; learner: Person }> {
  const [teacher, learner] = await Promise.all([makeInstructor(app, fields), makePerson(app)]);
  return { teacher, learner };
}

describe('a held lesson', () => {
  test('is answered with its learner, end, price lines and the end of the hold', async () => {
    const { teacher, learner } = await scene({ weekendSurchargePercent: 5 });
    const lesson = await learner.collection('lessons').create({
      instructor: teacher.id,
      start: at('12-05T10:00'),
      durationMinutes: 90,
      pickup: 'Bedok MRT',
      postalCode: '467360',
    });
    expect(lesson).toMatchObject({
      learner: learner.id,
      start: '2026-12-05 02:00:00.000Z',
      end: '2026-12-05 03:30:00.000Z',
      status: 'held',
      priceCents: 10_395,
      holdExpiresAt: '2026-11-21 02:15:00.000Z',
      policyVersion: 1,
      lines: [
        { kind: 'lesson', text: '90 minutes at S$66.00', cents: 9900 },
        { kind: 'weekend', text: 'Weekend, 5 %', cents: 495 },
        { kind: 'platform_fee', text: 'Platform fee', cents: 0 },
      ],
    });
    const query = new URLSearchParams({ instructor: teacher.id, start: at('12-05T10:00'), durationMinutes: '90' });
    const quote = await learner.send(`/api/marketplace/quote?${query}`, {});
    expect(quote).toEqual({
      lines: lesson.lines,
      totalCents: 10_395,
      cancellation: [
        { untilISO: '2026-12-04T02:00:00.000Z', refundPercent: 100 },
        { untilISO: '2026-12-04T14:00:00.000Z', refundPercent: 50 },
        { untilISO: '2026-12-05T02:00:00.000Z', refundPercent: 0 },
      ],
    });
  });

  test('is seen by its parties and admins, not by others', async () => {
    const { teacher, learner } = await scene();
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: at('12-05T10:00'), durationMinutes: 60 });
    const [stranger, admin] = await Promise.all([makePerson(app), makePerson(app, { role: 'admin' })]);
    for (const client of [learner, teacher.client, admin, app.root]) {
      expect((await client.collection('lessons').getOne(lesson.id)).id).toBe(lesson.id);
    }
    for (const client of [stranger, app.guest()]) {
      expect((await refusalOf(client.collection('lessons').getOne(lesson.id))).status).toBe(404);
      expect((await client.collection('lessons').getFullList({ batch: 500 })).map((item) => item.id)).not.toContain(
        lesson.id,
      );
    }
    for (const client of [learner, teacher.client]) {
      expect((await refusalOf(client.collection('lessons').update(lesson.id, { status: 'confirmed' }))).status).toBe(
        403,
      );
    }
  });

  test('tells its start code to its learner and superusers only, once it is confirmed', async () => {
    const { teacher, learner } = await scene();
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: at('12-06T10:00'), durationMinutes: 60 });
    await learner
      .collection('payments')
      .create({ lesson: lesson.id, method: 'card', cardNumber: '4242 4242 4242 4242' });
    const own = await learner.collection('lessons').getOne(lesson.id);
    expect(own.startCode).toMatch(/^\d{4}$/);
    expect((await app.root.collection('lessons').getOne(lesson.id)).startCode).toBe(own.startCode);
    expect(await teacher.client.collection('lessons').getOne(lesson.id)).not.toHaveProperty('startCode');
    // Nor can it be found by guessing in a filter.
    const guess = teacher.client.collection('lessons').getList(1, 1, { filter: `startCode = "${own.startCode}"` });
    expect((await refusalOf(guess)).status).toBe(400);
  });
});

describe('a lesson by a superuser', () => {
  test('takes its facts as given and is bound by overlap alone', async () => {
    const { teacher, learner } = await scene({ status: 'paused', minNoticeMinutes: 10_000 });
    const given = { instructor: teacher.id, learner: learner.id, start: at('11-01T03:07'), durationMinutes: 5 };
    const lesson = await app.root.collection('lessons').create(given);
    expect(lesson).toMatchObject({ status: 'confirmed', priceCents: 550, durationMinutes: 5 });
    const byEnd = await app.root.collection('lessons').create({
      instructor: teacher.id,
      learner: learner.id,
      start: at('11-02T00:00'),
      end: at('11-04T00:00'),
      status: 'completed',
      priceCents: 1,
    });
    expect(byEnd).toMatchObject({ durationMinutes: 2880, status: 'completed', priceCents: 1 });
    const overlap = await refusalOf(app.root.collection('lessons').create({ ...given, start: at('11-03T12:00') }));
    expect([overlap.status, overlap.data.start?.code]).toEqual([409, 'slot_taken']);
    const tooLong = await refusalOf(
      app.root.collection('lessons').create({ ...given, start: at('10-01T00:00'), durationMinutes: 2881 }),
    );
    expect(tooLong.data.durationMinutes?.code).toBe('validation_invalid_value');
  });
});

describe('an instructor books for a learner', () => {
  test('over notice, gap and caps but never over another lesson', async () => {
    const { teacher, learner } = await scene({ minNoticeMinutes: 2000, gapMinutes: 60, maxLessonsPerDay: 1 });
    const body = { instructor: teacher.id, learner: learner.id, durationMinutes: 60 };
    await learner.collection('conversations').create({ instructor: teacher.id });
    const first = await teacher.client.collection('lessons').create({ ...body, start: at('11-21T14:00') });
    expect(first.learner).toBe(learner.id);
    await teacher.client.collection('lessons').create({ ...body, start: at('11-21T15:00') });
    const overlap = await refusalOf(teacher.client.collection('lessons').create({ ...body, start: at('11-21T14:30') }));
    expect(overlap.data.start?.code).toBe('slot_taken');
  });
});

describe('an instructor who approves by hand', () => {
  test('accepts a requested lesson, or declines it and all money goes back', async () => {
    const { teacher, learner } = await scene({ instantBooking: false });
    const request = async (start: string) => {
      const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
      const payment = await learner
        .collection('payments')
        .create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
      expect((await learner.collection('lessons').getOne(lesson.id)).status).toBe('requested');
      return { lesson: lesson.id, payment: payment.id };
    };
    const wanted = await request(at('12-08T10:00'));
    await teacher.client.collection('approvals').create({ lesson: wanted.lesson, decision: 'accept' });
    expect((await learner.collection('lessons').getOne(wanted.lesson)).status).toBe('confirmed');
    const unwanted = await request(at('12-08T12:00'));
    expect(
      (await refusalOf(learner.collection('approvals').create({ lesson: unwanted.lesson, decision: 'accept' }))).status,
    ).toBe(400);
    await teacher.client
      .collection('approvals')
      .create({ lesson: unwanted.lesson, decision: 'decline', reason: 'Car in the workshop' });
    expect((await learner.collection('lessons').getOne(unwanted.lesson)).status).toBe('declined');
    expect((await learner.collection('payments').getOne(unwanted.payment)).status).toBe('refunded');
    const lapsed = await request(at('12-08T14:00'));
    app.clock.advance(12 * 60 + 1);
    await app.app.sweepers.runDue();
    expect((await learner.collection('lessons').getOne(lapsed.lesson)).status).toBe('declined');
    expect((await learner.collection('payments').getOne(lapsed.payment)).status).toBe('refunded');
  });
});
