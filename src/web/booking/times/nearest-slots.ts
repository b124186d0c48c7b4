type Timed = { start: string };

/** The `count` starts nearest to a wanted one, before or after it, then put in order of time. */
export function nearestSlots<T extends Timed>(slots: readonly T[], wantedStart: string, count = 3): readonly T[] {
  const wanted = Date.parse(wantedStart);
  const distance = (slot: T) => Math.abs(Date.parse(slot.start) - wanted);
  return slots
    .filter((slot) => distance(slot) > 0)
    .sort((one, other) => distance(one) - distance(other) || Date.parse(one.start) - Date.parse(other.start))
    .slice(0, count)
    .sort((one, other) => Date.parse(one.start) - Date.parse(other.start));
}
