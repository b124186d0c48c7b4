/** A stretch of a weekday, in minutes of Singapore's wall clock. */
export type Window = { weekday: number; startMinute: number; endMinute: number };

/** A `waitlist_entries` record as its learner sees it. */
export type WaitlistEntry = {
  id: string;
  licenceClass: string;
  areas: string[] | null;
  windows: Window[] | null;
  before: string;
  instructor: string;
  status: 'open' | 'done' | 'over';
  paused: boolean;
  created: string;
  expand?: { instructor?: { id: string; name: string } };
};

/** A `waitlist_offers` record as its learner sees it. */
export type WaitlistOffer = {
  id: string;
  entry: string;
  instructor: string;
  start: string;
  durationMinutes: number;
  expiresAt: string;
  status: 'open' | 'taken' | 'lapsed' | 'declined';
  lesson: string;
  expand?: { instructor?: { id: string; name: string; timezone: string; areas: string[]; considersTravel?: boolean } };
};
