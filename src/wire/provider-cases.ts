/** What `GET /api/marketplace/provider-cases` answers: what a person has to settle of what the payment provider told, and what was settled last. */
export type ProviderCasesAnswer = {
  /** The earliest due first, 200 at most. */
  open: OpenProviderCase[];
  /** How many are open in all. */
  openCount: number;
  /** The latest 24. */
  settled: SettledProviderCase[];
};

export type ProviderCaseKind = 'refund' | 'dispute' | 'intent' | 'reversal' | 'event';

export type ProviderCaseReason =
  /** It is of no payment, or no payout, that is known here. */
  | 'unknown'
  /** A refund that people made in the provider's own pages; it is in the books. */
  | 'made_there'
  /** Such a refund that failed, or came back. */
  | 'came_back'
  /** A refund of ours that the provider refuses as it is refunded there, and lists no other that could be it. */
  | 'already_refunded'
  /** A refund of ours that the provider refuses as a bank takes the payment back, and nobody told of that yet. */
  | 'disputed'
  /** Of a payment that did not come in, as far as is known here. */
  | 'unpaid'
  /** Its amount in S$ is not known. */
  | 'other_currency'
  /** Another sum than is in the books, or than was asked for. */
  | 'other_sum'
  /** A dispute that the books have as won is told to be lost. */
  | 'lost_again'
  /** A payment that came in twice: the second is on its way back. */
  | 'second'
  /** A payment that can't be settled. */
  | 'unsettled'
  /** A part of a payout was taken back; it is payable again. */
  | 'part'
  /** A payout that was paid in another way was taken back. */
  | 'paid_otherwise'
  /** It could not be taken for a day. */
  | 'not_taken';

type ProviderCase = {
  id: string;
  kind: ProviderCaseKind;
  reason: ProviderCaseReason;
  /** What the provider calls it. */
  reference: string;
  /** In the smallest unit of the currency. */
  amountCents: number;
  currency: string;
  /** The payment or payout of ours that it is of; empty where there is none. */
  payment: string;
  payout: string;
  /** What that payment is for. */
  lesson: string;
  packagePurchase: string;
  created: string;
};

/** By `dueAt` somebody looks at it: before the provider stops taking answers. */
export type OpenProviderCase = ProviderCase & { dueAt: string };

export type SettledProviderCase = ProviderCase & { note: string; settledByName: string; settledAt: string };
