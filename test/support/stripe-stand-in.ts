import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { StripeOptions } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import { freePort } from '../../bin/lib/free-port.mjs';

/** How a call goes wrong: nobody listens; cut before or after it was done; done, and never answered; and answers that are none. */
export const troubles = ['refused', 'unheard', 'torn', 'silent', 'broken', 'busy', 'markup', 'empty'] as const;
export type Trouble = (typeof troubles)[number];

export type Thing = Record<string, unknown> & { id: string };
type Asked = { call: string; key: string };

export type StripeStandIn = {
  options: StripeOptions;
  /** What was made, however often it was asked for. */
  made: (kind: string) => Thing[];
  /** Puts something there that people made in Stripe's own pages. */
  put: (kind: string, thing: object) => Thing;
  /** Every call that arrived, such as `POST /v1/refunds`, with its idempotency key. */
  asked: Asked[];
  /** What `GET /v1/events` tells, a page of one event each. */
  events: Thing[];
  /** What `GET /v1/balance_transactions` tells, by type and since an instant, all at once. */
  moved: Array<Thing & { type: string; created: number }>;
  /** The next call whose name begins so goes wrong, or the one after so many. */
  spoil: (call: string, trouble: Trouble, after?: number) => Promise<void>;
  /** Whether what was to go wrong did. */
  wasSpoilt: () => boolean;
  /** Everything goes well again; tells whether something went wrong. */
  mend: () => Promise<boolean>;
  close: () => Promise<void>;
};

const prefixes: Record<string, string> = {
  payment_intents: 'pi',
  refunds: 're',
  transfers: 'tr',
  accounts: 'acct',
  account_links: 'link',
  disputes: 'dp',
  customers: 'cus',
  customer_sessions: 'cuss',
};

/** The fields of a request that a list can be asked by. */
const filters = ['payment_intent', 'charge', 'transfer_group', 'customer'];

/** How a new thing stands. */
const firstly: Record<string, object> = {
  payment_intents: { status: 'requires_payment_method', client_secret: 'pi_secret' },
  refunds: { status: 'pending' },
  accounts: { payouts_enabled: true, capabilities: { transfers: 'active' } },
  customer_sessions: { client_secret: 'cuss_secret' },
  account_links: { url: 'https://connect.stripe.example/setup' },
};

/** How what plays Stripe's part goes on where it is more than a stand-in. */
export type StripeRules = {
  /** Answers a call in its place. */
  answer?: (method: string, url: URL) => object | undefined;
  /** Something new is asked for: refuses it with an error, or adds to it. */
  make?: (kind: string, thing: Thing, form: URLSearchParams) => object | undefined;
  /** Whether what was done is never answered. */
  isLost?: (thing: object) => boolean;
};

/** Plays Stripe’s part with what `emulate` has not: refunds, idempotency keys that are kept, and calls that go wrong in a chosen way. */
export async function startStripeStandIn(rules: StripeRules = {}): Promise<StripeStandIn> {
  const port = await freePort();
  const things = new Map<string, Thing>();
  const kinds = new Map<string, string>();
  const answers = new Map<string, Thing>();
  const asked: Asked[] = [];
  const events: Thing[] = [];
  const moved: StripeStandIn['moved'] = [];
  let spoilt: { call: string; trouble: Trouble; after: number } | undefined;
  let isSpoilt = false;
  let server: Server;

  function madeOf(kind: string): Thing[] {
    return [...things.values()].filter(({ id }) => kinds.get(id) === kind);
  }

  function make(kind: string, key: string, form: URLSearchParams): object {
    const id = `${prefixes[kind]}_${things.size + 1}`;
    const metadata: Record<string, string> = {};
    for (const [name, value] of form) {
      const inside = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      if (inside) metadata[inside] = value;
    }
    const named = Object.fromEntries(filters.flatMap((name) => (form.has(name) ? [[name, form.get(name)]] : [])));
    const thing = { ...named, id, amount: Number(form.get('amount')), currency: 'sgd', metadata, ...firstly[kind] };
    const refusal = rules.make?.(kind, thing, form);
    if (refusal) return { error: { type: 'invalid_request_error', ...refusal } };
    things.set(id, thing);
    kinds.set(id, kind);
    // What is told again by a key is what was told at first, whatever became of it.
    if (key !== '') answers.set(key, { ...thing });
    return thing;
  }

  function put(kind: string, given: object): Thing {
    const thing = { id: `${prefixes[kind]}_${things.size + 1}`, currency: 'sgd', metadata: {}, ...given };
    things.set(thing.id, thing);
    kinds.set(thing.id, kind);
    return thing;
  }

  function chargeOf(id: string): object | undefined {
    const isIts = (charge: unknown) =>
      typeof charge === 'object' && charge !== null && 'id' in charge && charge.id === id;
    const intent = madeOf('payment_intents').find(({ latest_charge: charge }) => isIts(charge));
    return intent && { id, object: 'charge', payment_intent: intent.id };
  }

  // Of a charge no more goes back than came in; what failed counts for nothing.
  function refusalOf(form: URLSearchParams): object | undefined {
    const charged = things.get(form.get('payment_intent') ?? '');
    if (charged?.status !== 'succeeded') return undefined;
    const isIts = (each: Thing) => each.payment_intent === charged.id;
    const refused = (code: string) => ({
      error: { type: 'invalid_request_error', code, message: 'It is not refunded.' },
    });
    const taken = madeOf('disputes').filter((each) => isIts(each) && each.status !== 'won');
    if (taken.some(({ status }) => status !== 'lost')) return refused('charge_disputed');
    const before = madeOf('refunds').filter((each) => isIts(each) && each.status !== 'failed');
    const cents = [...taken, ...before].reduce((sum, { amount }) => sum + Number(amount), Number(form.get('amount')));
    return cents <= Number(charged.amount) ? undefined : refused('charge_already_refunded');
  }

  function answerTo(method: string, url: URL, key: string, form: URLSearchParams): object {
    const [, , kind = '', id = '', verb = ''] = url.pathname.split('/');
    if (kind === 'events') {
      const after = events.findIndex((event) => event.id === url.searchParams.get('starting_after'));
      return { object: 'list', data: events.slice(after + 1, after + 2), has_more: after + 2 < events.length };
    }
    if (kind === 'balance_transactions') {
      const [type, since] = [url.searchParams.get('type'), Number(url.searchParams.get('created[gte]'))];
      const before = Number(url.searchParams.get('created[lt]') ?? Number.POSITIVE_INFINITY);
      const data = moved.filter(
        (each) => (type === null || each.type === type) && each.created >= since && each.created < before,
      );
      // A page of two where all types are read.
      const after = data.findIndex(({ id: name }) => name === url.searchParams.get('starting_after')) + 1;
      if (type === null)
        return { object: 'list', data: data.slice(after, after + 2), has_more: after + 2 < data.length };
      return { object: 'list', data, has_more: false };
    }
    if (kind === 'charges')
      return chargeOf(id) ?? { error: { type: 'invalid_request_error', code: 'resource_missing' } };
    if (method === 'GET' && id === '') {
      const asked = filters.filter((name) => url.searchParams.has(name));
      const data = madeOf(kind).filter((each) => asked.every((name) => each[name] === url.searchParams.get(name)));
      return { object: 'list', data, has_more: false };
    }
    const known = things.get(id);
    const customer = form.get('customer');
    if (customer && !things.has(customer))
      return { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such customer.' } };
    if (known && customer) known.customer = customer;
    if (known && verb === 'cancel') known.status = 'canceled';
    if (known && method === 'DELETE') return { id, deleted: things.delete(id) };
    if (known) return known;
    if (method === 'POST' && id === '') {
      const before = answers.get(key);
      return before ?? (kind === 'refunds' ? refusalOf(form) : undefined) ?? make(kind, key, form);
    }
    return { error: { type: 'invalid_request_error', message: 'There is no such call here.' } };
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe.example');
    const call = `${request.method} ${url.pathname}`;
    const key = String(request.headers['idempotency-key'] ?? '');
    const form = new URLSearchParams(await text(request));
    asked.push({ call, key });
    const isIt = spoilt !== undefined && call.startsWith(spoilt.call) && spoilt.after-- === 0;
    const trouble = isIt ? spoilt?.trouble : undefined;
    isSpoilt ||= isIt;
    // Stripe's client asks once more by itself where a connection was cut before an answer began.
    if (isIt) spoilt = trouble === 'unheard' && spoilt ? { ...spoilt, after: 0 } : undefined;
    if (trouble === 'unheard') return void request.socket.destroy();
    if (trouble === 'broken') return send(response, 500, '{"error":{"type":"api_error","message":"Broken."}}');
    if (trouble === 'busy')
      return send(response, 409, '{"error":{"type":"invalid_request_error","code":"idempotency_key_in_use"}}');
    const answer = rules.answer?.(request.method ?? '', url) ?? answerTo(request.method ?? '', url, key, form);
    if (trouble === 'silent') return;
    const body = JSON.stringify(answer);
    if (trouble === 'torn' || rules.isLost?.(answer)) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.write(body.slice(0, body.length / 2), () => request.socket.destroy());
      return;
    }
    const nonsense: Partial<Record<Trouble, string>> = { markup: '<html>Gateway</html>', empty: '{}' };
    send(response, 'error' in answer ? 400 : 200, (trouble && nonsense[trouble]) ?? body);
  }

  async function open(): Promise<void> {
    server = createServer((request, response) => {
      take(request, response).catch(() => request.socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }

  await open();
  return {
    options: {
      secretKey: 'sk_test_stand_in',
      publishableKey: 'pk_test_stand_in',
      webhookSecret: 'whsec_stand_in',
      apiBase: `http://127.0.0.1:${port}`,
      patienceMs: 400,
    },
    made: madeOf,
    put,
    asked,
    events,
    moved,
    async spoil(call, trouble, after = 0) {
      isSpoilt = trouble === 'refused';
      if (trouble === 'refused') await close();
      else spoilt = { call, trouble, after };
    },
    wasSpoilt: () => isSpoilt,
    async mend() {
      if (!server.listening) await open();
      spoilt = undefined;
      return isSpoilt;
    },
    close,
  };
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
