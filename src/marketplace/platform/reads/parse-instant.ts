/** Epoch milliseconds of an RFC 3339 time or a wire date; undefined when it is neither. A time without a zone is refused. */
export function parseInstant(text: string | undefined): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s?(Z|[+-]\d{2}:\d{2})$/i.exec(
    text?.trim() ?? '',
  );
  if (!match) return undefined;
  const [, date = '', time, seconds = ':00', zone = 'Z'] = match;
  const instantMs = Date.parse(`${date}T${time}${seconds}${zone.toUpperCase()}`);
  const isRealDay = new Date(`${date}T00:00:00Z`).getUTCDate() === Number(date.slice(8));
  return Number.isNaN(instantMs) || !isRealDay ? undefined : instantMs;
}

// A day more on either side, as a year begins in each zone at another time.
const [askedFromMs, askedToMs] = [Date.UTC(1999, 11, 31), Date.UTC(2201, 0, 2)];

/**
 * Whether an instant (epoch milliseconds) is one that people ask about: in the years 2000 to 2200. Of others some are none to the database, and some are
 * none after a month was added or an hour of a zone.
 */
export function mayBeAsked(instantMs: number): boolean {
  return instantMs >= askedFromMs && instantMs < askedToMs;
}

/** What `parseInstant` answers, of what somebody asks about: undefined also outside the years 2000 to 2200. */
export function parseAskedInstant(text: string | undefined): number | undefined {
  const instantMs = parseInstant(text);
  return instantMs !== undefined && mayBeAsked(instantMs) ? instantMs : undefined;
}

/** An instant as `/api/marketplace` writes it. */
export function isoInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
