/** A stretch of time, start included, end excluded, in epoch milliseconds. */
export type Span = { startMs: number; endMs: number };

/** Sorted spans; touching and overlapping ones become one, empty ones go. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const full = spans.filter((span) => span.startMs < span.endMs);
  return joinTouching(full, 'startMs', 'endMs');
}

/** Stretches in order, those that touch or overlap as one, whatever they are measured in: `start` and `end` name their ends. */
export function joinTouching<Start extends string, End extends string>(
  stretches: ReadonlyArray<Record<Start | End, number>>,
  start: Start,
  end: End,
): Array<Record<Start | End, number>> {
  const joined: Array<Record<Start | End, number>> = [];
  for (const stretch of stretches.toSorted((one, other) => one[start] - other[start])) {
    const last = joined.at(-1);
    if (last && stretch[start] <= last[end]) last[end] = Math.max(last[end], stretch[end]);
    else joined.push({ ...stretch });
  }
  return joined;
}
