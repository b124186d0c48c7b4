import { cancellationTerms } from '#rules/cancellation/cancellation-terms.ts';
import { mailsIn } from '#texts/by-language/mails.ts';
import { timeText } from './lesson-words.ts';

type Booked = { startMs: number; cancellationHours: number; timezone: string };

/** What cancelling from now on gives back, in one or two sentences with local times. */
export function cancellationSentence(booked: Booked, language: string, nowMs: number): string {
  const { startMs, cancellationHours, timezone } = booked;
  const texts = mailsIn(language);
  const written = { timezone, language };
  const terms = cancellationTerms({ startMs, cancellationHours, bookedMs: nowMs });
  const untilOf = (percent: number) => terms.find(({ refundPercent }) => refundPercent === percent)?.untilMs;
  const [full, half] = [untilOf(100), untilOf(50)];
  if (half === undefined && full !== undefined) {
    return texts.allBackBefore({ full: timeText(full, written) });
  }
  if (half === undefined) return texts.nothingBack;
  const halfText = timeText(half, written);
  if (full === undefined) return texts.halfBackBefore({ half: halfText });
  return texts.allThenHalfBack({ full: timeText(full, written), half: halfText });
}
