import fc from 'fast-check';
import { compareWithProvider } from '#marketplace/money/outside/compare-outside.ts';
import { readProviderMoves } from '#marketplace/money/outside/read-provider-moves.ts';
import type { PaymentProvider } from '#marketplace/money/payments/payment-provider.ts';
import { openStripe } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import type { ProviderNews } from '../histories/moody-provider.ts';
import type { TestApp } from '../start-app.ts';
import type { StripeStandIn } from '../stripe-stand-in.ts';
import { hashOf, type News } from './stripe-lists.ts';
import type { StripeWorld } from './stripe-world.ts';

const nth = fc.nat(40);

/** What Stripe, its dashboard's people and the network do by themselves. */
export const outsideStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('hear' as const), nth, isTwice: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refund_there' as const), nth, isPart: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), nth, isPart: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end_dispute' as const), nth, isWon: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pay_again' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('stripe_fee' as const), cents: fc.integer({ min: 1, max: 5000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('to_bank' as const), cents: fc.integer({ min: 1, max: 50_000 }) }),
  },
);
export type OutsideStep = typeof outsideStep extends fc.Arbitrary<infer Step> ? Step : never;

const hourMs = 3_600_000;

const pick = (names: readonly string[], which: number) => names[which % Math.max(1, names.length)] ?? '';

/** Joins the product with a Stripe that has a balance: brings the news, lets payers pay, and compares. */
export class StripeWalk {
  readonly #app: TestApp;
  readonly #world: StripeWorld;
  readonly #standIn: StripeStandIn;
  readonly #provider: PaymentProvider;
  readonly #catchUp: () => Promise<void>;
  /** What people sent by hand: it left the operator's own bank. */
  #byHandCents = 0;

  constructor(
    app: TestApp,
    parts: { world: StripeWorld; standIn: StripeStandIn; provider: PaymentProvider; catchUp: () => Promise<void> },
  ) {
    this.#app = app;
    this.#world = parts.world;
    this.#standIn = parts.standIn;
    this.#provider = parts.provider;
    this.#catchUp = parts.catchUp;
  }

  /** A payment was asked for, and its payer types a card in at Stripe. */
  async typeCard(payment: string, cardNumber: string): Promise<void> {
    if (cardNumber === '4000000000000002') this.#world.decline(payment);
    else if (cardNumber === '4242424242424242') this.#world.pay(payment);
    await this.bringNews();
  }

  /** A payer confirms at their bank. */
  async payAtBank(payment: string): Promise<boolean> {
    const isPaid = this.#world.pay(payment);
    await this.bringNews();
    return isPaid;
  }

  /** What Stripe's side of a history's step is. */
  async happen(news: ProviderNews): Promise<void> {
    if (news.kind === 'refund') this.#world.endRefund(news.refund, news.isPaid);
    if (news.kind === 'payout_returned') this.#world.reverse(news.payout, false);
    if (news.kind === 'dispute') this.#world.dispute(news.dispute, news.payment, news.amountCents);
    if (news.kind === 'dispute_ended') this.#world.endDispute(news.dispute, news.isWon);
    await this.bringNews();
  }

  async run(step: OutsideStep): Promise<void> {
    const world = this.#world;
    switch (step.kind) {
      case 'hear':
        await this.#hear(step);
        break;
      case 'refund_there':
        world.refundThere(pick(world.refundable(), step.nth), step.isPart);
        break;
      case 'reverse':
        world.reverse(pick(world.transferred(), step.nth), step.isPart);
        break;
      case 'pay_again':
        world.payAgain(pick(world.refundable(), step.nth));
        break;
      case 'end_dispute':
        world.endDispute(pick(world.disputed(), step.nth), step.isWon);
        break;
      default:
        world.take(step.kind === 'to_bank' ? 'payout' : 'stripe_fee', step.cents);
    }
    await this.bringNews();
  }

  /** One of the news arrives out of order, or one that was heard already arrives again. */
  async #hear({ nth: which, isTwice }: { nth: number; isTwice: boolean }): Promise<void> {
    const unheard = this.#world.news.all.filter(({ isHeard }) => !isHeard);
    const all = unheard.length > 0 ? unheard : this.#world.news.all;
    const one = all[which % Math.max(1, all.length)];
    for (let times = isTwice ? 2 : 1; one && times > 0; times -= 1) await this.#deliver(one);
  }

  /** The time goes on, and what Stripe tells meanwhile arrives when it does. */
  async setClock(toMs: number): Promise<void> {
    const { clock } = this.#app;
    for (const one of this.#world.news.due(toMs).toSorted((first, other) => first.dueMs - other.dueMs)) {
      if (one.dueMs > clock.nowMs()) clock.set(new Date(one.dueMs).toISOString());
      if (one.isLost) await this.#catchUp();
      else await this.#deliver(one);
    }
    clock.set(new Date(toMs).toISOString());
  }

  /** Brings what is due by now, in no order, some of it twice; what gets lost is found in the list of events. */
  async bringNews(): Promise<void> {
    const due = this.#world.news.due(this.#app.clock.nowMs()).filter(({ isLost }) => !isLost);
    for (const one of due.toSorted((first, other) => hashOf(first.id) - hashOf(other.id))) {
      await this.#deliver(one);
      if (hashOf(`twice ${one.id}`) % 5 === 0) await this.#deliver(one);
    }
  }

  /** Somebody sent so much by hand. */
  noteByHand(cents: number): void {
    this.#byHandCents += cents;
  }

  /** All that was not heard is heard, and all that is due is done. */
  async settle(): Promise<void> {
    const { clock, app } = this.#app;
    // The longest news are late, and the longest pause before something is asked for once more.
    for (let round = 0; round < 16; round += 1) {
      // Some are made meanwhile, of money that came too late.
      if (round < 8) this.#world.endRefunds();
      await this.setClock(clock.nowMs() + 9 * hourMs);
      await app.sweepers.runDue();
    }
  }

  /** What differs between the books and the balance, and is not because something was not heard or asked for yet. */
  async findUnexplained(): Promise<string[]> {
    const { differences, ...sums } = await this.#compare();
    const [open, asked] = [new Set(await this.#openHere()), await this.#askedAbout()];
    const found = differences.filter(({ reference, part, kind }) => {
      // What Stripe takes for its services, and for a refund that it says no more of, is read by the hour.
      if (kind === 'stripe_fee' || (part === 'fee' && kind.startsWith('refund'))) return false;
      const isOpen = open.has(reference) || open.has(this.#world.payoutOf(reference)) || asked.has(reference);
      return !isOpen && !this.#world.isOpen(reference);
    });
    const total = this.#world.balance.cents();
    return [
      ...found.map((difference) => JSON.stringify(difference)),
      ...(sums.thereCents === total ? [] : [`${sums.thereCents} cents were read, and ${total} are there`]),
      ...(await this.#findElsewhere(sums.hereCents)),
      ...this.#world.findTwice(),
    ];
  }

  /** What differs when everything was heard, but for what finance was asked about and nobody has settled. */
  async findDifferences(): Promise<string[]> {
    const [{ differences }, asked] = [await this.#compare(), await this.#askedAbout()];
    const found = differences.filter(({ reference }) => !asked.has(reference));
    return found.map((difference) => JSON.stringify(difference));
  }

  async #askedAbout(): Promise<Set<string>> {
    const cases = `select reference from provider_cases where status = 'open'`;
    return new Set((await this.#app.db.query<{ reference: string }>(cases)).map(({ reference }) => reference));
  }

  async #compare() {
    const nowMs = this.#app.clock.nowMs();
    await readProviderMoves(this.#app.db, this.#provider, nowMs);
    const proof = await compareWithProvider(this.#app.db, this.#provider, nowMs);
    return proof ?? { differences: [], hereCents: 0, thereCents: this.#world.balance.cents() };
  }

  /** Fees that are not booked, and refunds and payouts whose answer is missing: they are asked for again. */
  async #openHere(): Promise<string[]> {
    const rows = await this.#app.db.query<{ name: string }>(
      `select reference as name from provider_fees where status = 'due'
       union all select id from payouts where status in ('planned', 'sent')`,
    );
    return rows.map(({ name }) => name);
  }

  /** Money of provider_clearing that is neither at Stripe nor left the operator's own bank. */
  async #findElsewhere(atStripeCents: number): Promise<string[]> {
    const [row] = await this.#app.db.query<{ cents: number }>(
      `select coalesce((select ledger_balance(a) from ledger_accounts a where a.id = 'provider_clearing'), 0)::double precision as cents`,
    );
    const restCents = (row?.cents ?? 0) - atStripeCents + this.#byHandCents;
    return restCents === 0 ? [] : [`${restCents} cents of provider_clearing are nowhere`];
  }

  async #deliver(one: News): Promise<void> {
    const { id, type, created, object } = one;
    const payload = JSON.stringify({ id, object: 'event', type, created, data: { object } });
    const header = openStripe(this.#standIn.options).webhooks.generateTestHeaderString({
      payload,
      secret: this.#standIn.options.webhookSecret,
      timestamp: Math.floor(this.#app.clock.nowMs() / 1000),
    });
    const answer = await fetch(`${this.#app.url}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
      body: payload,
    });
    if (!answer.ok) throw new Error(`${type} was answered ${answer.status}: ${await answer.text()}`);
    one.isHeard = true;
  }
}
