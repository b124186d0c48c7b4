import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { makeInstructor, startApp, type TestApp } from '#support/start-app.ts';
import { type StripeStandIn, startStripeStandIn } from '#support/stripe-stand-in.ts';

let app: TestApp;
let stripe: StripeStandIn;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  // What is provoked here is an error to whoever reads the log.
  app = await startApp({ stripe: stripe.options, log: createLogger('silent') });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

test('one instructor has the payment provider asked sixty times an hour, and is sent there twenty times', async () => {
  const { client } = await makeInstructor(app);
  const headers = { authorization: client.authStore.token };
  const ask = async (path: string, method: string) =>
    (await fetch(`${app.url}/api/marketplace/payee${path}`, { method, headers })).status;
  const begun: number[] = [];
  for (let time = 0; time < 21; time++) begun.push(await ask('/onboarding', 'POST'));
  expect([begun.filter((status) => status === 200).length, begun.at(-1)]).toEqual([20, 429]);
  const [account] = stripe.made('accounts');
  Object.assign(account ?? {}, { payouts_enabled: false });
  for (let time = 0; time < 62; time++) expect(await ask('', 'GET')).toBe(200);
  expect(stripe.asked.filter(({ call }) => call.startsWith('GET /v1/accounts/'))).toHaveLength(60);
});
