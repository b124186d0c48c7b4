import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const start = (hour: number) =>
  new Date(Date.parse('2026-11-23T08:00:00+08:00') + Math.floor(hour / 12) * 86_400_000 + (hour % 12) * 3_600_000);

/** Cuts the connection of the statement that comes after so many others; tells whether there were that many. */
function cutAfter(count: number): { disarm: () => boolean } {
  const prototype = pg.Client.prototype as unknown as { query: (...asked: unknown[]) => unknown };
  const { query } = prototype;
  let left = count;
  prototype.query = function cutting(this: { connection: { stream: { destroy: () => void } } }, ...asked: unknown[]) {
    if (left-- === 0) this.connection.stream.destroy();
    return query.apply(this, asked);
  };
  return {
    disarm() {
      prototype.query = query;
      return left < 0;
    },
  };
}

/** The same until it is answered, as a person presses the button again. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries > 20) throw error;
    }
  }
}

test('[11.3] each statement of a booking and its payment may lose its connection: the server lives, what was acknowledged is there, again is harmless', async () => {
  const teacher = await makeInstructor(app);
  const refusals = new Set<number>();
  const acknowledged: string[] = [];
  const learners = new Map<string, Awaited<ReturnType<typeof makePerson>>>();
  let wasReached = true;
  let hour = 0;
  for (; wasReached && hour < 80; hour++) {
    const learner = await makePerson(app);
    const id = `inturn${String(hour).padStart(9, '0')}`;
    const lesson = () =>
      learner
        .collection('lessons')
        .create({ id, instructor: teacher.id, start: start(hour).toISOString(), durationMinutes: 60 });
    const payment = () =>
      learner.collection('payments').create({ id, lesson: id, method: 'card', cardNumber: '4242424242424242' });
    learners.set(id, learner);
    const fault = cutAfter(hour);
    try {
      await lesson();
      acknowledged.push(id);
      await payment();
    } catch (error) {
      refusals.add(Reflect.get(error as object, 'status') as number);
    } finally {
      wasReached = fault.disarm();
    }
    await again(lesson);
    await again(payment);
  }
  expect(hour).toBeGreaterThan(5);
  expect([...refusals].filter((status) => ![400, 401, 403, 404, 409, 429, 500, 503].includes(status))).toEqual([]);
  // What was cut between the provider's word and ours is settled by the clock.
  app.clock.advance(5);
  await app.app.sweepers.runDue();
  // Where the provider was never asked nothing was paid, and the time is still held: a new payment goes through.
  for (const { id } of await app.db.query<{ id: string }>(`select id from lessons where status = 'held'`)) {
    await learners
      .get(id)
      ?.collection('payments')
      .create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
  }
  const stored = await app.db.query<{ id: string; status: string; paid: number }>(
    `select l.id, l.status, (select count(*)::int from payments p where p.lesson = l.id and p.status = 'succeeded') as paid
     from lessons l where l.id like 'inturn%'`,
  );
  expect(acknowledged.filter((id) => !stored.some((lesson) => lesson.id === id))).toEqual([]);
  expect(stored.filter(({ status, paid }) => status !== 'confirmed' || paid !== 1)).toEqual([]);
  expect(stored).toHaveLength(hour);
  expect(await ledgerFaults(app.db)).toEqual([]);
  expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
});
