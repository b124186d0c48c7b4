import { expect, type Page } from '@playwright/test';
import { freePort } from '../../bin/lib/free-port.mjs';
import { openStripe } from '../../src/marketplace/money/payments/stripe/create-stripe-provider.ts';
import { type Peer, startEmulate } from '../support/stripe-peers.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { asSuperuser, holdLesson, setScene, testWithServer } from './support/own-server.ts';
import { becomeNewLearner } from './support/sign-in.ts';

const keys = {
  secretKey: 'sk_test_emulate',
  publishableKey: 'pk_test_emulate',
  webhookSecret: 'whsec_kerbside_browser_test',
};
let peer: Peer;

const test = testWithServer(async (port, atEnd) => {
  const at = await freePort();
  peer = await startEmulate(at, { url: `http://127.0.0.1:${port}/api/stripe/webhook`, secret: keys.webhookSecret });
  atEnd(() => peer.stop());
  return {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: peer.url,
  };
});

/**
 * Stands in for Stripe's script, which no test can load: it notes how it is called, draws a wallet's button and a box where the form would be, refuses
 * the first try, and leads through the bank's page at the second.
 */
const standIn = `
  const calls = JSON.parse(sessionStorage.getItem('stripe-calls') ?? '[]');
  const note = (...call) => {
    calls.push(call);
    sessionStorage.setItem('stripe-calls', JSON.stringify(calls));
  };
  window.Stripe = Object.assign((key) => ({
    _registerWrapper() {},
    elements({ customerSessionClientSecret }) {
      note('elements', key, /^cuss_/.test(customerSessionClientSecret) ? 'with saved cards' : 'without');
      return {
        create(kind) {
          note('create', kind);
          if (kind === 'payment') return { mount: (place) => { place.textContent = 'Card fields of Stripe'; } };
          const heard = {};
          return {
            on: (event, run) => { heard[event] = run; },
            mount(place) {
              const button = document.createElement('button');
              Object.assign(button, { type: 'button', textContent: 'Wallet of this phone', onclick: () => heard.confirm({}) });
              place.append(button);
              heard.ready({ availablePaymentMethods: { googlePay: true } });
            },
            destroy() {},
          };
        },
        getElement: () => null,
      };
    },
    async confirmPayment({ confirmParams, redirect }) {
      const isFirst = !calls.some(([name]) => name === 'confirmPayment');
      note('confirmPayment', redirect);
      if (isFirst) return { error: { message: 'Your card has insufficient funds.' } };
      const back = new URL(confirmParams.return_url);
      back.searchParams.set('redirect_status', 'succeeded');
      location.href = back.href;
      return new Promise(() => {});
    },
  }), { version: 'basil' });`;

const callsOf = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(sessionStorage.getItem('stripe-calls') ?? '[]'));

test('Stripe’s form: a refused card is said, the phone’s wallet pays instead, the bank’s page leads back, and the lesson is booked', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: standIn }),
  );
  const { instructor } = await setScene(page.request);
  const { token } = await becomeNewLearner(page, 'Tan Mei Ling');
  const lesson = await holdLesson(page.request, { instructor, token });
  await page.goto(`/dashboard/book-lesson?lesson=${lesson}`);

  // No card number is typed into a page of ours.
  await expect(page.getByText(/^Next, enter your card details with Stripe/)).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue to pay S$66.00' }).click();
  await expect(page.getByText('Card fields of Stripe')).toBeVisible();
  await expectNoSidewaysScroll(page);

  const pay = page.getByRole('button', { name: 'Pay S$66.00' });
  await pay.click();
  await expect(page.getByText(/Your card has insufficient funds\./)).toBeVisible();
  await page.getByRole('button', { name: 'Wallet of this phone' }).click();
  await expect(page).toHaveURL(/redirect_status=succeeded/);
  await expect(page.getByText('Card fields of Stripe')).toBeVisible();
  expect(await callsOf(page)).toEqual([
    ['elements', keys.publishableKey, 'with saved cards'],
    ['create', 'expressCheckout'],
    ['create', 'payment'],
    ['confirmPayment', 'if_required'],
    ['confirmPayment', 'if_required'],
    ['elements', keys.publishableKey, 'with saved cards'],
    ['create', 'expressCheckout'],
    ['create', 'payment'],
  ]);

  // Stripe says that the money is there; the page goes on by itself.
  const [payment] = await asSuperuser<{ providerReference: string }>(page.request, 'payments', `lesson = '${lesson}'`);
  const stripe = openStripe({ ...keys, apiBase: peer.url });
  await stripe.paymentIntents.confirm(payment?.providerReference ?? '', { payment_method: 'pm_card_visa' });
  await expect(page).toHaveURL(`/dashboard/lessons/${lesson}?confirmed`);
});
