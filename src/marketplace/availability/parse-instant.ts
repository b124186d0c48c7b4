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

/** An instant as `/api/marketplace` writes it. */
export function isoInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
