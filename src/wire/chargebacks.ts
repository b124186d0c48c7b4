/** What a bank takes, or took, back of a lesson's payment. */
export type TakenBackLine = {
  status: 'open' | 'won' | 'lost';
  opened: string;
  decided: string | null;
  /** Whether the lesson waits, or waited, in dispute for it. */
  hasWaited: boolean;
  /** The sums; not for the instructor, whose money does not depend on them. */
  amountCents?: number;
  coveredCents?: number;
};

/** What `GET /api/marketplace/lessons/:id/chargebacks` answers, the latest first. */
export type TakenBackAnswer = { items: TakenBackLine[] };
