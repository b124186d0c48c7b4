import type { Engine } from '#engine/engine.ts';
import type { ActivityAnswer } from '#wire/account.ts';
import { findActivity, findActivityDays } from './activity.store.ts';

export type ActivityByDay = ActivityAnswer & { days: Array<{ day: string; logins: number }> };

/** How much an account was used, in sum and by day. */
export async function readActivity({ db }: Engine, user: string): Promise<ActivityByDay> {
  return { ...(await findActivity(db, user)), days: await findActivityDays(db, user) };
}
