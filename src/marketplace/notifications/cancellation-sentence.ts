import { cancellationTerms } from '#rules/cancellation/cancellation-terms.ts';
import { timeText } from './lesson-words.ts';

type Booked = { startMs: number; cancellationHours: number; timezone: string };

/** What cancelling from now on gives back, in one or two sentences with local times. */
export function cancellationSentence({ startMs, cancellationHours, timezone }: Booked, nowMs: number): string {
  const terms = cancellationTerms({ startMs, cancellationHours, bookedMs: nowMs });
  const untilOf = (percent: number) => terms.find(({ refundPercent }) => refundPercent === percent)?.untilMs;
  const [full, half] = [untilOf(100), untilOf(50)];
  if (half === undefined && full !== undefined) {
    return `Cancel it before ${timeText(full, timezone)} and all of the money comes back, after that nothing.`;
  }
  if (half === undefined) return 'The lesson is so near that cancelling it gives nothing back.';
  const halfText = timeText(half, timezone);
  if (full === undefined) return `Cancel it before ${halfText} and half of the money comes back, after that nothing.`;
  return `Cancel or move it before ${timeText(full, timezone)} and all of the money comes back. After that half of it, and nothing from ${halfText} on.`;
}
