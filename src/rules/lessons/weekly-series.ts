/** How many weeks one booking may hold the same time for. */
export const mostWeeks = 5;

/**
 * The weeks of a series, counted from its first lesson: 0 first, then later ones in order, each once, some left out perhaps. Undefined for anything
 * else.
 */
export function readWeeks(value: unknown): number[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value[0] !== 0) return undefined;
  const weeks = value.filter((week) => Number.isInteger(week) && week < mostWeeks) as number[];
  if (weeks.length !== value.length) return undefined;
  return weeks.every((week, index) => index === 0 || week > (weeks[index - 1] ?? 0)) ? weeks : undefined;
}
