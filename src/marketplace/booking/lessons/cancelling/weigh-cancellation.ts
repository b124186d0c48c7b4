import type { Queryable, Row } from '#engine/database/database.ts';
import { mayLeaveFree } from '#rules/absences/late-arrival.ts';
import {
  type CancellationOutcome,
  type CancelledLesson,
  cancelByAdmin,
  cancelByInstructor,
  cancelByLearner,
} from '#rules/cancellation/cancel-lesson.ts';
import { mercySince } from '#rules/cancellation/mercy-pass.ts';
import { asCredit, mayBeCredit } from '#rules/cancellation/refund-as-credit.ts';
import type { GiftCredit } from '#rules/fees/gift-fee.ts';
import { type FeeHistory, platformFee } from '#rules/fees/platform-fee.ts';
import type { LessonActor } from '#rules/lessons/lesson-life.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { freeAfterImposedMove } from '#rules/rescheduling/decide-move.ts';
import { type Give, type SettledLesson, settlementOf } from '#rules/settlement/settlement-of.ts';
import { findFeeHistory, findGiftCredit, type MoneyPlan, weighGoodwill } from '../lesson-money.ts';
import { isBeyondPapers } from '../papers/beyond-papers.ts';
import {
  countMercyPasses,
  countOwnMercyPasses,
  findImposedMove,
  findKeptBack,
  findPaidSums,
  findStamps,
  findZone,
  type PaidSums,
} from './cancelling.store.ts';

/** Whose cancellation it is; a superuser's counts as staff's. */
export type Canceller = 'learner' | 'instructor' | 'admin';

/** What cancelling a lesson at an instant comes to, and what that does to its money. */
export type Weighed = {
  /** The state that the lesson was in. */
  from: string;
  by: Canceller;
  outcome: CancellationOutcome;
  plan: MoneyPlan;
  paid: PaidSums;
  /** What comes back on top of it: discount that was kept when the package which paid it ended. */
  keptBackCents: number;
  /** What the instructor gets of it after the platform's fee; negative: what they pay. */
  instructorCents: number;
  /** The confirmed lesson lies after the end of what was checked of its instructor: its learner has all the money back at any time (rule 28). */
  isBeyondPapers: boolean;
  /** Until when its learner has all the money back because the instructor moved it without asking (rule 9); null where that is not so. */
  movedUntilMs: number | null;
  /** Its learner said in time to be there, and its instructor did not: the learner leaves for nothing (rule 10). */
  isInstructorLate: boolean;
  /** Whether its learner may have what comes back as credit at once (rule 5), and whether that is how it comes back. */
  mayBeCredit: boolean;
  isCredit: boolean;
};

/** `wantsCredit`: the learner wants what comes back as credit, not the way it was paid; without effect where there is nothing to choose. */
export type ToWeigh = { lesson: Row; policy: PolicyValues; by: LessonActor; nowMs: number; wantsCredit?: boolean };

/** In which role somebody cancels. */
export function cancellerOf(by: LessonActor): Canceller {
  return by === 'learner' || by === 'instructor' ? by : 'admin';
}

/** A lesson as the rules of cancelling see it. It counts as booked when it was confirmed. */
export function cancellableOf(lesson: Row, priceCents = Number(lesson.priceCents)): CancelledLesson {
  const msOf = (value: unknown) => (value instanceof Date ? value.getTime() : 0);
  return {
    startMs: msOf(lesson.start),
    cancellationHours: Number(lesson.cancellationHours),
    bookedMs: msOf(lesson.confirmedAt ?? lesson.created),
    priceCents,
  };
}

/**
 * Works out what cancelling comes to now (domain rules 5 to 8 and 11), by the policies that the lesson was booked under. Before the booking
 * stands, all that was paid comes back. Of a lesson whose money did not come through the product (an import) the terms are answered, and
 * nothing moves.
 */
export async function weighCancellation(db: Queryable, { wantsCredit = false, ...toWeigh }: ToWeigh): Promise<Weighed> {
  const sums = await weighSums(db, toWeigh);
  const weighed = { ...sums, keptBackCents: await keptBackOf(db, String(toWeigh.lesson.id), sums) };
  const mayChoose =
    weighed.by === 'learner' && weighed.from !== 'held' && mayBeCredit(weighed.outcome.refundCents, weighed.paid.ways);
  if (!mayChoose || !wantsCredit) return { ...weighed, mayBeCredit: mayChoose, isCredit: false };
  return { ...weighed, plan: { settle: asCredit(weighed.gives) }, mayBeCredit: true, isCredit: true };
}

// Money goes back in the order of the ways; of a package that ended what is reached of its part.
async function keptBackOf(db: Queryable, lesson: string, { outcome, paid }: Sums): Promise<number> {
  const at = paid.ways.findIndex(({ method }) => method === 'ended_package');
  if (at < 0) return 0;
  const before = paid.ways.slice(0, at).reduce((sum, { cents }) => sum + cents, 0);
  const cents = Math.min(outcome.refundCents - before, paid.ways[at]?.cents ?? 0);
  return cents > 0 ? findKeptBack(db, lesson, cents) : 0;
}

type Sums = Omit<Weighed, 'mayBeCredit' | 'isCredit' | 'keptBackCents'> & { gives: readonly Give[] };

async function weighSums(db: Queryable, { lesson, policy, by, nowMs }: Omit<ToWeigh, 'wantsCredit'>): Promise<Sums> {
  const paid = await findPaidSums(db, String(lesson.id), nowMs);
  const history = await findFeeHistory(db, lesson);
  const gift = await findGiftCredit(db, String(lesson.id));
  const canceller = cancellerOf(by);
  const paidCents = paid.moneyCents + paid.creditCents;
  if (lesson.status !== 'confirmed') {
    const outcome = cancelByAdmin(cancellableOf(lesson, paidCents));
    return {
      from: String(lesson.status),
      by: canceller,
      outcome,
      plan: { settle: 'all' },
      gives: outcome.gives,
      paid,
      instructorCents: 0,
      isBeyondPapers: false,
      movedUntilMs: null,
      isInstructorLate: false,
    };
  }
  // What an own learner without an account pays, the two settle between them.
  const priceCents = lesson.learner === '' ? 0 : Number(lesson.priceCents);
  const cancelled = cancellableOf(lesson, paidCents === 0 ? priceCents : Math.min(priceCents, paidCents));
  const isBeyond = await isBeyondPapers(db, lesson.id);
  const question = { canceller, lesson, cancelled, history, gift, isPaid: paidCents > 0, policy, nowMs };
  const movedUntilMs = canceller === 'learner' ? await findMovedUntil(db, { lesson, policy }) : null;
  const isMoved = movedUntilMs !== null && nowMs <= movedUntilMs && nowMs < cancelled.startMs;
  const isInstructorLate = canceller === 'learner' && (await isStoodUp(db, { lesson, policy, nowMs }));
  const isFree = canceller === 'learner' && (isBeyond || isMoved || isInstructorLate);
  const outcome = isFree ? cancelByAdmin(cancelled) : await outcomeOf(db, question);
  const gives = outcome.gives.filter(({ from, cents }) => cents > 0 && (paidCents > 0 || from !== 'held'));
  const { instructorCents } = settlementOf(settledLessonOf(lesson, paid), gives, { history, policy, gift });
  const plan: MoneyPlan = { settle: gives };
  const why = { isBeyondPapers: isBeyond, movedUntilMs: isMoved ? movedUntilMs : null, isInstructorLate };
  return { from: 'confirmed', by: canceller, outcome, plan, gives, paid, instructorCents, ...why };
}

// Who did not say in time to be there has no word against an instructor who did not either.
async function isStoodUp(
  db: Queryable,
  { lesson, policy, nowMs }: Pick<ToWeigh, 'lesson' | 'policy' | 'nowMs'>,
): Promise<boolean> {
  const { startMs } = cancellableOf(lesson);
  if (nowMs <= startMs) return false;
  return mayLeaveFree({ startMs }, { nowMs, ...(await findStamps(db, lesson)) }, policy);
}

async function findMovedUntil(
  db: Queryable,
  { lesson, policy }: Pick<ToWeigh, 'lesson' | 'policy'>,
): Promise<number | null> {
  const movedMs = await findImposedMove(db, lesson);
  const { startMs } = cancellableOf(lesson);
  return movedMs === undefined ? null : freeAfterImposedMove({ movedMs, startMs }, policy);
}

/** A lesson as the rules of settling see it. */
function settledLessonOf(lesson: Row, paid: Pick<PaidSums, 'moneyCents' | 'creditCents'>): SettledLesson {
  return {
    lesson: String(lesson.id),
    learner: String(lesson.learner),
    instructor: String(lesson.instructor),
    durationMinutes: Number(lesson.durationMinutes),
    isOwnLearner: Boolean(lesson.ownLearner),
    paid,
  };
}

type Question = {
  canceller: Canceller;
  lesson: Row;
  cancelled: CancelledLesson;
  history: FeeHistory;
  gift: GiftCredit;
  isPaid: boolean;
  policy: PolicyValues;
  nowMs: number;
};

async function outcomeOf(db: Queryable, question: Question): Promise<CancellationOutcome> {
  const { canceller, lesson, cancelled, history, gift, isPaid, policy, nowMs } = question;
  if (canceller === 'admin') return cancelByAdmin(cancelled);
  if (canceller === 'instructor') {
    return cancelByInstructor(cancelled, nowMs, {
      policy,
      goodwill: await weighGoodwill(db, { lesson, isPaid, policy }),
    });
  }
  const { durationMinutes, isOwnLearner } = settledLessonOf(lesson, { moneyCents: 0, creditCents: 0 });
  const platformFeeOf = (keptCents: number) =>
    platformFee({ keptCents, durationMinutes, isOwnLearner }, history, policy);
  // What nobody paid here can't become credit.
  const mercyPassesUsed = isPaid ? await findPassesUsed(db, { lesson, policy, nowMs }) : policy.mercyPasses;
  return cancelByLearner(cancelled, nowMs, { policy, mercyPassesUsed, platformFeeOf, gift });
}

type Forgivable = Pick<ToWeigh, 'lesson' | 'policy' | 'nowMs'>;

// Of an own learner there is no fee that the instructor's half could come from: all would be theirs to give, and they may waive it.
async function findPassesUsed(db: Queryable, { lesson, policy, nowMs }: Forgivable): Promise<number> {
  if (lesson.ownLearner) return policy.mercyPasses;
  const sinceMs = mercySince(await findZone(db, lesson.instructor), nowMs, policy);
  return countMercyPasses(db, lesson.learner, sinceMs);
}

/**
 * Whether a late cancellation of a lesson that is ahead may be forgiven until it begins (domain rule 7): its learner has a mercy pass left by then. Passes of
 * their other accounts do not count here, as another telephone number makes them somebody else's.
 */
export async function mayBeForgiven(db: Queryable, { lesson, policy, nowMs }: Forgivable): Promise<boolean> {
  const { startMs } = cancellableOf(lesson);
  if (nowMs >= startMs || lesson.ownLearner) return false;
  const sinceMs = mercySince(await findZone(db, lesson.instructor), startMs, policy);
  return (await countOwnMercyPasses(db, lesson.learner, sinceMs)) < policy.mercyPasses;
}
