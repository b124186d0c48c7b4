import type { StripeRules, Thing } from '../stripe-stand-in.ts';

/** Money that moved on Stripe's balance, as its list tells it. */
export type WorldMove = Thing & { type: string; amount: number; fee: number; created: number };

/** What Stripe tells by itself: of what, when it is told at the earliest, and whether its webhook never arrives. */
export type News = {
  id: string;
  type: string;
  of: string;
  object: object;
  created: number;
  dueMs: number;
  isHeard: boolean;
  isLost: boolean;
};

const [minuteMs, hourMs] = [60_000, 3_600_000];
const delaysMs = [0, 0, 0, 0, 5 * minuteMs, 2 * hourMs, 26 * hourMs, 60 * hourMs];

/** A number that an id alone decides, so that a walk is the same whenever it is repeated. */
export function hashOf(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

type Intent = Thing & { amount: number; status: string };
type Refund = Thing & { amount: number; status: string; payment_intent: string };
type Transfer = Thing & { amount: number; reversed: boolean; amount_reversed: number };
type Dispute = Thing & { amount: number; status: string; payment_intent: string };

/**
 * Stripe with a balance of its own: what payers pay, what is refunded, transferred, reversed and disputed moves it, whether the product hears of it or not.
 * Answers get lost, news are late, come twice, out of order, or never but in the list of events; all of that is decided by ids.
 */
export class StripeWorld {
  readonly moves: WorldMove[] = [];
  readonly news: News[] = [];
  readonly #nowMs: () => number;
  readonly #intents = new Map<string, Intent>();
  readonly #refunds = new Map<string, Refund>();
  readonly #transfers = new Map<string, Transfer>();
  readonly #disputes = new Map<string, Dispute>();
  readonly #answered = new Set<string>();
  #made = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
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

  /** What is on the balance: all that moved, less fees, but for what went to the operator's own bank. */
  balanceCents(): number {
    return this.moves.reduce((sum, { type, amount, fee }) => sum + (type === 'payout' ? 0 : amount - fee), 0);
  }

  /** The payer pays by card or PayNow; nothing where it can't be paid any more. */
  pay(payment: string): boolean {
    const intent = this.#intentOf(payment);
    if (intent?.status !== 'requires_payment_method') return false;
    const fee = Math.ceil(intent.amount * 0.034) + 50;
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: { id: `ch_${intent.id}`, object: 'charge', balance_transaction: { fee, currency: 'sgd' } },
    });
    this.#move('charge', intent.amount, chargeOf(intent.id), fee);
    this.#tell('payment_intent.succeeded', intent.id, intent);
    return true;
  }

  /** A try to pay is declined. */
  decline(payment: string): void {
    const intent = this.#intentOf(payment);
    if (intent?.status !== 'requires_payment_method') return;
    const told = { ...intent, last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' } };
    this.#tell('payment_intent.payment_failed', intent.id, told);
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

  /** Somebody refunds a payment in Stripe's own pages: so many cents of what is left, or all of it. */
  refundByHand(payment: string, part: boolean): boolean {
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
    this.#move('refund', -amount, { id, object: 'refund' });
    this.#tell('refund.created', id, refund);
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
    this.#move('transfer_refund', cents, {
      id: `trr_${this.#made}`,
      object: 'transfer_reversal',
      transfer: transfer.id,
    });
    this.#tell('transfer.reversed', transfer.id, transfer);
    return true;
  }

  /** A payer's bank takes a payment back. */
  dispute(id: string, payment: string, cents: number): boolean {
    const intent = this.#intentOf(payment);
    if (intent?.status !== 'succeeded' || this.#disputes.has(id)) return false;
    const amount = Math.min(cents, intent.amount);
    const moved = this.#move('adjustment', -amount, { id, object: 'dispute' }, 2000);
    const dispute: Dispute = {
      ...{ id, object: 'dispute', amount, currency: 'sgd', status: 'needs_response', payment_intent: intent.id },
      ...{ charge: `ch_${intent.id}`, metadata: {}, balance_transactions: [moved] },
    };
    this.#disputes.set(id, dispute);
    this.#tell('charge.dispute.created', id, dispute);
    this.#tell('charge.dispute.funds_withdrawn', id, dispute);
    return true;
  }

  endDispute(id: string, isWon: boolean): boolean {
    const dispute = this.#disputes.get(id);
    if (dispute?.status !== 'needs_response') return false;
    dispute.status = isWon ? 'won' : 'lost';
    if (isWon) {
      const back = this.#move('adjustment', dispute.amount, { id, object: 'dispute' });
      dispute.balance_transactions = [...(dispute.balance_transactions as WorldMove[]), back];
      this.#tell('charge.dispute.funds_reinstated', id, dispute);
    }
    this.#tell('charge.dispute.closed', id, dispute);
    return true;
  }

  /** Stripe takes something for its services, or the operator moves money to their own bank. */
  take(type: 'stripe_fee' | 'payout', cents: number): void {
    this.#move(type, -cents, null);
  }

  /** Whether something about a thing is not known to the product yet: news that were not heard, or how a refund ends. */
  isOpen(reference: string): boolean {
    const isUnheard = this.news.some(({ of, isHeard }) => of === reference && !isHeard);
    return isUnheard || this.#refunds.get(reference)?.status === 'pending';
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
    const of = ({ payment_intent }: { payment_intent: string }) => payment_intent === intent.id;
    const refunded = [...this.#refunds.values()].filter((one) => of(one) && one.status !== 'failed');
    const disputed = [...this.#disputes.values()].filter((one) => of(one) && one.status !== 'won');
    return [...refunded, ...disputed].reduce((left, { amount }) => left - amount, intent.amount);
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
    this.#move('refund', -refund.amount, { id: refund.id, object: 'refund' }, fee);
    this.#tell('refund.created', refund.id, refund);
    return undefined;
  }

  #endRefund(refund: Refund, isPaid: boolean): void {
    if (refund.status === 'failed' || (refund.status === 'succeeded' && isPaid)) return;
    refund.status = isPaid ? 'succeeded' : 'failed';
    if (isPaid) {
      this.#tell('refund.updated', refund.id, refund);
      return;
    }
    refund.failure_reason = 'lost_or_stolen_card';
    this.#move('refund_failure', refund.amount, { id: refund.id, object: 'refund' });
    this.#tell('refund.failed', refund.id, refund);
  }

  #makeTransfer(transfer: Transfer, group: string): object | undefined {
    const before = [...this.#transfers.values()].filter((one) => one.transfer_group === group);
    const isRefused = hashOf(`refused ${group}`) % 8 === 0 && !this.#answered.has(`refused ${group}`);
    this.#answered.add(`refused ${group}`);
    if (isRefused && before.length === 0) return { code: 'account_closed', message: 'The account is closed.' };
    Object.assign(transfer, { object: 'transfer', transfer_group: group, reversed: false, amount_reversed: 0 });
    this.#transfers.set(transfer.id, transfer);
    this.#move('transfer', -transfer.amount, { id: transfer.id, object: 'transfer' });
    return undefined;
  }

  #move(type: string, amount: number, source: object | null, fee = 0): WorldMove {
    const created = Math.floor(this.#nowMs() / 1000);
    const said = { object: 'balance_transaction', description: type, net: amount - fee, currency: 'sgd', source };
    const move = { id: `txn_${this.moves.length + 1}`, type, amount, fee, created, ...said };
    this.moves.push(move);
    return move;
  }

  #tell(type: string, of: string, object: object): void {
    const id = `evt_${this.news.length + 1}`;
    const dueMs = this.#nowMs() + (delaysMs[hashOf(`due ${id}`) % delaysMs.length] ?? 0);
    const told = { id, type, of, object: structuredClone(object), created: Math.floor(this.#nowMs() / 1000) };
    this.news.push({ ...told, dueMs, isHeard: false, isLost: hashOf(`heard ${id}`) % 7 === 0 });
  }

  #answer(method: string, url: URL): object | undefined {
    const [, , kind = '', id = '', verb = ''] = url.pathname.split('/');
    if (kind === 'events') return this.#listEvents(url);
    if (kind === 'balance_transactions') return this.#listMoves(url);
    const intent = this.#intents.get(id);
    if (intent && verb === 'cancel') {
      if (intent.status === 'succeeded') {
        return { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'Paid.' } };
      }
      if (intent.status !== 'canceled') {
        intent.status = 'canceled';
        this.#tell('payment_intent.canceled', id, intent);
      }
      return intent;
    }
    if (method !== 'GET' || id !== '') return undefined;
    const asked = url.searchParams;
    const lists: Record<string, () => Thing[]> = {
      refunds: () => [...this.#refunds.values()].filter((one) => one.payment_intent === asked.get('payment_intent')),
      transfers: () =>
        [...this.#transfers.values()].filter((one) => one.transfer_group === asked.get('transfer_group')),
    };
    const list = lists[kind];
    return list && { object: 'list', data: list(), has_more: false };
  }

  #listEvents(url: URL): object {
    const since = Number(url.searchParams.get('created[gte]'));
    const told = this.news.filter(({ created, dueMs }) => created >= since && dueMs <= this.#nowMs());
    const events = told.map(({ id, type, created, object }) => ({
      id,
      object: 'event',
      type,
      created,
      data: { object },
    }));
    // What is listed is heard: the product takes all of it.
    for (const one of told) one.isHeard = true;
    return pageOf(events.toReversed(), url);
  }

  #listMoves(url: URL): object {
    const asked = url.searchParams;
    const before = Number(asked.get('created[lt]') ?? Number.POSITIVE_INFINITY);
    const type = asked.get('type');
    const found = this.moves.filter(
      (move) =>
        move.created >= Number(asked.get('created[gte]')) && move.created < before && (type ?? move.type) === move.type,
    );
    return pageOf(found.toReversed(), url);
  }
}

function pageOf(all: readonly Thing[], url: URL): object {
  const from = all.findIndex(({ id }) => id === url.searchParams.get('starting_after')) + 1;
  return { object: 'list', data: all.slice(from, from + 100), has_more: from + 100 < all.length };
}

function chargeOf(intent: string) {
  return { id: `ch_${intent}`, object: 'charge', payment_intent: intent };
}

function metadataOf(thing: Thing | undefined): Record<string, string | undefined> {
  return (thing?.metadata ?? {}) as Record<string, string | undefined>;
}
