import type Stripe from 'stripe';

export type Charge = {
  /** Our payment's id; the provider must charge once for it, however often it is asked. */
  payment: string;
  method: 'card' | 'paynow';
  amountCents: number;
  /** Sandbox only; never stored, never logged. */
  cardNumber: string;
  nowMs: number;
  expiresAtMs: number;
};

export type ChargeOutcome =
  | { status: 'succeeded'; reference: string }
  | { status: 'failed'; failureCode: string }
  | {
      status: 'requires_action';
      reference: string;
      qrPayload: string;
      /** By what the payment is known in the bank's statement, where people look for it there. */
      billReference?: string;
      /** What the payer's browser shows to the provider's own form. */
      clientSecret?: string;
    };

/** A charge that was asked for before, with what the provider called it: '' where its answer was never written down. */
export type KnownCharge = Omit<Charge, 'cardNumber'> & { reference: string };

export type PaymentMethod = Charge['method'];

/** Money back to where a payment came from. */
export type RefundOrder = {
  /** Asked for before, perhaps days ago: the provider may have done it and forgotten the key. */
  isRepeat: boolean;
  /** Our refund's id: the key that is the same on every try. */
  refund: string;
  /** What the provider called it, where it was asked for before; else ''. */
  reference: string;
  payment: string;
  /** What the provider called the payment. */
  paymentReference: string;
  method: string;
  amountCents: number;
  nowMs: number;
};

/** Money out to somebody's own account. */
export type TransferOrder = {
  /** Our payout's id: the key that is the same on every try. */
  transfer: string;
  /** How often staff ordered it again after a refusal: each time with a key of its own, or the provider repeats its refusal. */
  round: number;
  /** As of a refund. */
  isRepeat: boolean;
  /** Who gets it, as the provider knows them; '' where it does not know them yet. */
  account: string;
  amountCents: number;
  nowMs: number;
};

/** `sent`: the provider has it and will say later how it ended. */
export type PayingOut =
  | { status: 'paid'; reference: string }
  | { status: 'sent'; reference: string }
  | { status: 'failed'; failureCode: string };

/** Those whom the provider pays out to. Called outside any transaction. */
export type Payees = {
  /** Makes somebody known and answers by which name; the same one for the same instructor. */
  create: (payee: { instructor: string; email: string }) => Promise<string>;
  /** Where they tell the provider who they are and where the money goes. */
  onboardingLink: (payee: { account: string; returnUrl: string }) => Promise<string>;
  /** Whether money can be sent to them. */
  isReady: (account: string) => Promise<boolean>;
};

/** Cards that people saved at the provider; no number of one ever comes here. Called outside any transaction. */
export type SavedCards = {
  /** Makes somebody known and answers by which name; the same one for the same key. */
  create: (of: { user: string; key: string }) => Promise<string>;
  /** Lets the provider's form of a payment offer somebody's cards: by what; undefined where the provider does not know them. */
  open: (of: { customer: string; paymentReference: string }) => Promise<string | undefined>;
  /** Deletes somebody with all cards; nothing happens where they are gone. */
  forget: (customer: string) => Promise<void>;
};

/** What a provider may have charged for: a payment or a refund, by the provider's own name of it. */
export type FeeOf = { kind: 'payment' | 'refund'; reference: string };

/** What it says to have charged, in the smallest unit of a currency. */
export type ToldFee = { cents: number; currency: string };

/** With the fee of a payment the provider names the last digits of the card that paid it. */
export type ToldPayment = ToldFee & { cardLast4?: string };

/** What a provider took off its balance for itself, by its own name of it; below zero where it gave some back. Cents as in `ToldFee`. */
export type ToldCharge = ToldFee & { id: string; description: string; atMs: number };

/**
 * What moved on a provider's balance, by its own name of it; below zero where it left. `reference` is what it is of, by the provider's name. Cents are in the
 * smallest unit of the currency, before the fee. `isApart`: it moved between the provider and the operator's bank, or is held back, and no books have it.
 */
export type ToldMove = ToldFee & {
  id: string;
  kind: string;
  reference: string;
  feeCents: number;
  isApart: boolean;
  atMs: number;
};

/** A payout, which the provider may have sent and taken back, so many cents of it in all. */
export type TransferOutcome = PayingOut | { status: 'reversed'; reference: string; cents: number };

/** A refund as the provider tells of it: `refund` is ours, '' of one that people made in the provider's own pages. */
export type ToldRefund = ToldFee & {
  id: string;
  refund: string;
  /** What the provider calls the payment, and the charge of it; '' where it does not say. */
  paymentReference: string;
  charge: string;
  state: 'sent' | 'paid' | 'failed';
  failureCode: string;
};

/** What the provider tells by itself, and what is read again because of it. */
export type ProviderEvents = {
  /** Throws where the signature is not the provider's, or old. */
  read: (body: Buffer, signature: string, nowMs: number) => Stripe.Event;
  /** What was told since an instant, for what never arrived. */
  since: (sinceMs: number) => Promise<Stripe.Event[]>;
  /** All refunds of a payment, or of a charge, whoever made them. */
  refundsOf: (of: { paymentReference: string } | { charge: string }) => Promise<ToldRefund[]>;
  /** What the payment of a charge is called; '' where there is none. */
  paymentOf: (charge: string) => Promise<string>;
  /** A dispute as it is now; undefined where there is none. */
  dispute: (id: string) => Promise<Stripe.Dispute | undefined>;
};

/**
 * Who takes the money and gives it back. Called outside any transaction; repeated calls for one payment, refund or transfer have one effect
 * and answer how it stands. A throw means that nobody knows: the same call is made again later.
 */
export type PaymentProvider = {
  name: 'sandbox' | 'stripe' | 'manual' | 'none';
  /** What can be paid with; none where no provider was set up. */
  methods: readonly PaymentMethod[];
  /** The least that it charges, in cents; anything where there is none. */
  leastChargeCents?: number;
  /** Nobody tells us that money came: who says to have paid is waited for so long. */
  waitsForBankHours?: number;
  charge: (charge: Charge) => Promise<ChargeOutcome>;
  refund: (order: RefundOrder) => Promise<PayingOut>;
  transfer: (order: TransferOrder) => Promise<TransferOutcome>;
  /** What became of a payment; undefined when the provider does not know it. */
  lookUp: (known: KnownCharge) => Promise<ChargeOutcome | undefined>;
  /** Nobody is to pay it any more; answers how it ended. Where there is none, money that comes nevertheless goes back. */
  cancel?: (known: KnownCharge) => Promise<ChargeOutcome>;
  /** What is wrong with the card details, by field, before anything is made. */
  checkCard: (cardNumber: string) => { code: string; message: string } | undefined;
  /** Where instructors have accounts of their own at the provider. */
  payees?: Payees;
  /** Where people can save their card for the next time. */
  cards?: SavedCards;
  /** What it took off for itself; undefined while it does not say. Where there is none it charges nothing of its own. */
  feeOf?: (of: FeeOf) => Promise<ToldPayment | undefined>;
  /** What it took off since an instant that is the fee of no payment or refund. Where there is none it charges nothing so. */
  chargesSince?: (sinceMs: number) => Promise<ToldCharge[]>;
  /** All that moved on its balance from an instant until before another, a page after the other. Where there is none, nobody can compare with it. */
  movesBetween?: (fromMs: number, untilMs: number) => AsyncIterable<ToldMove[]>;
  events?: ProviderEvents;
};
