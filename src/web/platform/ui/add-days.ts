/** The calendar date some days after another; dates are `YYYY-MM-DD` and have no zone. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
