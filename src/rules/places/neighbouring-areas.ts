import { distanceKm } from './distance-km.ts';
import { findPlanningArea, planningAreas } from './planning-areas.ts';

/** A planning area and how far its middle is from another's, in kilometres. */
export type Neighbour = { name: string; km: number };

/** The common planning areas nearest to one by the distance of their middles, nearest first; none for a name that is no planning area. */
export function neighbouringAreas(name: string, count = 4): Neighbour[] {
  const middle = findPlanningArea(name);
  if (!middle) return [];
  return planningAreas
    .filter((area) => area.isCommon && area.name !== middle.name)
    .map((area) => ({ name: area.name, km: distanceKm(middle, area) }))
    .sort((one, other) => one.km - other.km || (one.name < other.name ? -1 : 1))
    .slice(0, count);
}
