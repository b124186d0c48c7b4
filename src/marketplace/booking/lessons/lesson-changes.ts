/** Columns of a lesson that a move may change with the state, by name; instants as ISO texts. */
export type LessonChanges = Partial<{
  start: string;
  end: string;
  durationMinutes: number;
  priceCents: number;
  lines: unknown;
  holdExpiresAt: string | null;
  requestExpiresAt: string | null;
  confirmedAt: string | null;
  startCode: string;
}>;
