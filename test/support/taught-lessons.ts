import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { PaymentProvider, TransferOrder } from '#marketplace/money/payments/payment-provider.ts';
import { createSandboxProvider } from '#marketplace/money/payments/sandbox-provider.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from './start-app.ts';

/** Starts the app of a test file whose clock moves by weeks; `keep` is given it. Its superuser signs in anew before each test, as tokens end. */
export function startForWeeks(keep: (app: TestApp) => void): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    keep(app);
  });
  beforeEach(async () => {
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  });
  afterAll(() => app.close());
}

/** Starts such an app, with instructors in it whose lessons were paid and given. */
export function startTaughtLessons(keep: (app: TestApp) => void) {
  let app: TestApp;
  startForWeeks((started) => {
    app = started;
    keep(started);
  });
  return taughtLessons(() => app);
}

/** Instructors with lessons that were paid and given, and what was paid out to them. */
function taughtLessons(app: () => TestApp) {
  /** An instructor with a lesson that was paid and given: its end is 11:00 in Singapore on the day. */
  async function taught(day: string, priceCents = 6600) {
    const [teacher, learner] = await Promise.all([makeInstructor(app()), makePerson(app())]);
    const teach = async (on: string, cents: number) => {
      const given = { instructor: teacher.id, learner: learner.id, start: `${on}T02:00:00Z`, durationMinutes: 60 };
      const lesson = await app()
        .root.collection('lessons')
        .create({ ...given, status: 'completed', priceCents: cents });
      await app().root.collection('payments').create({ lesson: lesson.id, method: 'card' });
      return lesson.id;
    };
    const lesson = await teach(day, priceCents);
    const payouts = () =>
      app().db.query(
        'select "amountCents", status, date, attempts, "failureCode" from payouts where instructor = $1 order by _seq',
        [teacher.id],
      );
    const balance = async () => {
      const [row] = await app().db.query<{ cents: number }>(
        'select -"balanceCents"::int as cents from ledger_accounts where id = $1',
        [`instructor_payable:${teacher.id}`],
      );
      const [open] = await app().db.query<{ cents: number }>(
        `select coalesce(sum(p."amountCents"), 0)::int as cents from payables p left join payouts x on x.id = p.payout
         where p.instructor = $1 and (p.payout = '' or x.status <> 'paid' and x."returnedAt" is null)`,
        [teacher.id],
      );
      // What is open, or on its way, is what the ledger says is owed.
      expect(open?.cents).toBe(row?.cents);
      return row?.cents;
    };
    return { teacher, learner, lesson, teach, payouts, balance };
  }

  return { taught };
}

/** The sandbox, which writes down what it was to transfer and answers as told. */
export function providerThat(transfer: PaymentProvider['transfer']) {
  const orders: TransferOrder[] = [];
  const provider: PaymentProvider = {
    ...createSandboxProvider(),
    transfer: async (order) => {
      orders.push(order);
      return transfer(order);
    },
  };
  return { provider, orders };
}
