import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneyOfGiven } from '#rules/lessons/lesson-life.ts';
import type { LessonState } from '#rules/lessons/lesson-states.ts';
import type { Give } from '#rules/settlement/settlement-of.ts';
import { hourMs } from '#rules/time/durations.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { type MoneyPlan, planMoney } from '../../booking/lessons/lesson-money.ts';
import { bySystem, moveLesson } from '../../booking/lessons/move-lesson.ts';
import { proveLedger } from '../../prove-ledger.ts';
import { takePayoutReversal } from '../payouts/take-payout-reversal.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const give = fc.record<Give>({
  to: fc.constantFrom('refund', 'credit', 'instructor'),
  from: fc.constantFrom('held', 'platform', 'instructor'),
  cents: fc.integer({ min: 0, max: 9000 }),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('book' as const), pair: fc.nat(3), cents: fc.integer({ min: 0, max: 12_000 }) }),
  fc.record({
    kind: fc.constant('end' as const),
    lesson: fc.nat(20),
    to: fc.constantFrom<LessonState>(
      'completed',
      'closed',
      'no_show_learner',
      'cancelled_by_learner',
      'cancelled_by_instructor',
    ),
  }),
  fc.record({ kind: fc.constant('dispute' as const), lesson: fc.nat(20) }),
  fc.record({ kind: fc.constant('decide' as const), lesson: fc.nat(20), gives: fc.array(give, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ kind: fc.constant('return' as const), payout: fc.nat(20) }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The real product as fast-check drives it. Lessons begin a day apart, so that none overlaps another. */
class Marketplace {
  readonly lessons: string[] = [];
  readonly teachers: string[];
  readonly learners: string[];
  constructor(teachers: string[], learners: string[]) {
    this.teachers = teachers;
    this.learners = learners;
  }

  async run(of: Step): Promise<void> {
    const { db } = app;
    if (of.kind === 'wait') app.clock.advance(of.hours * 60);
    if (of.kind === 'book') await this.book(of.pair, of.cents);
    if (of.kind === 'return') {
      const paid = await db.query<{ id: string; cents: number }>(
        `select id, "amountCents" as cents from payouts where status = 'paid' order by _seq`,
      );
      const back = paid[of.payout % Math.max(1, paid.length)];
      const { engine } = app.app;
      if (back) await takePayoutReversal(engine, back.id, { reference: `sandbox_${back.id}`, cents: back.cents });
    }
    if (of.kind === 'end') await this.give(of.lesson, of.to);
    if (of.kind === 'dispute') await this.give(of.lesson, 'disputed');
    if (of.kind === 'decide') await this.give(of.lesson, 'closed', { settle: of.gives });
    // Whatever is due is done, and doing it once more changes nothing.
    await app.app.sweepers.runDue();
    await app.app.sweepers.runDue();
  }

  async book(pair: number, cents: number): Promise<void> {
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    const [instructor, learner] = [this.teachers[pair % 2] ?? '', this.learners[pair >> 1] ?? ''];
    const start = new Date(app.clock.nowMs() + this.lessons.length * 24 * hourMs).toISOString();
    const given = { instructor, learner, start, durationMinutes: 60, priceCents: cents };
    const lesson = await app.root.collection('lessons').create(given);
    await app.root.collection('payments').create({ lesson: lesson.id, method: 'card' });
    this.lessons.push(lesson.id);
    // The next one must not begin before this one does.
    app.clock.advance(1);
  }

  async give(index: number, to: LessonState, plan?: MoneyPlan): Promise<void> {
    const lesson = this.lessons[index % Math.max(1, this.lessons.length)];
    if (!lesson) return;
    const nowMs = app.clock.nowMs();
    const money = plan
      ? () => plan
      : (facts: Parameters<typeof planMoney>[1]) => planMoney(moneyOfGiven(to), facts, nowMs);
    const move = { lesson, event: 'given' as const, by: bySystem, to, money, nowMs };
    await app.db.transaction((tx) => moveLesson(app.app.engine, tx, move));
  }

  async check(): Promise<void> {
    expect((await proveLedger(app.db)).faults).toEqual([]);
    const [sum] = await app.db.query('select coalesce(sum("amountCents"), 0)::int as cents from ledger_entries');
    expect(sum).toEqual({ cents: 0 });
    const twice = await app.db.query(
      `select p.payout from payables p join payouts x on x.id = p.payout
       group by p.payout, x."amountCents" having sum(p."amountCents") <> x."amountCents"`,
    );
    expect(twice).toEqual([]);
    expect(await app.db.query(folded)).toEqual([]);
  }
}

/** What is added up as it is posted differs from what the entries say: never. */
const folded = `
  select coalesce(f.instructor, e.instructor) as name, f.lessons, e.lessons as said
  from fee_months f full join (
    select l.instructor, date_trunc('month', t.created at time zone 'Asia/Singapore')::date as month, count(distinct t.lesson)::int as lessons,
      -sum(x."amountCents")::bigint as cents
    from ledger_entries x join ledger_transactions t on t.id = x.transaction join lessons l on l.id = t.lesson
    where x.account = 'platform_fees' group by 1, 2) e on e.instructor = f.instructor and e.month = f.month
  where (f.lessons, f."amountCents") is distinct from (e.lessons, e.cents)`;

async function open(): Promise<Marketplace> {
  const teachers = await Promise.all([makeInstructor(app), makeInstructor(app)]);
  const learners = await Promise.all([makePerson(app), makePerson(app)]);
  return new Marketplace(
    teachers.map(({ id }) => id),
    learners.map(({ id }) => id),
  );
}

test.each([
  [6600, 0],
  [1000, 5600],
])(
  '[rule 22] of a lesson whose money became %i cents of credit %i cents go back when it is called off, not all of it once more',
  async (creditCents, refundCents) => {
    const marketplace = await open();
    await marketplace.run({ kind: 'book', pair: 0, cents: 6600 });
    await marketplace.run({ kind: 'decide', lesson: 0, gives: [{ to: 'credit', from: 'held', cents: creditCents }] });
    await marketplace.run({ kind: 'end', lesson: 0, to: 'cancelled_by_instructor' });
    await marketplace.check();
    const [row] = await app.db.query(
      `select coalesce(sum(r."amountCents"), 0)::int as cents from refunds r join payments p on p.id = r.payment where p.lesson = $1`,
      [marketplace.lessons[0]],
    );
    expect(row).toEqual({ cents: refundCents });
  },
);

test('[rule 20] [rule 21] [rule 22] [rule 23] whatever happens to lessons and payouts, in any order and twice: the books are right after every step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
      const marketplace = await open();
      for (const one of [{ kind: 'book', pair: 0, cents: 6600 } as const, ...steps]) {
        await marketplace.run(one);
        await marketplace.check();
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
}, 240_000);
