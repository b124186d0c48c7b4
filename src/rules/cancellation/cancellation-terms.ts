const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** After booking a lesson that is more than a day away, cancelling is free for so long (domain rule 8). */
const graceMs = 30 * minuteMs;

/** Cancelling before `untilMs` gives back `refundPercent` of the price. */
export type CancellationTerm = { untilMs: number; refundPercent: number };

/** A lesson that is or will be booked at `bookedMs`; `cancellationHours` is 24, or 48 for instructors with that badge. */
export type CancellableLesson = { startMs: number; cancellationHours: number; bookedMs: number };

/**
 * The terms of a lesson (domain rules 5, 6 and 8), earliest first: everything back until 24 hours before the start, half until 12, nothing
 * after that; with the 48-hour badge each step is 24 hours earlier. Right after booking everything comes back too, if the lesson is more
 * than a day away. Steps that were over when it was booked are left out.
 */
export function cancellationTerms({ startMs, cancellationHours, bookedMs }: CancellableLesson): CancellationTerm[] {
  const graceEndsMs = startMs - bookedMs > 24 * hourMs ? bookedMs + graceMs : bookedMs;
  const steps: CancellationTerm[] = [
    { untilMs: Math.max(startMs - cancellationHours * hourMs, graceEndsMs), refundPercent: 100 },
    { untilMs: startMs - (cancellationHours - 12) * hourMs, refundPercent: 50 },
    { untilMs: startMs, refundPercent: 0 },
  ];
  return steps.filter(({ untilMs }, index) => untilMs > Math.max(bookedMs, steps[index - 1]?.untilMs ?? bookedMs));
}

/** How much of the price comes back when the lesson is cancelled at an instant, in percent. */
export function refundPercentAt(lesson: CancellableLesson, cancelledMs: number): number {
  return cancellationTerms(lesson).find(({ untilMs }) => cancelledMs <= untilMs)?.refundPercent ?? 0;
}
