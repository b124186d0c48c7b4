import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { makePerson, startApp, type TestApp } from './start-app.ts';
import { stripeLessons } from './stripe-lessons.ts';
import { stripeNews } from './stripe-news.ts';
import { type StripeStandIn, startStripeStandIn } from './stripe-stand-in.ts';

/** Starts an app beside what plays Stripe's part, whose balance the books are compared with, and somebody of finance. */
export function startStripeBooks() {
  let app: TestApp;
  let stripe: StripeStandIn;
  let finance: PocketBase & { id: string };
  beforeAll(async () => {
    stripe = await startStripeStandIn();
    app = await startApp({ stripe: stripe.options, log: createLogger('silent') });
    finance = await makePerson(app, { role: 'finance' });
  });
  beforeEach(async () => {
    app.clock.set('2026-11-21T10:00:00+08:00');
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    await signIn();
  });
  afterAll(async () => {
    await app.close();
    await stripe.close();
  });
  const news = stripeNews(
    () => app,
    () => stripe,
  );

  // Tests move the clock by weeks, and tokens end.
  const signIn = () =>
    finance.collection('users').authWithPassword(`${finance.id}@kerbside.example`, 'learner-password');

  /** The open cases about what Stripe calls so: why, and how much. */
  async function casesOf(reference: string): Promise<string[]> {
    await signIn();
    const { open } = await finance.send('/api/marketplace/provider-cases', {});
    const ofIt = open.filter((each: { reference: string }) => each.reference === reference);
    return ofIt.map(({ kind, reason, amountCents, currency }: Record<string, string>) =>
      [kind, reason, amountCents, currency].join(' '),
    );
  }

  const settle = async (id: string, note = 'Looked at it.') => {
    await signIn();
    const path = `/api/marketplace/provider-cases/${encodeURIComponent(id)}/settle`;
    return finance.send(path, { method: 'POST', body: { note } });
  };

  /** What Stripe has of ours is what the books say, and the books agree with themselves. */
  async function agree(): Promise<void> {
    expect(await news.booked()).toBe(news.balance());
    expect((await proveLedger(app.db)).faults).toEqual([]);
  }

  return {
    app: () => app,
    stripe: () => stripe,
    finance: () => finance,
    ...stripeLessons(
      () => app,
      () => stripe,
    ),
    ...news,
    ...{ casesOf, settle, agree },
  };
}
