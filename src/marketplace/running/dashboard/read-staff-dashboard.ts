import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { deskRights, type WaitingDesk, waitingDesks } from '#rules/staff/waiting-desks.ts';
import { endOfWorkingDay } from '#rules/time/add-working-days.ts';
import { dateText, instantOf, localDayOf, parseDate } from '#rules/time/local-time.ts';
import type { DeskWaiting, StaffDashboardAnswer } from '#wire/staff-dashboard.ts';
import { countContradictions, countMoneyToSend, findOldestMoneyToSend } from '../../money/bank/money-to-send.ts';
import { countOldDifferences } from '../../money/outside/count-old-differences.ts';
import { countProviderCases } from '../../money/provider-cases/count-provider-cases.ts';
import { findHolidays } from '../../platform/facts/find-holidays.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { hasRight } from '../../platform/reads/require-right.ts';
import { countDueRechecks } from '../../teaching/rechecks/count-due-rechecks.ts';
import { isoOf } from './present-lesson.ts';
import {
  countFailedPayouts,
  countOpenClaims,
  countOpenRequests,
  countPapersToCheck,
  countReviewsToJudge,
} from './staff-dashboard.store.ts';

const zone = 'Asia/Singapore';

type Waits = { count: number; sinceMs?: number | null; dueMs?: number | null };

/** What waits at the desks that somebody's rights open, and by when; of other desks nothing is read. Days are Singapore's. */
export async function readStaffDashboard(engine: Engine, auth: AuthRecord): Promise<StaffDashboardAnswer> {
  const desks = waitingDesks.filter((desk) => hasRight(auth, deskRights[desk]));
  const waiting = await Promise.all(desks.map(async (desk) => present(desk, await readers[desk](engine))));
  return { view: 'staff', generatedAt: isoOf(engine.clock.nowMs()), waiting };
}

function present(desk: WaitingDesk, { count, sinceMs = null, dueMs = null }: Waits): DeskWaiting {
  const iso = (ms: number | null) => (ms === null ? null : isoOf(ms));
  return { desk, count, since: iso(sinceMs), dueAt: iso(dueMs) };
}

const readers: Record<WaitingDesk, (engine: Engine) => Promise<Waits>> = {
  papers: async ({ db }) => {
    const { count, firstMs } = await countPapersToCheck(db);
    return { count, sinceMs: firstMs };
  },
  rechecks: async (engine) => ({ count: await countDueRechecks(engine) }),
  reviews: async (engine) => {
    const { count, firstMs } = await countReviewsToJudge(engine.db);
    return { count, sinceMs: firstMs, dueMs: await dueAfter(engine, 'moderationWorkingDays', firstMs) };
  },
  support: async ({ db }) => dueOf(await countOpenRequests(db)),
  claims: async ({ db }) => dueOf(await countOpenClaims(db)),
  payouts: async ({ db }) => {
    const { count, date } = await countFailedPayouts(db);
    return { count, dueMs: endOfDate(date) };
  },
  bank: async (engine) => {
    const [toSend, { refundMs, payoutDate }, cases, outside, contradicting] = await Promise.all([
      countMoneyToSend(engine),
      findOldestMoneyToSend(engine),
      countProviderCases(engine),
      countOldDifferences(engine),
      countContradictions(engine),
    ]);
    const due = [
      await dueAfter(engine, 'refundWorkingDays', refundMs),
      endOfDate(payoutDate),
      cases.dueMs,
      outside.dueMs,
    ];
    const known = due.filter((ms) => ms !== null);
    const count = toSend + cases.count + outside.count + contradicting;
    return { count, sinceMs: refundMs, dueMs: known.length > 0 ? Math.min(...known) : null };
  },
};

function dueOf({ count, firstMs }: { count: number; firstMs: number | null }): Waits {
  return { count, dueMs: firstMs };
}

/** The last instant of a local date: what is due on it is late on the next one. */
function endOfDate(date: string | null): number | null {
  const day = date === null ? undefined : parseDate(date);
  return day === undefined ? null : instantOf(zone, day + 1, 0) - 1;
}

/** The last instant of the working day by which the policy promises something that waits since an instant. */
async function dueAfter(
  { db, clock }: Engine,
  promise: 'moderationWorkingDays' | 'refundWorkingDays',
  sinceMs: number | null,
): Promise<number | null> {
  if (sinceMs === null) return null;
  const [policy, holidays] = await Promise.all([
    findPolicyAt(db, clock.nowMs()),
    findHolidays(db, dateText(localDayOf(zone, sinceMs))),
  ]);
  return endOfWorkingDay(zone, sinceMs, { days: policy.values[promise], holidays }) - 1;
}
