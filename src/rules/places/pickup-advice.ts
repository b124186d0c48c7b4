import { instantOf, localDayOf, weekdayOf } from '../time/local-time.ts';
import { distanceKm } from './distance-km.ts';
import { nearestArea } from './nearest-area.ts';
import { findPlanningArea, type PlanningArea, planningAreas } from './planning-areas.ts';
import { findPostalSector } from './postal-sectors.ts';

/** Where to meet in a planning area, or where one may not stop, and when that holds: on these weekdays (none: every day) between two minutes of the day. */
export type PickupAdvice = {
  area: string;
  kind: 'meet' | 'avoid';
  text: string;
  weekdays: readonly number[];
  startMinute: number;
  endMinute: number;
};

/** A stretch of time, in epoch milliseconds. */
export type AdviceSpan = { startMs: number; endMs: number };

// Areas in the middle of town are about that wide, and a code's first digits stand for a place that is known to about as much.
const nearKm = 1;

/**
 * The planning areas that a postal code may lie in, the nearest first: the nearest of all 55, every other whose middle is within a kilometre, and
 * the town that people say. None for a code of no assigned sector.
 */
export function areasAround(postalCode: string): string[] {
  const place = findPostalSector(postalCode);
  if (!place) return [];
  const km = (area: PlanningArea) => distanceKm(place, area);
  const byDistance = [...planningAreas].sort((one, other) => km(one) - km(other));
  const near = byDistance.filter((area, index) => index === 0 || km(area) <= nearKm).map(({ name }) => name);
  const town = findPlanningArea(place.town)?.name ?? nearestArea(place).name;
  return [...new Set([...near, town])];
}

/** What of some advice holds at any time of a stretch, in wall time of a zone; all of it where no time is known. */
export function adviceAt<Advice extends PickupAdvice>(
  advice: readonly Advice[],
  zone: string,
  span: AdviceSpan | undefined,
): Advice[] {
  return advice.filter((each) => span === undefined || holdsIn(each, zone, span));
}

function holdsIn({ weekdays, startMinute, endMinute }: PickupAdvice, zone: string, { startMs, endMs }: AdviceSpan) {
  const [first, last] = [localDayOf(zone, startMs), localDayOf(zone, Math.max(startMs, endMs - 1))];
  for (let day = first; day <= last; day++) {
    if (weekdays.length > 0 && !weekdays.includes(weekdayOf(day))) continue;
    if (instantOf(zone, day, startMinute) < endMs && instantOf(zone, day, endMinute) > startMs) return true;
  }
  return false;
}
