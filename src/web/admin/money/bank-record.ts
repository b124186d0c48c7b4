/** What a line's money comes to at its payment; '' where it names none. */
export type MatchOutcome = '' | 'paid' | 'over' | 'short' | 'double' | 'late';

/** A `bank_lines` record: money that came in on the operator's own account. */
export type BankLine = {
  id: string;
  date: string;
  amountCents: number;
  text: string;
  status: 'open' | 'matched' | 'returning' | 'returned' | 'other';
};

/** What importing a statement would do. */
export type StatementPreview = {
  items: {
    line: number;
    date: string;
    amountCents: number;
    text: string;
    isKnown: boolean;
    /** Its balance proves that it was imported. */
    isSure: boolean;
    payment: string;
    outcome: MatchOutcome;
  }[];
  faults: { line: number; code: string }[];
};

/** A payment that a line may be for. */
export type Candidate = {
  payment: string;
  status: string;
  amountCents: number;
  billReference: string;
  learnerName: string;
  learnerEmail: string;
  declaredAt: string | null;
  created: string;
  start: string | null;
};

/** A payment whose learner says to have paid. */
export type DeclaredPayment = {
  payment: string;
  amountCents: number;
  billReference: string;
  until: string;
  learnerName: string;
};

/** Money that somebody has to send: a refund or a payout. */
export type ToSend = {
  id: string;
  of: 'refunds' | 'payouts';
  amountCents: number;
  failureCode: string;
  name: string;
  phone: string;
  owedSince: string | null;
  /** Why a failed payout is not to be paid as it stands. */
  waitsFor: '' | 'held_back' | 'owed_back';
};
