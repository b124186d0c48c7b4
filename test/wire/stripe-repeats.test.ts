import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStripeProvider } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';

/**
 * Plays the two calls of Stripe's that move money out, as its documentation tells of them: the answer to a key, also a refusal, is repeated
 * for a day, and forgotten after that.
 */
let server: Server;
let made: Array<{ path: string; id: string; fields: Record<string, string> }> = [];
let answers = new Map<string, { status: number; body: string }>();
let isPoor = false;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { status, body } = await answer(request);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  [made, answers, isPoor] = [[], new Map(), false];
});

async function answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://stripe');
  if (request.method === 'GET') {
    const data = made
      .filter(
        (one) =>
          one.path === path &&
          [...searchParams].every(([name, value]) => name === 'limit' || one.fields[name] === value),
      )
      .map(objectOf);
    return { status: 200, body: JSON.stringify({ object: 'list', data, has_more: false }) };
  }
  const key = String(request.headers['idempotency-key']);
  const known = answers.get(key);
  if (known) return known;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
  const given = isPoor ? refusal() : { status: 200, body: JSON.stringify(objectOf(add(path, fields))) };
  answers.set(key, given);
  return given;
}

function add(path: string, fields: Record<string, string>) {
  const one = { path, id: `made_${made.length}`, fields };
  made.push(one);
  return one;
}

function objectOf({ id, fields }: (typeof made)[number]) {
  const metadata = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith('metadata[') ? [[name.slice(9, -1), value]] : [],
    ),
  );
  return { id, metadata, status: 'succeeded', reversed: false };
}

function refusal() {
  const error = { type: 'invalid_request_error', code: 'balance_insufficient', message: 'There is not enough.' };
  return { status: 400, body: JSON.stringify({ error }) };
}

const provider = () =>
  createStripeProvider({
    secretKey: 'sk_test_123',
    publishableKey: 'pk_test_123',
    webhookSecret: 'whsec_123',
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });

const payout = { transfer: 'payout1', account: 'acct_1', amountCents: 5940, round: 0, isRepeat: false, nowMs: 0 };
const refund = {
  refund: 'refund1',
  reference: '',
  payment: 'payment1',
  paymentReference: 'pi_1',
  method: 'card',
  amountCents: 6600,
  isRepeat: false,
  nowMs: 0,
};

test('a payout whose answer was lost is paid once, also when Stripe has forgotten its key', async () => {
  await provider().transfer(payout);
  answers.clear();
  expect(await provider().transfer({ ...payout, isRepeat: true })).toEqual({ status: 'paid', reference: 'made_0' });
  expect(made).toHaveLength(1);
});

test('a refund whose answer was lost is paid once, also when Stripe has forgotten its key; another of the payment is its own', async () => {
  await provider().refund(refund);
  answers.clear();
  expect(await provider().refund({ ...refund, isRepeat: true })).toEqual({ status: 'paid', reference: 'made_0' });
  await provider().refund({ ...refund, refund: 'refund2', isRepeat: true });
  expect(made.map(({ fields }) => fields['metadata[refund]'])).toEqual(['refund1', 'refund2']);
});

test('a payout that was refused for want of money goes out when staff send it again, on the same day', async () => {
  isPoor = true;
  expect(await provider().transfer(payout)).toEqual({ status: 'failed', failureCode: 'balance_insufficient' });
  isPoor = false;
  expect(await provider().transfer({ ...payout, round: 1, isRepeat: true })).toMatchObject({ status: 'paid' });
  expect(made).toHaveLength(1);
});
