import type { PolicyValues } from '../policies/policy-values.ts';
import { hourMs, minuteMs } from '../time/durations.ts';

/** Cancelling before `untilMs` gives back `refundPercent` of the price. */
export type CancellationTerm = { untilMs: number; refundPercent: number };

/** A lesson that is or will be booked at `bookedMs`; `cancellationHours` is 24, or 48 for instructors with that badge. */
export type CancellableLesson = { startMs: number; cancellationHours: number; bookedMs: number };

/** The figures that decide about cancelling. */
export type CancellationPolicy = Pick<
  PolicyValues,
  'tiers' | 'badgeEarlierHours' | 'graceMinutes' | 'graceBeyondHours'
>;

/** `cancellationHours` from which on an instructor has the badge (api.md: 24 or 48). */
const badgeHours = 48;

/**
 * The terms of a lesson (domain rules 5, 6 and 8) under the policies it was booked under, earliest first: in version 1 everything back until
 * 24 hours before the start, half until 12, nothing after that; with the badge each step is so many hours earlier. Right after booking
 * everything comes back too, if the lesson is further away than the policies say. Steps that were over when it was booked are left out.
 */
export function cancellationTerms(lesson: CancellableLesson, policy: CancellationPolicy): CancellationTerm[] {
  const { startMs, bookedMs } = lesson;
  const steps = [...tierSteps(lesson, policy), { untilMs: startMs, refundPercent: 0 }];
  const graceEndsMs = graceEnd(lesson, policy);
  if (graceEndsMs > bookedMs) steps.unshift({ untilMs: graceEndsMs, refundPercent: 100 });
  const terms: CancellationTerm[] = [];
  for (const step of steps) {
    const last = terms.at(-1);
    if (step.untilMs <= (last?.untilMs ?? bookedMs)) continue;
    if (last?.refundPercent === step.refundPercent) last.untilMs = step.untilMs;
    else terms.push(step);
  }
  return terms;
}

/** Until when cancelling and moving are free (domain rules 5, 8 and 9): the first step's limit or the end of the grace period, itself in time. */
export function freeUntil(lesson: CancellableLesson, policy: CancellationPolicy): number {
  const [first] = tierSteps(lesson, policy);
  return Math.max(first?.untilMs ?? Number.NEGATIVE_INFINITY, graceEnd(lesson, policy));
}

/** How much of the price comes back when the lesson is cancelled at an instant, in percent; each limit itself is in time. */
export function refundPercentAt(lesson: CancellableLesson, cancelledMs: number, policy: CancellationPolicy): number {
  return cancellationTerms(lesson, policy).find(({ untilMs }) => cancelledMs <= untilMs)?.refundPercent ?? 0;
}

/** How many hours before the start each step ends, the earliest first: with the badge so many hours earlier. */
export function stepHours(
  { cancellationHours }: Pick<CancellableLesson, 'cancellationHours'>,
  { tiers, badgeEarlierHours }: Pick<CancellationPolicy, 'tiers' | 'badgeEarlierHours'>,
): number[] {
  const earlierHours = cancellationHours >= badgeHours ? badgeEarlierHours : 0;
  return tiers.map(({ hoursBefore }) => hoursBefore + earlierHours);
}

function tierSteps(lesson: CancellableLesson, policy: CancellationPolicy): CancellationTerm[] {
  const hours = stepHours(lesson, policy);
  return policy.tiers.map(({ refundPercent }, step) => ({
    untilMs: lesson.startMs - (hours[step] ?? 0) * hourMs,
    refundPercent,
  }));
}

/** Until when cancelling right after booking is free (domain rule 8); never where the lesson is too near. */
function graceEnd({ startMs, bookedMs }: CancellableLesson, policy: CancellationPolicy): number {
  const isFarAway = startMs - bookedMs > policy.graceBeyondHours * hourMs;
  return isFarAway ? bookedMs + policy.graceMinutes * minuteMs : Number.NEGATIVE_INFINITY;
}
