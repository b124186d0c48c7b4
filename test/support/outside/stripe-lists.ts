import type { Thing } from '../stripe-stand-in.ts';

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

/** All that moved on Stripe's balance, and its list. */
export class StripeBalance {
  readonly #moves: WorldMove[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  move(type: string, amount: number, source: object | null, fee = 0): WorldMove {
    const created = Math.floor(this.#nowMs() / 1000);
    const said = { object: 'balance_transaction', description: type, net: amount - fee, currency: 'sgd', source };
    const move = { id: `txn_${this.#moves.length + 1}`, type, amount, fee, created, ...said };
    this.#moves.push(move);
    return move;
  }

  /** What is there: all that moved, less fees, but for what went to the operator's own bank. */
  cents(): number {
    return this.#moves.reduce((sum, { type, amount, fee }) => sum + (type === 'payout' ? 0 : amount - fee), 0);
  }

  /** `GET /v1/balance_transactions`. */
  list(url: URL): object {
    const asked = url.searchParams;
    const before = Number(asked.get('created[lt]') ?? Number.POSITIVE_INFINITY);
    const type = asked.get('type');
    const found = this.#moves.filter(
      (move) =>
        move.created >= Number(asked.get('created[gte]')) && move.created < before && (type ?? move.type) === move.type,
    );
    return pageOf(found.toReversed(), url);
  }
}

/** What Stripe tells by itself: late, twice, out of order, or only in the list of its events. */
export class StripeNews {
  readonly all: News[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  tell(type: string, of: string, object: object): void {
    const id = `evt_${this.all.length + 1}`;
    const dueMs = this.#nowMs() + (delaysMs[hashOf(`due ${id}`) % delaysMs.length] ?? 0);
    const told = { id, type, of, object: structuredClone(object), created: Math.floor(this.#nowMs() / 1000) };
    this.all.push({ ...told, dueMs, isHeard: false, isLost: hashOf(`heard ${id}`) % 7 === 0 });
  }

  isUnheard(reference: string): boolean {
    return this.all.some(({ of, isHeard }) => of === reference && !isHeard);
  }

  /** What is not heard and may be until an instant. */
  due(untilMs: number): News[] {
    return this.all.filter(({ isHeard, dueMs }) => !isHeard && dueMs <= untilMs);
  }

  /** `GET /v1/events`. */
  list(url: URL): object {
    const since = Number(url.searchParams.get('created[gte]'));
    const told = this.all.filter(({ created, dueMs }) => created >= since && dueMs <= this.#nowMs());
    const events = told.map(({ id, type, created, object }) => ({
      ...{ id, object: 'event', type, created },
      data: { object },
    }));
    // What is listed is heard: the product takes all of it.
    for (const one of told) one.isHeard = true;
    return pageOf(events.toReversed(), url);
  }
}

function pageOf(all: readonly Thing[], url: URL): object {
  const from = all.findIndex(({ id }) => id === url.searchParams.get('starting_after')) + 1;
  return { object: 'list', data: all.slice(from, from + 100), has_more: from + 100 < all.length };
}
