/** What `POST /api/marketplace/bank/preview` answers: what importing a statement would do. */
export type BankPreviewAnswer = {
  items: PreviewedLine[];
  faults: StatementFault[];
  /** How many lines that went out are new, where some are. */
  outgoing?: number;
  /** The last digits of its account and of the one before, where no statement was of it before: importing it is a decision. */
  otherAccount?: { of: string; before: string };
  /** The last digits of the account before, where the file names none: that it is the same one is a decision, too. */
  unsaidAccount?: { before: string };
};

/** Money that came in, as a bank's statement has it; `line` counts from 1 in the file. */
export type PreviewedLine = {
  line: number;
  /** Of several payments that came as one entry, which one; `anew` names it by both, as in `3.2`. */
  part?: number;
  date: string;
  amountCents: number;
  text: string;
  /** It was imported before. */
  isKnown: boolean;
  /** Its balance proves that it was imported. */
  isSure: boolean;
  /** The id of an imported line that this one may be; empty for most. A person decides after the import. */
  likeLine: string;
  /** The payment that it names, or empty. */
  payment: string;
  outcome: MatchOutcome | '';
};

/** What a line's money comes to at its payment. */
export type MatchOutcome = 'paid' | 'over' | 'short' | 'double' | 'late';

export type StatementFault = {
  line: number;
  code:
    | 'no_head'
    | 'not_csv'
    | 'wrong_date'
    | 'wrong_amount'
    | 'no_text'
    /** Another currency than SGD, or none where the file has a column for it. */
    | 'wrong_currency'
    /** The column that says whether money came in or went out says neither. */
    | 'wrong_side'
    /** One column of amounts, and neither balances nor marks prove which of them came in. */
    | 'unproven_sign'
    /** The amount does not lead to the balance beside it. */
    | 'wrong_balance'
    /** An MT940 or CAMT.053 without its two balances, or none of its entries can be read. */
    | 'no_balance'
    /** An entry of a CAMT.053 brought several payments and does not say how much each of them is. */
    | 'unclear_batch'
    /** A further statement in the file that is of another account, does not go on from the one before it, or is there twice. */
    | 'other_statement'
    /** More lines than are taken at a time. */
    | 'too_many_lines';
};

/** What `POST /api/marketplace/bank/import` answers: how many lines of what came in are new, were there before, and found their payment; how many that went out are new, where some are. */
export type BankImportAnswer = { added: number; known: number; matched: number; outgoing?: number };

/** What `GET /api/marketplace/bank/lines/{id}/candidates` answers. */
export type CandidatesAnswer = {
  items: Candidate[];
  /** What was sent by hand of the line's amount and is paid, then of up to S$50.00 more: a bank may have sent it back, less its fee. The latest first. */
  sent: SentSum[];
};

/** A payment that a line may be for. Instants are ISO text in UTC. */
export type Candidate = {
  payment: string;
  status: string;
  amountCents: number;
  billReference: string;
  learnerName: string;
  learnerEmail: string;
  /** When the learner said to have paid. */
  declaredAt: string | null;
  created: string;
  /** Of the lesson that it is for; null of a package. */
  start: string | null;
};

/** What `GET /api/marketplace/bank/declared` answers. */
export type DeclaredAnswer = { items: DeclaredPayment[] };

/** A payment whose learner says to have paid, and until when that is waited for. */
export type DeclaredPayment = {
  payment: string;
  amountCents: number;
  billReference: string;
  until: string;
  learnerName: string;
};

/** What `GET /api/marketplace/bank/to-send` answers. */
export type ToSendAnswer = { items: ToSend[] };

/** Money that somebody has to send: a refund or a payout. */
export type ToSend = {
  of: 'refunds' | 'payouts';
  id: string;
  amountCents: number;
  failureCode: string;
  name: string;
  phone: string;
  /** The number is proved, or its owner named it for money; no money goes to another. */
  isPhoneProved: boolean;
  /** The account of the ledger where it stands. */
  account: string;
  /** Since when a refund is owed; null for a payout. */
  owedSince: string | null;
  /** Why a refund or a failed payout is not to be paid as it stands; of a payout that is a person's to send, that it is not to be sent now (`in_dispute`). */
  waitsFor: Hindrance | '';
};

/**
 * Of a payout: a lesson that it pays is in dispute, or more was taken back of its instructor since than it pays. Of a refund: its learner's bank takes the
 * payment back, or what the provider told of its refunds waits for a person.
 */
export type Hindrance = 'held_back' | 'owed_back' | 'in_dispute' | 'bank_decides' | 'provider_case';

/** What `GET /api/marketplace/bank/to-send/count` answers. */
export type ToSendCountAnswer = { count: number };

/** What `POST /api/marketplace/bank/lines/{id}` answers: what the line is now. */
export type BankDecisionAnswer = { line: string; status: string; payment: string; outcome: MatchOutcome | '' };

/** What `GET /api/marketplace/bank/debits` answers. */
export type BankDebitsAnswer = {
  /** Lines that went out and wait for a person, the oldest first; then those that nobody knows, the newest first. */
  items: BankDebit[];
  /** What was noted as sent and the statement does not have, though it has later days. */
  missing: MissingSum[];
};

/** A line of the bank's statement that went out. */
export type BankDebit = {
  id: string;
  date: string;
  amountCents: number;
  text: string;
  /**
   * `recall`: the bank took back what had come in; `other_amount`, `twice`: it contradicts what was noted as sent (`sent`). Empty: nothing here knows it.
   */
  why: 'recall' | 'other_amount' | 'twice' | '';
  sent: SentSum | null;
  /** The line that it seems to take back; null where none, or several, may be it. */
  line: { id: string; date: string; amountCents: number; text: string } | null;
};

/** Money that somebody noted as sent, by the bank's reference. */
export type SentSum = {
  of: 'payouts' | 'refunds' | 'bank_lines';
  record: string;
  amountCents: number;
  reference: string;
};

export type MissingSum = SentSum & { noted: string };

/** What `POST /api/marketplace/bank/debits/{id}` answers. */
export type DebitDecisionAnswer = { debit: string; status: 'recalled' | 'other' };
