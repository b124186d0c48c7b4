/** An instant as the wire writes it: `YYYY-MM-DD HH:MM:SS.mmmZ`, UTC. */
export function wireDate(instant: Date | number): string {
  return new Date(instant).toISOString().replace('T', ' ');
}
