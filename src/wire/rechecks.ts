import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/rechecks` answers: `due` is how many are not compared since `dueBefore`, or were not found then. */
export type RechecksAnswer = PageOf<Recheck> & { due: number; dueBefore: string };

/** An instructor with what was found last on the Police's list; dates of Singapore, null where nobody ever looked. */
export type Recheck = {
  id: string;
  name: string;
  status: string;
  licenceExpiresOn: string;
  lastCheckedOn: string | null;
  lastListedOn: string | null;
  lastOutcome: string | null;
  lastChecker: string | null;
  isDue: boolean;
};
