import { expect } from 'vitest';
import { makeInstructor, makePerson, type TestApp } from './start-app.ts';
import type { StripeStandIn } from './stripe-stand-in.ts';

/** Lessons whose money is at what plays Stripe's part, in an app and a stand-in that a test starts. */
export function stripeLessons(app: () => TestApp, stripe: () => StripeStandIn) {
  let hours = 0;

  /** Stripe’s own of a payment or a refund of ours. */
  function theirs(kind: 'payment_intents' | 'refunds', name: string, id: string) {
    const found = stripe()
      .made(kind)
      .find(({ metadata }) => (metadata as Record<string, string>)[name] === id);
    if (!found) throw new Error(`Nothing was asked of Stripe for ${id}.`);
    return found;
  }

  /** A lesson of S$66.00, or one in each of some weeks, whose payment came in; what Stripe charged is not known yet. Credit pays the first of it. */
  async function paid(weeks: number[] = [], creditCents = 0) {
    const [teacher, learner] = await Promise.all([makeInstructor(app()), makePerson(app())]);
    const start = new Date(Date.parse('2026-11-25T00:00:00Z') + (hours++ % 10) * 3_600_000).toISOString();
    const wanted = { instructor: teacher.id, start, durationMinutes: 60, ...(weeks.length > 0 ? { weeks } : {}) };
    const { id } = await learner.collection('lessons').create(wanted);
    const of = weeks.length > 0 ? { lessonSeries: id } : { lesson: id };
    if (creditCents > 0) await payByCredit(learner, of, creditCents);
    const payment = await learner.collection('payments').create({ ...of, method: 'card' });
    const intent = theirs('payment_intents', 'payment', payment.id);
    Object.assign(intent, { status: 'succeeded', latest_charge: { id: `ch_${intent.id}`, balance_transaction: null } });
    // Nobody tells: it is looked up after a minute.
    app().clock.advance(2);
    await app().app.sweepers.runDue();
    expect((await learner.collection('payments').getOne(payment.id)).status).toBe('succeeded');
    return { teacher, learner, lesson: id, payment: payment.id, intent };
  }

  async function payByCredit(learner: Awaited<ReturnType<typeof makePerson>>, of: object, cents: number) {
    const entries = [
      { account: 'goodwill', cents },
      { account: `learner_credit:${learner.id}`, cents: -cents },
    ];
    const post = `select post_ledger_transaction($1, 'goodwill', null, null, now(), $2::jsonb)`;
    await app().db.query(post, [`credit of ${learner.id}`, JSON.stringify(entries)]);
    await learner.collection('payments').create({ ...of, method: 'credit' });
  }

  /** Cancels such a lesson: Stripe has its refund, and what became of it is not known yet. */
  async function cancelled() {
    const scene = await paid();
    await scene.learner.collection('cancellations').create({ lesson: scene.lesson });
    const [owed] = await scene.learner.collection('refunds').getFullList();
    const refund = String(owed?.id);
    await expect
      .poll(() =>
        stripe()
          .made('refunds')
          .some(({ metadata }) => isOf(metadata, refund)),
      )
      .toBe(true);
    return { ...scene, refund, given: theirs('refunds', 'refund', refund) };
  }

  return { paid, cancelled };
}

function isOf(metadata: unknown, refund: string): boolean {
  return (metadata as Record<string, string>).refund === refund;
}
