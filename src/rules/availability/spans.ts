/** A stretch of time, start included, end excluded, in epoch milliseconds. */
export type Span = { startMs: number; endMs: number };

/** Sorted spans; touching and overlapping ones become one, empty ones go. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = spans.filter((span) => span.startMs < span.endMs).sort((a, b) => a.startMs - b.startMs);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last && span.startMs <= last.endMs) last.endMs = Math.max(last.endMs, span.endMs);
    else merged.push({ ...span });
  }
  return merged;
}
