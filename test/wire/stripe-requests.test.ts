import { afterAll, describe, expect, test } from 'vitest';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { startStripeMock } from '#support/stripe-peers.ts';

const mock = await startStripeMock();
afterAll(() => mock?.stop());

// To install it: GOBIN=$PWD/.cache/bin go install github.com/stripe/stripe-mock@v0.197.0, or STRIPE_MOCK=/path.
const without = mock ? '' : ' (left out: stripe-mock is not installed here)';
describe.skipIf(!mock)(`each request that we make is one that Stripe’s description knows${without}`, () => {
  const provider = () =>
    createStripeProvider({
      secretKey: 'sk_test_123',
      publishableKey: 'pk_test_123',
      webhookSecret: 'whsec_1',
      apiBase: mock?.url ?? '',
    });
  const known = { payment: 'p1', reference: 'pi_1', amountCents: 6600, nowMs: 0, expiresAtMs: 0 };

  test.each(['card', 'paynow'] as const)('a charge by %s, looked up and cancelled', async (method) => {
    const charge = await provider().charge({ ...known, method, cardNumber: '' });
    expect(charge).toMatchObject({ status: 'requires_action', clientSecret: expect.stringMatching(/./) });
    expect(await provider().lookUp({ ...known, method })).toMatchObject({ reference: expect.stringMatching(/^pi_/) });
    expect(await provider().cancel?.({ ...known, method })).toBeDefined();
  });

  test('a refund, and how it stands', async () => {
    const order = {
      refund: 'r1',
      payment: 'p1',
      paymentReference: 'pi_1',
      method: 'card',
      amountCents: 100,
      nowMs: 0,
      isRepeat: false,
    };
    expect(await provider().refund({ ...order, reference: '' })).toMatchObject({ status: 'paid' });
    expect(await provider().refund({ ...order, reference: 're_1' })).toMatchObject({ status: 'paid' });
  });

  test('an instructor’s account, its setting up, and money to it', async () => {
    const { payees, transfer } = provider();
    const order = { transfer: 't1', amountCents: 5940, nowMs: 0, round: 0, isRepeat: false };
    const account = (await payees?.create({ instructor: 'i1', email: 'teacher@kerbside.example' })) ?? '';
    expect(account).toMatch(/^acct_/);
    const link = await payees?.onboardingLink({ account, returnUrl: 'https://kerbside.example/dashboard/earnings' });
    expect(link).toMatch(/^https:/);
    expect(typeof (await payees?.isReady(account))).toBe('boolean');
    expect(await transfer({ ...order, account })).toMatchObject({ status: 'paid' });
    expect(await transfer({ ...order, account: '' })).toEqual({
      status: 'failed',
      failureCode: 'no_payout_account',
    });
  });

  test('a customer of saved cards, the form of a payment with them, and their end', async () => {
    const { cards } = provider();
    const customer = (await cards?.create({ user: 'u1', key: 'p1' })) ?? '';
    expect(customer).toMatch(/^cus_/);
    expect(await cards?.open({ customer, paymentReference: 'pi_1' })).toMatch(/./);
    await cards?.forget(customer);
  });

  test('[26.4] [26.8] refunds of a payment or a charge, the payment of a charge, and a dispute', async () => {
    const { events } = provider();
    for (const of of [{ paymentReference: 'pi_1' }, { charge: 'ch_1' }]) {
      const [told] = (await events?.refundsOf(of)) ?? [];
      expect(told).toMatchObject({ id: expect.stringMatching(/^re_/), cents: expect.any(Number) });
    }
    expect(typeof (await events?.paymentOf('ch_1'))).toBe('string');
    expect(await events?.dispute('dp_1')).toMatchObject({ id: expect.stringMatching(/^(dp|du)_/) });
  });

  test('what Stripe took for its services', async () => {
    for (const told of (await provider().chargesSince?.(1_700_000_000_000)) ?? []) {
      expect(told).toMatchObject({ id: expect.stringMatching(/^txn_/), cents: expect.any(Number), currency: 'usd' });
    }
  });

  test('[26.15] all that moved on its balance, with what it is of', async () => {
    for await (const moves of provider().movesBetween?.(1_700_000_000_000, 1_800_000_000_000) ?? []) {
      for (const move of moves) expect(move).toMatchObject({ id: expect.any(String), cents: expect.any(Number) });
      break;
    }
  });

  test('what Stripe charged for a payment, and for a refund, as far as it says', async () => {
    for (const of of [
      { kind: 'payment', reference: 'pi_1' } as const,
      { kind: 'refund', reference: 're_1' } as const,
    ]) {
      const told = await provider().feeOf?.(of);
      const card = of.kind === 'payment' ? { cardLast4: '4242' } : {};
      if (told) expect(told).toEqual({ cents: expect.any(Number), currency: expect.any(String), ...card });
    }
  });
});
