/** What a bank takes, or took, back of a lesson's payment. */
export type TakenBackLine = {
  status: 'open' | 'won' | 'lost';
  opened: string;
  decided: string | null;
  /** Whether what was not paid out of the lesson waits, or waited, for it. */
  hasWaited: boolean;
  /** Whether a claim, or who was missing, was open about the lesson when it began: that goes on by itself. */
  isBesideCase: boolean;
  /** The sums; not for the instructor, whose money does not depend on them. */
  amountCents?: number;
  coveredCents?: number;
};

/** What `GET /api/marketplace/lessons/:id/chargebacks` answers, the latest first. */
export type TakenBackAnswer = { items: TakenBackLine[] };
