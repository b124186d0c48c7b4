import { makeInstructor, makePerson, type Teacher, type TestApp } from './start-app.ts';

export type Person = Awaited<ReturnType<typeof makePerson>>;
type Booked = { teacher: Teacher; learner: Person; lesson: string };
type Offer = { cancellationHours?: number; instantBooking?: boolean };

/** When the lesson begins that tests of cancelling book: ten in the morning of Wednesday, 25 November, in Singapore. */
export const startMs = Date.parse('2026-11-25T10:00:00+08:00');

/** What tests of cancelling do and read, on the app that `appOf` answers. */
export function cancellingOn(appOf: () => TestApp) {
  const toStart = (minutes: number) => appOf().clock.set(new Date(startMs - minutes * 60_000).toISOString());

  async function hold(teacher: Teacher, learner: Person, start = new Date(startMs).toISOString()) {
    return (await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 })).id;
  }

  /** Paid by card, S$66.00; asked for only, where its instructor answers by hand. */
  async function book(teacher: Teacher, learner: Person, start?: string) {
    const lesson = await hold(teacher, learner, start);
    const card = { method: 'card', cardNumber: '4242424242424242' };
    await learner.collection('payments').create({ lesson, ...card });
    return lesson;
  }

  /** Such a lesson of two new people; its learner has used up the mercy pass unless told. */
  async function booked({ hasMercyPass = false, ...offer }: { hasMercyPass?: boolean } & Offer = {}): Promise<Booked> {
    const [teacher, learner] = await Promise.all([makeInstructor(appOf(), offer), makePerson(appOf())]);
    const lesson = await book(teacher, learner);
    if (!hasMercyPass) await spendMercyPass(learner);
    return { teacher, learner, lesson };
  }

  // Another lesson was forgiven before.
  async function spendMercyPass(learner: Person) {
    const { root, db } = appOf();
    const lesson = await root.collection('lessons').create({
      instructor: (await makeInstructor(appOf())).id,
      learner: learner.id,
      start: '2026-11-20T10:00:00+08:00',
      durationMinutes: 60,
      status: 'cancelled_by_learner',
    });
    await root.collection('cancellations').create({ lesson: lesson.id });
    await db.query('update cancellations set "usesMercyPass" = true where lesson = $1', [lesson.id]);
  }

  const cancel = (who: Person, lesson: string, more: { reason?: string; refundTo?: string } = {}) =>
    who.collection('cancellations').create({ lesson, ...more }) as Promise<Record<string, unknown>>;

  const preview = (who: Person, lesson: string) =>
    who.send('/api/marketplace/cancellation', { query: { lesson } }) as Promise<Record<string, unknown>>;

  /** What stands on the accounts of a lesson and its people, what the books owe as a positive number. */
  async function moneyOf({ lesson, teacher, learner }: Booked) {
    const rows = await appOf().db.query<{ account: string; cents: number }>(
      `select e.account, -sum(e."amountCents")::integer as cents from ledger_entries e
       join ledger_transactions t on t.id = e.transaction where t.lesson = $1
       group by e.account having sum(e."amountCents") <> 0`,
      [lesson],
    );
    const names: Record<string, string> = {
      [`held:${lesson}`]: 'held',
      [`instructor_payable:${teacher.id}`]: 'instructor',
      [`learner_credit:${learner.id}`]: 'credit',
      [`refunds_due:${learner.id}`]: 'refundsDue',
    };
    return Object.fromEntries(rows.map(({ account, cents }) => [names[account] ?? account, cents]));
  }

  return { toStart, hold, book, booked, spendMercyPass, cancel, preview, moneyOf };
}
