/*
 * 10,000 lessons of 200 instructors and 200 learners, from booking to statement over HTTP, 32 clients: book, pay, start, complete, then closed and paid
 * out by the clock's work, then read in statements. The clock is moved, nothing is waited for. Beside each step stands how many lessons a second, how
 * many calls of the database each takes, and how that compares with as many bare inserts, each a transaction of its own, made by as many clients in the
 * same run. LESSONS asks fewer.
 */
import { call, idOf, inParallel, makePeople, signIn } from './support/make-people.ts';
import { type BenchRow, printTable } from './support/print-table.ts';
import { startCounted } from './support/start-counted.ts';

const people = 200;
const clients = 32;
const lessons = Number(process.env.LESSONS ?? 10_000);
const hourMs = 3_600_000;
// A Thursday in Singapore; lessons begin on the hour from Friday on, are closed by Monday, and payable on the Wednesday after.
const bookedMs = Date.parse('2026-12-03T08:00:00+08:00');
const firstMs = Date.parse('2026-12-04T00:00:00+08:00');
const wednesdayMs = Date.parse('2026-12-09T12:00:00+08:00');

const { server, db, stop } = await startCounted(bookedMs);
await makePeople(db, { learners: people, instructors: people });
const signInAll = async () => ({
  learners: await signIn(server.url, 'benchlearn', people),
  owners: await signIn(server.url, 'benchowner', people),
});
let { learners, owners } = await signInAll();
const records = (collection: string) => `${server.url}/api/collections/${collection}/records`;
const reads = (path: string) => `${server.url}/api/marketplace/${path}`;

// Round by round each learner goes one instructor further, so nobody is in two lessons at once.
const at = (lesson: number) => {
  const round = Math.floor(lesson / people);
  const learner = lesson % people;
  return {
    id: `benchlesson${String(lesson).padStart(4, '0')}`.padEnd(15, 'z').slice(0, 15),
    learner,
    instructor: (learner + round) % people,
    startMs: firstMs + round * hourMs,
  };
};

type Seen = { count: number; seconds: number; calls: number; others: number };
const seen = new Map<string, Seen>();

async function measure(step: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const before = await server.counts();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const after = await server.counts();
  const past = seen.get(step) ?? { count: 0, seconds: 0, calls: 0, others: 0 };
  seen.set(step, {
    count: past.count + count,
    seconds: past.seconds + seconds,
    calls: past.calls + after.asked - before.asked,
    others: past.others + after.others - before.others,
  });
}

async function bareInserts(): Promise<number> {
  await db.query(
    'create table if not exists bench_rows (id bigint generated always as identity primary key, said text not null)',
  );
  const began = performance.now();
  await inParallel(lessons, clients, (index) =>
    db.query('insert into bench_rows (said) values ($1)', [`row ${index}`]),
  );
  return lessons / ((performance.now() - began) / 1000);
}

const insertsBefore = await bareInserts();
// Nobody may hold many times at once.
const atOnce = 4 * people;
for (let first = 0; first < lessons; first += atOnce) {
  const count = Math.min(atOnce, lessons - first);
  const asLearner = (collection: string, body: (lesson: ReturnType<typeof at>) => object) => () =>
    inParallel(count, clients, async (index) => {
      const lesson = at(first + index);
      await call(records(collection), learners[lesson.learner] ?? '', body(lesson));
    });
  const book = asLearner('lessons', ({ id, instructor, startMs }) => ({
    id,
    instructor: idOf.teacher(instructor),
    start: new Date(startMs).toISOString(),
    durationMinutes: 60,
    pickup: 'Bedok MRT',
  }));
  await measure('book', count, book);
  const card = { method: 'card', cardNumber: '4242424242424242' };
  await measure(
    'pay',
    count,
    asLearner('payments', ({ id }) => ({ lesson: id, ...card })),
  );
}
const codes = await db.query<{ id: string; code: string }>('select id, "startCode" as code from lessons');
const codeOf = new Map(codes.map(({ id, code }) => [id, code]));
for (let first = 0; first < lessons; first += people) {
  const count = Math.min(people, lessons - first);
  await server.setClock(at(first).startMs);
  const asOwner = (collection: string, body: (id: string) => object) => () =>
    inParallel(count, clients, async (index) => {
      const { id, instructor } = at(first + index);
      await call(records(collection), owners[instructor] ?? '', { lesson: id, ...body(id) });
    });
  await measure(
    'start',
    count,
    asOwner('lesson_starts', (id) => ({ code: codeOf.get(id), pdlSeen: true })),
  );
  await server.setClock(at(first).startMs + hourMs / 2);
  const skills = [{ skill: 'Parking', level: 3 }];
  await measure(
    'complete',
    count,
    asOwner('lesson_logs', () => ({ skills, notes: 'Once more.' })),
  );
}
await server.setClock(at(lessons - 1).startMs + 25 * hourMs);
await measure('close (the clock’s work)', lessons, () => server.sweep());
await server.setClock(wednesdayMs);
await measure('pay out (the clock’s work)', lessons, () => server.sweep());
// The clock went on for days, and tokens end.
({ learners, owners } = await signInAll());
const payouts = await db.query<{ id: string; owner: string }>(
  `select p.id, i."user" as owner from payouts p join instructors i on i.id = p.instructor where p.status = 'paid'`,
);
await measure('statements of payouts', payouts.length, () =>
  inParallel(payouts.length, clients, async (index) => {
    const { id = '', owner = '' } = payouts[index] ?? {};
    await call(reads(`payouts/${id}/statement`), owners[Number(owner.slice(-5))] ?? '');
  }),
);
await measure('statements of years', people, () =>
  inParallel(people, clients, async (index) => call(reads('statements/2026'), learners[index] ?? '')),
);
const insertsAfter = await bareInserts();

const limit = (insertsBefore + insertsAfter) / 2;
const rows: BenchRow[] = [...seen].map(([step, { count, seconds, calls, others }]) => ({
  step,
  count,
  'a second': (count / seconds).toFixed(0),
  'of the limit': (count / seconds / limit).toFixed(3),
  'calls each': (calls / count).toFixed(1),
  'of the queue each': (others / count).toFixed(1),
}));
const all = [...seen.values()].reduce((sum, { seconds }) => sum + seconds, 0);
rows.push({
  step: 'all',
  count: lessons,
  'a second': (lessons / all).toFixed(0),
  'of the limit': (lessons / all / limit).toFixed(3),
});
rows.push({
  step: 'bare inserts',
  count: lessons,
  'a second': limit.toFixed(0),
  'of the limit': '1.000',
  'calls each': '1.0',
});
printTable('lifecycle', rows);
const [ends] = await db.query(
  `select (select count(*)::int from lessons where status = 'closed') as closed, (select count(*)::int from payouts where status = 'paid') as paid,
     (select coalesce(sum("amountCents"), 0)::int from ledger_entries) as sum,
     (select sum("balanceCents")::int from ledger_accounts where id like 'held:%') as held,
     (select sum("balanceCents")::int from ledger_accounts where id like 'instructor_payable:%') as payable`,
);
console.log(JSON.stringify(ends));
await stop();
