import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStripeProvider } from './create-stripe-provider.ts';

/** Answers as Stripe does, by its documented shapes: events a hundred a page, and a refusal of what was asked. */
let stripe: Server;
let apiBase: string;
let refusal: { status: number; body: object };
const events = Array.from({ length: 250 }, (_, index) => ({
  id: `evt_${index}`,
  object: 'event',
  created: 250 - index,
}));

beforeAll(async () => {
  stripe = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe');
    if (pathname === '/v1/events') return sendPage(response, searchParams);
    response.writeHead(refusal.status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal.body));
  });
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
  apiBase = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`;
});
afterAll(() => stripe.close());

function sendPage(response: ServerResponse, asked: URLSearchParams): void {
  const from = events.findIndex(({ id }) => id === asked.get('starting_after')) + 1;
  const data = events.slice(from, from + Math.min(100, Number(asked.get('limit') ?? 10)));
  const has_more = from + data.length < events.length;
  const page = { object: 'list', url: '/v1/events', has_more, data };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
}

const provider = () =>
  createStripeProvider({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1', apiBase });

describe('Stripe', () => {
  test('is asked for its events to the last page', async () => {
    const read = await provider().events?.since(0);
    expect(read?.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  const known = { payment: 'p1', reference: '', method: 'card', amountCents: 20, nowMs: 0, expiresAtMs: 0 } as const;
  const tooSmall = {
    type: 'invalid_request_error',
    code: 'amount_too_small',
    message: 'Amount must be at least 50 cents',
  };

  test('that refuses a charge has refused it for good, however it was asked for', async () => {
    refusal = { status: 400, body: { error: tooSmall } };
    const failed = { status: 'failed', failureCode: 'amount_too_small' };
    expect(await provider().charge({ ...known, cardNumber: '' })).toEqual(failed);
    expect(await provider().lookUp(known)).toEqual(failed);
    expect(await provider().cancel?.(known)).toEqual(failed);
  });

  test('that is not well has refused nothing', async () => {
    refusal = { status: 503, body: { error: { type: 'api_error', message: 'We are busy.' } } };
    await expect(provider().charge({ ...known, cardNumber: '' })).rejects.toThrow('We are busy.');
  });
});
