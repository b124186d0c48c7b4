import type { Engine } from '#engine/engine.ts';
import { ApiError, notFound, unauthorized } from '#engine/http/api-error.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { countAttempt, refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { earningsPath } from '#rules/paths/money-paths.ts';
import type { OnboardingAnswer, PayeeAnswer } from '#wire/payouts.ts';
import { requireFreshSignIn } from '../../people/second-factors/require-fresh-sign-in.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import { findOwnInstructor, findPayee, insertPayee, noteReady } from './payees.store.ts';

// All accounts together have so many calls at the provider, those of payments among them.
const setUps = { max: 20, seconds: 3600, message: 'You began this many times just now. Try again in an hour.' };

/**
 * `GET /api/marketplace/payee`: whether the signed-in instructor can be paid out to: `{isNeeded, isReady}`. `isNeeded` says that the provider
 * wants to know them first; 404 for who is no instructor. The provider itself is asked sixty times an hour at most: then what it said last is answered.
 */
export function payeeRoute(engine: Engine, provider: PaymentProvider): Route<PayeeAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/payee',
    async handle(request) {
      const { instructor } = await ownInstructor(engine, request);
      if (!provider.payees) return { status: 200, body: { isNeeded: false, isReady: true } };
      const payee = await findPayee(engine.db, instructor, provider.name);
      let isReady = payee?.isReady ?? false;
      if (payee && !isReady && (await countAttempt(engine, { key: `payee:${instructor}`, max: 60, seconds: 3600 }))) {
        isReady = await ask(engine, provider.payees.isReady(payee.account));
        await noteReady(engine.db, { instructor, provider: provider.name, isReady, nowMs: engine.clock.nowMs() });
      }
      return { status: 200, body: { isNeeded: true, isReady } };
    },
  };
}

/**
 * `POST /api/marketplace/payee/onboarding`: where the signed-in instructor tells the provider who they are and where the money goes: `{url}`, good
 * for minutes. 400 `needs_recent_sign_in` at `account` when the last sign-in is over ten minutes ago. 404 where the provider needs no such thing, and
 * for people who are no instructors. 503 `provider_unreachable` when it gives no answer. 429 after twenty in an hour.
 */
export function onboardingRoute(engine: Engine, provider: PaymentProvider): Route<OnboardingAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/payee/onboarding',
    async handle(request) {
      const { instructor, email, auth } = await ownInstructor(engine, request);
      const { payees, name } = provider;
      if (!payees) throw notFound();
      await requireFreshSignIn(engine, auth, { field: 'account', message: 'The setting up was not begun.' });
      await refuseTooManyAttempts(engine, { key: `payee-onboarding:${instructor}`, ...setUps });
      let payee = await findPayee(engine.db, instructor, name);
      if (!payee) {
        const account = await ask(engine, payees.create({ instructor, email }));
        await insertPayee(engine.db, { instructor, provider: name, account, nowMs: engine.clock.nowMs() });
        payee = await findPayee(engine.db, instructor, name);
      }
      const returnUrl = `${engine.publicUrl}${earningsPath}`;
      const url = await ask(engine, payees.onboardingLink({ account: payee?.account ?? '', returnUrl }));
      return { status: 200, body: { url } };
    },
  };
}

async function ownInstructor(engine: Engine, { auth }: RequestContext) {
  if (!auth) throw unauthorized();
  const own = await findOwnInstructor(engine.db, auth.id);
  if (!own) throw notFound();
  return { ...own, auth };
}

async function ask<Result>(engine: Engine, answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    engine.log.error({ err: error }, 'The payment provider gave no answer about an instructor’s account.');
    const message = 'The payment provider gives no answer. Try again in a moment.';
    throw new ApiError(503, message, { provider: { code: 'provider_unreachable', message } }, { retryAfterMs: 30_000 });
  }
}
