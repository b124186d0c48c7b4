import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/balance` answers: what the learner has to spend; the package that ends first on top. */
export type BalanceAnswer = { creditCents: number; packages: OwnPackage[] };

/** A package in use, as its learner sees it: with what would come back now. */
export type OwnPackage = {
  id: string;
  instructor: string;
  instructorName: string;
  minutes: number;
  minutesLeft: number;
  priceCents: number;
  heldCents: number;
  /** What giving it back would bring now. */
  refundCents: number;
  /** What can't go back the way it was paid any more comes back as credit (domain rule 22). */
  refundTo: 'source' | 'credit';
  boughtAt: string;
  expiresOn: string;
};

/** What `GET /api/marketplace/credit` answers: what changed the credit, the newest first. */
export type CreditAnswer = PageOf<CreditEntry>;

/** One change of a learner's credit; what was added is positive. Instants are ISO text in UTC. */
export type CreditEntry = {
  id: string;
  created: string;
  kind: string;
  amountCents: number;
  /** What was there after it. */
  balanceCents: number;
  lesson: string;
  lessonStart: string | null;
  instructorName: string;
  timezone: string;
};
