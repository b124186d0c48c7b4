/** What `GET /api/marketplace/outside` answers: the latest comparison of the books with each place outside that has something to compare with. */
export type OutsideAnswer = { proofs: OutsideProof[] };

export type OutsideProof = {
  /** `stripe`, or `manual` for the operator's own bank account. */
  place: string;
  comparedAt: string;
  /** Until when all that moved there is known; null where nothing is. */
  readUntil: string | null;
  /** All that moved, by the books and by the place. */
  hereCents: number;
  thereCents: number;
  /** Of all that differs, added up without signs. */
  differenceCents: number;
  /** How many there are; the oldest 200 are listed. */
  differing: number;
  differences: OutsideDifference[];
  /** Those that somebody explained; the sums and counts above are without them. */
  explained: ExplainedDifference[];
  /** Since when there has been nothing to compare with, though money is booked there; null where there is. */
  notComparedSince: string | null;
  /** Days, both named, of which nothing outside tells: no statement has them. */
  gaps: Array<{ from: string; to: string }>;
};

/** Something of which the books and a place do not say the same. */
export type OutsideDifference = {
  reference: string;
  /** `fee` is what the provider charged for it. */
  part: 'money' | 'fee';
  /** What kind of move it is, in the provider's words, else in the books'. */
  kind: string;
  currency: string;
  /** Where it is missing: in the books (`here`), outside (`there`), or neither has the other's sum (`amount`). */
  side: 'here' | 'there' | 'amount';
  hereCents: number;
  thereCents: number;
  /** Those outside less those in the books; of another currency in its smallest unit. */
  cents: number;
  since: string;
  /** The latest transaction of the books about it, or empty. */
  transaction: string;
};

/** A difference that somebody explained: it is open again as soon as either side has another sum. */
export type ExplainedDifference = OutsideDifference & { reason: string; explainedByName: string; explainedAt: string };
