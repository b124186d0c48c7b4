import type { Queryable, Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** The fields of a payment that name what it is for. */
export type PurposeField = 'lesson' | 'packagePurchase' | 'lessonSeries';

/** Something that is to be paid, as far as paying is concerned. */
export type Payable = {
  learner: string;
  /** What it costs, and how much of that came in already. */
  priceCents: number;
  paidCents: number;
  /** Until when money for it is in time. */
  untilMs: number;
  /** Why it can't be paid now. */
  refusal?: { code: string; message: string };
};

/**
 * What a payment can be for. Payments know no lesson and no package: whoever sells something brings this along, where the parts are joined
 * (src/marketplace/open-till.ts).
 */
export type PaymentPurpose = {
  /** The field of a payment that names what it is for. */
  field: PurposeField;
  find: (db: Queryable, id: string, nowMs: number) => Promise<Payable | undefined>;
  /**
   * Pays whole with something other than money that the learner has here, before credit in money is taken: under the purpose's lock, answers
   * the payment's row, written as `processing`; undefined when there is nothing that fits.
   */
  draw?: (tx: Transaction, order: DrawOrder) => Promise<Row | undefined>;
  /** It is paid in parts, each with a payment of its own that is charged with the first: the lessons, and what is still to be paid of each. */
  parts?: (db: Queryable, id: string, nowMs: number) => Promise<PaymentPart[]>;
  /** Credit pays it whole or not at all. */
  isPaidWhole?: true;
  /**
   * Its payer says to have paid, and the bank's statement comes later: it waits until then, under the purpose's own lock. Answers until when, or
   * undefined where it is over.
   */
  keep?: (
    engine: Engine,
    tx: Transaction,
    of: { id: string; untilMs: number; nowMs: number },
  ) => Promise<number | undefined>;
  /** Locks what is paid, before credit is looked at. */
  lock?: (tx: Queryable, id: string) => Promise<void>;
  /**
   * The money of a payment came in: settles the payment (`settle_payment`) with all that follows from it, in the given transaction and under
   * the purpose's own lock, which comes before the payment's. False when it was settled before. Money that is too late is owed back.
   */
  settle: (engine: Engine, tx: Transaction, money: IncomingMoney) => Promise<boolean>;
  /** Money that somebody wrote down as a fact is there; what it is for may be over already. */
  record?: (engine: Engine, tx: Transaction, id: string, nowMs: number) => Promise<void>;
  /**
   * The payer's bank takes a payment back: what was not given yet is called off (`isOff`), what was given waits (`was`: from where; '' when it
   * can't). `thaw` lets it go on.
   */
  freeze?: (engine: Engine, tx: Transaction, of: { id: string; nowMs: number }) => Promise<Frozen>;
  thaw?: (engine: Engine, tx: Transaction, of: { id: string; was: string; nowMs: number }) => Promise<void>;
  /** Tells both sides what that means for them: when it opens, after `freeze`, and when the bank decided, after `thaw`. */
  tellOfBank?: (engine: Engine, tx: Transaction, of: { id: string; takenBack: TakenBack }) => Promise<void>;
  /** What people are told when somebody pays a second time. */
  words: { missing: string; paid: string; underWay: string };
};

/** Where it was that waited already, for a case of its own, when its payer's bank took the payment back. */
export const besideCase = 'disputed';
/** The same of one that waits already for another payment of it that a bank takes back. */
export const besideBank = 'beside_bank';

/**
 * What became of what a bank takes back the payment of: where it was that waits now (`besideCase`; '' when it doesn't), or that it is called off, and how many
 * lessons ahead went with it.
 */
export type Frozen = { was: string; isOff: boolean; lessonsOff?: number };

/**
 * What a bank takes back of a payment, how much of that our own money or what was owed covered, whether what was paid was called off, or waited for it,
 * and whether the learner has closed the account: they are told nothing then.
 */
export type TakenBack = {
  chargeback: string;
  status: 'open' | 'won' | 'lost';
  amountCents: number;
  coveredCents: number;
  isOff: boolean;
  /** The lessons ahead that it paid and that were called off with it. */
  lessonsOff: number;
  hasWaited: boolean;
  /** Something else is open about it: a claim, or who was missing. */
  isBesideCase: boolean;
  hasLeft: boolean;
  /** It was paid with credit that the payment had become. */
  isOfCredit?: boolean;
};

export type PaymentPart = { lesson: string; dueCents: number };

/** What is to be paid, by whom, and the columns of every new payment. */
export type DrawOrder = { of: string; learner: string; nowMs: number; row: Row };

export type IncomingMoney = { payment: Row; reference: string; nowMs: number };

/** Where money is taken and given back. */
export type Till = { engine: Engine; provider: PaymentProvider; purposes: readonly PaymentPurpose[] };

/** What its payer is asked for with a payment: of several that are charged together the sum. */
export function chargedCentsOf({ chargedCents, amountCents }: Row): number {
  return Number(chargedCents) || Number(amountCents);
}

/** What a payment, or the form of one, is for; undefined when it names nothing that is sold here. */
export function purposeOf(
  { purposes }: Till,
  payment: Record<string, unknown>,
): { purpose: PaymentPurpose; id: string } | undefined {
  const purpose = purposes.find(({ field }) => Boolean(payment[field]));
  return purpose && { purpose, id: String(payment[purpose.field]) };
}
