import { type CancellationPolicy, cancellationTerms } from '#rules/cancellation/cancellation-terms.ts';
import { mailsIn } from '#texts/by-language/mails.ts';
import { timeText } from '../../../platform/reads/time-words.ts';

type Booked = { startMs: number; cancellationHours: number; timezone: string; policy: CancellationPolicy };

/** What cancelling from now on gives back by the policies that the lesson was booked under, a sentence a step, with local times. */
export function cancellationSentence(booked: Booked, language: string, nowMs: number): string {
  const { startMs, cancellationHours, timezone, policy } = booked;
  const texts = mailsIn(language);
  const terms = cancellationTerms({ startMs, cancellationHours, bookedMs: nowMs }, policy);
  const steps = terms
    .filter(({ refundPercent }) => refundPercent > 0)
    .map(({ untilMs, refundPercent }) => ({
      until: timeText(untilMs, { timezone, language }),
      percent: String(refundPercent),
    }));
  const [first, ...later] = steps;
  if (!first) return texts.nothingBack;
  return [texts.moneyBackBefore(first), ...later.map(texts.partBackUntil), texts.afterThatNothing].join(' ');
}
