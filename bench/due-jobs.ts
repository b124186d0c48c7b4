/*
 * 100,000 lessons that are due to be closed, as after a long outage: how many bookings a second (a hold and its payment, 16 clients over HTTP) go through
 * before and while the clock's work drains them. The limit: three quarters. JOBS asks fewer.
 */

import { fillBooks } from './support/fill-books.ts';
import { call, idOf, inParallel, makePeople, signIn } from './support/make-people.ts';
import { printTable } from './support/print-table.ts';
import { startCounted } from './support/start-counted.ts';

const jobs = Number(process.env.JOBS ?? 100_000);
const windowMs = 1000 * Number(process.env.SECONDS ?? 20);
const [clients, learnerCount, instructors, hourMs] = [16, 48, 400, 3_600_000];
const nowMs = Date.parse('2026-12-03T08:00:00+08:00');
const firstMs = Date.parse('2026-12-05T00:00:00+08:00');

const { server, db, stop } = await startCounted(nowMs);
await makePeople(db, { learners: learnerCount, instructors });
const learners = await signIn(server.url, 'benchlearn', learnerCount);
await fillBooks(db, { instructors: 1000, learners: 2000, lessons: jobs, days: 60, upTo: 'paid', nowMs });
const records = (collection: string) => `${server.url}/api/collections/${collection}/records`;
const closed = async () =>
  (await db.query<{ count: number }>(`select count(*)::int as count from lessons where status = 'closed'`))[0]?.count ??
  0;

let booked = 0;

/** Bookings a second over a window, each of a time of its own. */
async function bookings(): Promise<number> {
  const untilMs = performance.now() + windowMs;
  const before = booked;
  await inParallel(clients, clients, async () => {
    while (performance.now() < untilMs) {
      const number = booked++;
      const round = Math.floor(number / learnerCount);
      const learner = number % learnerCount;
      const id = `duejob${String(number).padStart(9, '0')}`;
      const start = new Date(firstMs + Math.floor(round / 4) * hourMs).toISOString();
      // A learner is at one place at an hour: each round of four hours has others of their instructors.
      const at = new Date(Date.parse(start) + (round % 4) * 570 * hourMs).toISOString();
      const instructor = idOf.teacher((learner + round * learnerCount) % instructors);
      await call(records('lessons'), learners[learner] ?? '', { id, instructor, start: at, durationMinutes: 60 });
      await call(records('payments'), learners[learner] ?? '', {
        lesson: id,
        method: 'card',
        cardNumber: '4242424242424242',
      });
    }
  });
  return (booked - before) / (windowMs / 1000);
}

await bookings();
const alone = [await bookings(), await bookings()];
const sweeping = server.sweep();
const beganAt = await closed();
const draining = [await bookings(), await bookings()];
const drained = (await closed()) - beganAt;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
printTable('due-jobs', [
  {
    jobs,
    'bookings/s alone': mean(alone).toFixed(1),
    'while draining': mean(draining).toFixed(1),
    'of them': (mean(draining) / mean(alone)).toFixed(2),
    limit: '0.75',
    'closed meanwhile': drained,
    'closed a second': (drained / ((2 * windowMs) / 1000)).toFixed(1),
  },
]);
sweeping.catch(() => {});
await server.kill();
await stop();
process.exit(0);
