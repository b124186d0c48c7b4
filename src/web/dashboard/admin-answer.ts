type Queue<T> = { total: number; items: T[] };

/** What `GET /api/marketplace/dashboard?view=admin` answers, as the page uses it. ISO instants, local dates, integer cents. */
export type AdminAnswer = {
  view: 'admin';
  /** What the operator has set up; what is not is said at the head of the page. */
  setup: { sendsMail: boolean; hasPublicUrl: boolean };
  papers: Queue<{ instructor: string; name: string; kind: string; expiresOn: string; days: number }>;
  pendingPapers: number;
  payments: Queue<{ id: string; learnerName: string; amountCents: number; method: string; failedAt: string }>;
  support: Queue<{ id: string; subject: string; userName: string; answerBy: string; isLate: boolean }>;
  accounts: { suspended: number; unverified: number };
  lessons: { requested: number; held: number; disputed: number };
  waiting: { reportedReviews: number; failedPayouts: number; paymentsToSend: number; undeliveredMails: number };
  figures: {
    lessonsToday: number;
    lessonsThisMonth: number;
    feesThisMonthCents: number;
    newAccountsThisWeek: number;
    listedInstructors: number;
  };
};
