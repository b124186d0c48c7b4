import type { StripeRules, Thing } from '../stripe-stand-in.ts';
import { hashOf, StripeBalance, StripeNews, type WorldMove } from './stripe-lists.ts';
import { chargeOf, type Dispute, type Intent, metadataOf, type Refund, type Transfer } from './stripe-things.ts';

/**
 * Stripe with a balance of its own, whether the product hears of what moves it or not. Answers get lost, news are late, come twice, out of order, or never but in the list of events; all of that is decided by ids.
 */
export class StripeWorld {
  readonly balance: StripeBalance;
  readonly news: StripeNews;
  readonly #intents = new Map<string, Intent>();
  readonly #refunds = new Map<string, Refund>();
  readonly #transfers = new Map<string, Transfer>();
  readonly #disputes = new Map<string, Dispute>();
  readonly #answered = new Set<string>();
  #made = 0;

  constructor(nowMs: () => number) {
    this.balance = new StripeBalance(nowMs);
    this.news = new StripeNews(nowMs);
  }

  /** What its stand-in goes by. */
  readonly rules: StripeRules = {
    make: (kind, thing, form) => {
      if (kind === 'payment_intents') return this.#makeIntent(thing as Intent);
      if (kind === 'refunds') return this.#makeRefund(thing as Refund, form.get('payment_intent') ?? '');
      if (kind === 'transfers') return this.#makeTransfer(thing as Transfer, form.get('transfer_group') ?? '');
      return undefined;
    },
    answer: (method, url) => this.#answer(method, url),
    isLost: (thing) => {
      const { id = '' } = thing as Partial<Thing>;
      const canBeLost = this.#refunds.has(id) || this.#transfers.has(id);
      if (!canBeLost || this.#answered.has(id)) return false;
      this.#answered.add(id);
      return hashOf(`lost ${id}`) % 6 === 0;
    },
  };

  /** The payer pays by card or PayNow, of some a part comes in alone; nothing where it can't be paid any more. */
  pay(payment: string): boolean {
    const intent = this.#intentOf(payment);
    if (intent?.status !== 'requires_payment_method') return false;
    this.#receive(intent, hashOf(`part ${payment}`) % 12 === 0 ? Math.ceil(intent.amount / 3) : intent.amount);
    return true;
  }

  /** A payment comes in a second time, by another intent that names it. */
  payAgain(payment: string): void {
    const intent = this.#intentOf(payment);
    if (intent?.status !== 'succeeded') return;
    this.#made += 1;
    const id = `pi_again_${this.#made}`;
    const { amount, currency, metadata } = intent;
    const second = { id, object: 'payment_intent', amount, currency, metadata, status: 'requires_payment_method' };
    this.#intents.set(id, second);
    this.#receive(second, amount);
  }

  #receive(intent: Intent, cents: number): void {
    const fee = Math.ceil(cents * 0.034) + 50;
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: cents,
      latest_charge: { id: `ch_${intent.id}`, object: 'charge', balance_transaction: { fee, currency: 'sgd' } },
    });
    this.balance.move('charge', cents, chargeOf(intent.id), fee);
    this.news.tell('payment_intent.succeeded', intent.id, intent);
  }

  /** A try to pay is declined. */
  decline(payment: string): void {
    const intent = this.#intentOf(payment);
    if (intent?.status !== 'requires_payment_method') return;
    const told = { ...intent, last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' } };
    this.news.tell('payment_intent.payment_failed', intent.id, told);
  }

  /** A refund that is under way arrives or fails, and one that arrived comes back; by our name of it. */
  endRefund(ours: string, isPaid: boolean): void {
    for (const refund of this.#refunds.values()) {
      if (metadataOf(refund).refund === ours) this.#endRefund(refund, isPaid);
    }
  }

  /** All refunds that are under way are decided. */
  endRefunds(): void {
    for (const refund of this.#refunds.values()) {
      if (refund.status === 'pending') this.#endRefund(refund, hashOf(refund.id) % 3 !== 0);
    }
  }

  /** The payments of which something can go back, by our names. */
  refundable(): string[] {
    const left = [...this.#intents.values()].filter((intent) => this.#leftOf(intent) > 0);
    return left.map((intent) => metadataOf(intent).payment ?? '');
  }

  /** The payouts that were transferred and not reversed whole, by our names. */
  transferred(): string[] {
    const live = [...this.#transfers.values()].filter(({ reversed }) => !reversed);
    return live.map((transfer) => metadataOf(transfer).payout ?? '');
  }

  disputed(): string[] {
    return [...this.#disputes.keys()];
  }

  /** Somebody refunds a payment in Stripe's own pages: so many cents of what is left, or all of it. */
  refundThere(payment: string, part: boolean): boolean {
    const intent = this.#intentOf(payment);
    const left = intent ? this.#leftOf(intent) : 0;
    if (!intent || left <= 0) return false;
    this.#made += 1;
    const id = `re_dashboard_${this.#made}`;
    const amount = part ? Math.ceil(left / 3) : left;
    const refund: Refund = {
      id,
      amount,
      status: 'succeeded',
      payment_intent: intent.id,
      currency: 'sgd',
      metadata: {},
    };
    this.#refunds.set(
      id,
      Object.assign(refund, { object: 'refund', balance_transaction: { fee: 0, currency: 'sgd' } }),
    );
    this.balance.move('refund', -amount, { id, object: 'refund' });
    this.news.tell('refund.created', id, refund);
    return true;
  }

  /** A transfer of ours is reversed, whole or in part. */
  reverse(payout: string, part: boolean): boolean {
    const transfer = [...this.#transfers.values()].find((one) => metadataOf(one).payout === payout && !one.reversed);
    if (!transfer) return false;
    const left = transfer.amount - transfer.amount_reversed;
    const cents = part ? Math.ceil(left / 3) : left;
    transfer.amount_reversed += cents;
    transfer.reversed = transfer.amount_reversed === transfer.amount;
    this.#made += 1;
    this.balance.move('transfer_refund', cents, {
      id: `trr_${this.#made}`,
      object: 'transfer_reversal',
      transfer: transfer.id,
    });
    this.news.tell('transfer.reversed', transfer.id, transfer);
    return true;
  }

  /** A payer's bank takes a payment back. */
  dispute(id: string, payment: string, cents: number): boolean {
    const intent = this.#intentOf(payment);
    if (intent?.status !== 'succeeded' || this.#disputes.has(id)) return false;
    const amount = Math.min(cents, Number(intent.amount_received));
    const moved = this.balance.move('adjustment', -amount, { id, object: 'dispute' }, 2000);
    // Of some the charge alone is named.
    const named = hashOf(`named ${id}`) % 4 === 0 ? null : intent.id;
    const dispute: Dispute = {
      ...{ id, object: 'dispute', amount, currency: 'sgd', status: 'needs_response', payment_intent: named },
      ...{ charge: `ch_${intent.id}`, metadata: {}, balance_transactions: [moved] },
    };
    this.#disputes.set(id, dispute);
    this.news.tell('charge.dispute.created', id, dispute);
    this.news.tell('charge.dispute.funds_withdrawn', id, dispute);
    return true;
  }

  /** Its bank decides; one that was lost may be won by another instance. */
  endDispute(id: string, isWon: boolean): boolean {
    const dispute = this.#disputes.get(id);
    const canEnd = dispute?.status === 'needs_response' || (dispute?.status === 'lost' && isWon);
    if (!dispute || !canEnd) return false;
    dispute.status = isWon ? 'won' : 'lost';
    if (isWon) {
      const back = this.balance.move('adjustment', dispute.amount, { id, object: 'dispute' });
      dispute.balance_transactions = [...(dispute.balance_transactions as WorldMove[]), back];
      this.news.tell('charge.dispute.funds_reinstated', id, dispute);
    }
    this.news.tell('charge.dispute.closed', id, dispute);
    return true;
  }

  /** Stripe takes something for its services, or the operator moves money to their own bank. */
  take(type: 'stripe_fee' | 'payout', cents: number): void {
    this.balance.move(type, -cents, null);
  }

  /** Whether something about a thing is not known to the product yet: news that were not heard, or how a refund ends. */
  isOpen(reference: string): boolean {
    return this.news.isUnheard(reference) || this.#refunds.get(reference)?.status === 'pending';
  }

  /** By which name of ours a transfer is known. */
  payoutOf(reference: string): string {
    return metadataOf(this.#transfers.get(reference)).payout ?? '';
  }

  /** What was paid more than once for one name of ours. */
  findTwice(): string[] {
    const names = [
      ...[...this.#refunds.values()].filter(({ status }) => status !== 'failed').map((one) => metadataOf(one).refund),
      ...[...this.#transfers.values()].filter(({ reversed }) => !reversed).map((one) => metadataOf(one).payout),
    ].filter((name) => name !== undefined);
    return names.filter((name, place) => names.indexOf(name) !== place).map((name) => `Stripe paid ${name} twice`);
  }

  #intentOf(payment: string): Intent | undefined {
    return [...this.#intents.values()].find((intent) => metadataOf(intent).payment === payment);
  }

  #leftOf(intent: Intent): number {
    if (intent.status !== 'succeeded') return 0;
    const refunded = [...this.#refunds.values()].filter(
      (one) => one.payment_intent === intent.id && one.status !== 'failed',
    );
    const disputed = [...this.#disputes.values()].filter(
      (one) => one.charge === `ch_${intent.id}` && one.status !== 'won',
    );
    return [...refunded, ...disputed].reduce((left, { amount }) => left - amount, Number(intent.amount_received));
  }

  #makeIntent(intent: Intent): undefined {
    this.#intents.set(intent.id, Object.assign(intent, { object: 'payment_intent' }));
  }

  #makeRefund(refund: Refund, reference: string): object | undefined {
    const intent = this.#intents.get(reference);
    const left = intent ? this.#leftOf(intent) : 0;
    if (intent?.status !== 'succeeded') return { message: 'It was not paid.' };
    if (left <= 0) return { code: 'charge_already_refunded', message: 'It is refunded.' };
    if (refund.amount > left) return { message: 'It is more than is left.' };
    const fee = hashOf(`fee ${refund.id}`) % 4 === 0 ? 40 : 0;
    const isAtOnce = hashOf(refund.id) % 3 !== 0;
    Object.assign(refund, { object: 'refund', payment_intent: reference, status: isAtOnce ? 'succeeded' : 'pending' });
    Object.assign(refund, { balance_transaction: { fee, currency: 'sgd' } });
    this.#refunds.set(refund.id, refund);
    this.balance.move('refund', -refund.amount, { id: refund.id, object: 'refund' }, fee);
    this.news.tell('refund.created', refund.id, refund);
    return undefined;
  }

  #endRefund(refund: Refund, isPaid: boolean): void {
    if (refund.status === 'failed' || (refund.status === 'succeeded' && isPaid)) return;
    refund.status = isPaid ? 'succeeded' : 'failed';
    if (isPaid) {
      this.news.tell('refund.updated', refund.id, refund);
      return;
    }
    refund.failure_reason = 'lost_or_stolen_card';
    this.balance.move('refund_failure', refund.amount, { id: refund.id, object: 'refund' });
    this.news.tell('refund.failed', refund.id, refund);
  }

  #makeTransfer(transfer: Transfer, group: string): object | undefined {
    const before = [...this.#transfers.values()].filter((one) => one.transfer_group === group);
    const isRefused = hashOf(`refused ${group}`) % 8 === 0 && !this.#answered.has(`refused ${group}`);
    this.#answered.add(`refused ${group}`);
    if (isRefused && before.length === 0) return { code: 'account_closed', message: 'The account is closed.' };
    Object.assign(transfer, { object: 'transfer', transfer_group: group, reversed: false, amount_reversed: 0 });
    this.#transfers.set(transfer.id, transfer);
    this.balance.move('transfer', -transfer.amount, { id: transfer.id, object: 'transfer' });
    return undefined;
  }

  #answer(method: string, url: URL): object | undefined {
    const [, , kind = '', id = '', verb = ''] = url.pathname.split('/');
    if (kind === 'events') return this.news.list(url);
    if (kind === 'balance_transactions') return this.balance.list(url);
    const intent = this.#intents.get(id);
    if (intent && kind === 'payment_intents' && method === 'GET') return intent;
    if (intent && verb === 'cancel') {
      if (intent.status === 'succeeded') {
        return { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'Paid.' } };
      }
      if (intent.status !== 'canceled') {
        intent.status = 'canceled';
        this.news.tell('payment_intent.canceled', id, intent);
      }
      return intent;
    }
    // Made in Stripe's own pages, they are not among what the stand-in made.
    const known = this.#disputes.get(id) ?? this.#refunds.get(id);
    if (known) return known;
    if (kind === 'charges' && this.#intents.has(id.replace('ch_', ''))) return chargeOf(id.replace('ch_', ''));
    if (method !== 'GET' || id !== '') return undefined;
    const asked = url.searchParams;
    const intentOfCharge = (asked.get('charge') ?? '').replace('ch_', '');
    const refundsOf = asked.get('payment_intent') ?? intentOfCharge;
    const lists: Record<string, () => Thing[]> = {
      refunds: () => [...this.#refunds.values()].filter((one) => one.payment_intent === refundsOf),
      transfers: () =>
        [...this.#transfers.values()].filter((one) => one.transfer_group === asked.get('transfer_group')),
    };
    const list = lists[kind];
    return list && { object: 'list', data: list(), has_more: false };
  }
}
