import type { CancelledLesson } from '#rules/cancellation/cancel-lesson.ts';
import { cancellationTerms, freeUntil, stepHours } from '#rules/cancellation/cancellation-terms.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { hourMs } from '#rules/time/durations.ts';
import { cancellingIn } from '#texts/by-language/cancelling.ts';
import { formatUnit } from '#texts/format-number.ts';
import { localeFor } from '#texts/locale-for.ts';
import type { Weighed } from './weigh-cancellation.ts';

type Now = { cancelled: CancelledLesson; policy: PolicyValues; nowMs: number; language: string };

/** Why a cancellation comes to what it comes to, as a sentence made from the figures of the lesson's policies. */
export function cancellationReason(weighed: Weighed, now: Now): string {
  const { from, by, outcome, paid, isBeyondPapers, isInstructorLate } = weighed;
  const { policy, language } = now;
  const texts = cancellingIn(language);
  const written = localeFor(language);
  if (from === 'held') return paid.ways.length > 0 ? texts.partPaidYet : texts.nothingPaidYet;
  if (from === 'requested') return texts.notAcceptedYet;
  if (by === 'admin') return texts.byStaff;
  if (by === 'instructor') {
    if (!outcome.isLate) return texts.byInstructor;
    return texts.byInstructorLate({ hours: formatUnit(policy.goodwillBelowHours, 'hour', written) });
  }
  if (isBeyondPapers) return texts.papersEndBefore;
  if (isInstructorLate)
    return texts.instructorNotThere({ wait: formatUnit(policy.noShowAfterMinutes, 'minute', written) });
  if (!outcome.isLate) return freeReason(now);
  const hours = formatUnit(hoursMissed(now), 'hour', written);
  const percent = String(outcome.refundPercent);
  const tier = outcome.refundPercent > 0 ? texts.partBack({ hours, percent }) : texts.noneBack({ hours });
  if (!outcome.usesMercyPass) return tier;
  return `${tier} ${texts.mercyPass({ months: formatUnit(policy.mercyMonths, 'month', written) })}`;
}

function freeReason({ cancelled, policy, nowMs, language }: Now): string {
  const texts = cancellingIn(language);
  const written = localeFor(language);
  if (nowMs > freeUntil(cancelled, policy)) {
    return texts.instructorMovedIt({ hours: formatUnit(policy.rescheduleAnswerHours, 'hour', written) });
  }
  const [first] = stepHours(cancelled, policy);
  if (first !== undefined && cancelled.startMs - nowMs >= first * hourMs) {
    return texts.aheadOf({ hours: formatUnit(first, 'hour', written) });
  }
  return texts.withinGrace({ grace: formatUnit(policy.graceMinutes, 'minute', written) });
}

/** The hours of the step that was missed last: the least of those that are further ahead than the lesson. */
function hoursMissed({ cancelled, policy, nowMs }: Now): number {
  const missed = stepHours(cancelled, policy).filter((hours) => cancelled.startMs - nowMs < hours * hourMs);
  return Math.min(...missed);
}

/** Until when a cancellation comes to the same, or null where nothing but the lesson's end changes it. */
export function sameUntil(
  { from, by, outcome, isBeyondPapers, movedUntilMs, isInstructorLate }: Weighed,
  { cancelled, policy, nowMs }: Omit<Now, 'language'>,
): number | null {
  if (from !== 'confirmed' || by === 'admin') return null;
  if (by === 'instructor') return outcome.isLate ? null : cancelled.startMs - policy.goodwillBelowHours * hourMs;
  if (isBeyondPapers || isInstructorLate) return null;
  if (!outcome.isLate) return Math.max(freeUntil(cancelled, policy), movedUntilMs ?? Number.NEGATIVE_INFINITY);
  const term = cancellationTerms(cancelled, policy).find(({ untilMs }) => nowMs <= untilMs);
  return term && term.refundPercent > 0 ? term.untilMs : null;
}
