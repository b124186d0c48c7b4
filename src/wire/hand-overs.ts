/** What `GET /api/marketplace/hand-overs` answers: those that wait first, then the newest; at most 50. */
export type HandOversAnswer = { items: HandOver[] };

type Named = { id: string; name: string };

/** A hand-over that the reader has a part in, with what goes along. */
export type HandOver = {
  id: string;
  status: 'waiting' | 'done' | 'refused' | 'withdrawn';
  askedBy: 'learner' | 'instructor';
  /** Who the reader is in it. */
  role: 'learner' | 'giver' | 'taker';
  note: string;
  created: string;
  learner: Named;
  from: Named;
  to: Named;
  learnerAgreed: boolean;
  takerAgreed: boolean;
  /** Lessons that were given, and skills that were logged. */
  lessons: number;
  skills: number;
  /** What came back of packages, or would come back now; only for the learner. */
  refundCents: number | null;
};
