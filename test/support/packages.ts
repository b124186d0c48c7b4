import type PocketBase from 'pocketbase';
import { makeInstructor, type Teacher, type TestApp } from './start-app.ts';

export const card = { method: 'card', cardNumber: '4242424242424242' };

export type Person = PocketBase & { id: string };

/** An instructor who sells ten hours at 5 % and five at 3 %, S$66.00 an hour. */
export async function makeSeller(app: TestApp, fields: Record<string, unknown> = {}): Promise<Teacher> {
  const teacher = await makeInstructor(app, fields);
  for (const [minutes, discountPercent] of [
    [300, 3],
    [600, 5],
  ]) {
    await teacher.client
      .collection('package_offers')
      .create({ instructor: teacher.id, minutes, discountPercent, active: true });
  }
  return teacher;
}

/** A package that is paid, by card unless told otherwise. */
export async function buyPackage(
  app: TestApp,
  learner: Person,
  teacher: Teacher,
  { minutes = 600, method = 'card' } = {},
) {
  const order = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes });
  const paid = method === 'card' ? card : { method };
  const payment = await learner.collection('payments').create({ packagePurchase: order.id, ...paid });
  if (method === 'paynow') await app.root.send('/api/sandbox/bank', { method: 'POST', body: { payment: payment.id } });
  return learner.collection('package_purchases').getOne(order.id);
}

/** A lesson that a package's minutes pay. */
export async function bookWithPackage(learner: Person, teacher: Teacher, start: string, durationMinutes = 90) {
  const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes });
  const payment = await learner.collection('payments').create({ lesson: lesson.id, method: 'credit' });
  return { payment, lesson: await learner.collection('lessons').getOne(lesson.id) };
}

/** What stands on accounts of the ledger, as money that is there. */
export async function balancesOf(app: TestApp, ...accounts: string[]): Promise<number[]> {
  const rows = await app.db.query<{ id: string; cents: number }>(
    `select account as id, -sum("amountCents")::integer as cents from ledger_entries where account = any ($1::text[]) group by 1`,
    [accounts],
  );
  return accounts.map((account) => rows.find(({ id }) => id === account)?.cents ?? 0);
}

export const packagesOf = async (learner: Person) => (await learner.send('/api/marketplace/balance', {})).packages;
