/** The minute of a local day at which something may begin: today's next full hour, or nine in the morning of another day. */
export function nextFullHour(date: string, now: { date: string; minute: number }): number {
  return date === now.date ? Math.min(1380, Math.ceil((now.minute + 1) / 60) * 60) : 540;
}
