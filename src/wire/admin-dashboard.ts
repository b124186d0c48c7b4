/**
 * What `GET /api/marketplace/dashboard?view=admin` answers to admins (403 for others): what waits for somebody, then figures. Instants are ISO
 * text in UTC, dates local (`YYYY-MM-DD`), money integer cents. Each queue has its first rows and how many there are in all.
 */
export type AdminDashboardAnswer = {
  view: 'admin';
  generatedAt: string;
  /** What the operator has not set up: mails are kept instead of sent, or links lead to this machine only. */
  setup: { sendsMail: boolean; hasPublicUrl: boolean };
  /** Papers of listed instructors that have expired or will within 30 days, the most urgent first. */
  papers: Queue<ExpiringPaper>;
  /** Profiles and papers that were sent in, changes, and suspensions that wait for a second person. */
  pendingPapers: number;
  /** Payments of the last 7 days that failed and were not made good, the newest first. */
  payments: Queue<FailedPayment>;
  /** Support requests without an answer, the one due first at the head. */
  support: Queue<OpenRequest>;
  accounts: { suspended: number; unverified: number };
  lessons: { requested: number; held: number; disputed: number };
  /** Reviews that were reported and not judged since, and what could not be paid out or delivered, and what a person has to send, until somebody deals with it. */
  waiting: { reportedReviews: number; failedPayouts: number; paymentsToSend: number; undeliveredMails: number };
  figures: {
    lessonsToday: number;
    lessonsThisMonth: number;
    /** What the platform earned this month by the ledger. */
    feesThisMonthCents: number;
    newAccountsThisWeek: number;
    listedInstructors: number;
  };
};

export type Queue<T> = { total: number; items: T[] };
/** `kind` is that of the paper, or `instructor_licence` for the licence to teach. `days` is negative when it has expired. */
export type ExpiringPaper = { instructor: string; name: string; kind: string; expiresOn: string; days: number };
export type FailedPayment = {
  id: string;
  learner: string;
  learnerName: string;
  amountCents: number;
  method: string;
  failureCode: string;
  failedAt: string;
};
export type OpenRequest = {
  id: string;
  subject: string;
  category: string;
  userName: string;
  answerBy: string;
  isLate: boolean;
};
