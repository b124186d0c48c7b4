/** What `GET /api/marketplace/standing` answers: how the signed-in person stands, as a learner and as an instructor (domain rules 12 and 13). */
export type StandingAnswer = {
  learner: { state: 'good' | 'prepay_only' | 'manual_approval'; count: number; until: string | null };
  /** Null for who is no instructor. */
  instructor: {
    state: 'good' | 'warned' | 'hidden';
    count: number;
    warnedUntil: string | null;
    hiddenUntil: string | null;
    appealUntil: string | null;
  } | null;
};
