/** The part of a price that goes back one way. */
export type Way = { method: string; cents: number };

/** What `GET /api/marketplace/cancellation` answers: what cancelling would come to now, and until when that stays so. */
export type CancellationPreviewAnswer = {
  lesson: string;
  status: string;
  cancelledBy: string;
  refundPercent: number;
  refundCents: number;
  creditCents: number;
  feeCents: number;
  isLate: boolean;
  usesMercyPass: boolean;
  /** Comes back on top of `refundCents`: discount that was kept when the package which paid the lesson ended. */
  keptBackCents: number;
  /** What it changes for the instructor; negative: what they pay. */
  instructorCents: number;
  ways: Way[];
  reason: string;
  until: string | null;
  isBeyondPapers: boolean;
  /** Whether what comes back can come as credit instead. */
  mayBeCredit: boolean;
  policyVersion: number;
};

/** What `GET /api/marketplace/close-account` answers: what still stands in the way, and what deleting the account comes to now. */
export type ClosingPlanAnswer = {
  lessons: number;
  payments: number;
  balances: number;
  cancelling: AheadCancelled[];
  packages: PackageGone[];
  /** Credit that is given up with the account. */
  creditCents: number;
  /** Stands for what goes; its owner agrees by sending it along. Empty where there is nothing to agree to. */
  plan: string;
};

/** A lesson ahead that goes with its learner or instructor, and what that comes to by the rules. */
export type AheadCancelled = {
  lesson: string;
  start: string;
  timezone: string;
  status: string;
  side: 'learner' | 'instructor';
  /** The other side's name. */
  withName: string;
  refundCents: number;
  creditCents: number;
  feeCents: number;
  /** Comes back on top of `refundCents`: discount that was kept when the package which paid the lesson ended. */
  keptBackCents: number;
  /** What it changes for the instructor; negative: what they pay. */
  instructorCents: number;
  ways: Way[];
  reason: string;
};

/** A package that goes with its learner or instructor, and what comes back to the learner. */
export type PackageGone = {
  package: string;
  side: 'learner' | 'instructor';
  /** The other side's name. */
  withName: string;
  minutesLeft: number;
  refundCents: number;
};

/** What `POST /api/marketplace/close-account` answers: whether nothing of the account is left, or what others need without a name. */
export type AccountClosingAnswer = { outcome: 'deleted' | 'erased' };
