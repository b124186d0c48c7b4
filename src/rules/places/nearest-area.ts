import { distanceKm, type Point } from './distance-km.ts';
import { type PlanningArea, planningAreas } from './planning-areas.ts';
import { findPostalSector } from './postal-sectors.ts';

/** The planning area whose middle is nearest to a point; only the 26 common ones count, since people are picked up there. */
export function nearestArea(point: Point): PlanningArea {
  let nearest: PlanningArea | undefined;
  let nearestKm = Number.POSITIVE_INFINITY;
  for (const area of planningAreas) {
    const km = area.isCommon ? distanceKm(point, area) : Number.POSITIVE_INFINITY;
    if (km >= nearestKm) continue;
    nearest = area;
    nearestKm = km;
  }
  if (!nearest) throw new Error('There is no common planning area.');
  return nearest;
}

/** The common planning area nearest to a postal code, or undefined for one of no assigned sector. */
export function areaOfPostalCode(postalCode: string): PlanningArea | undefined {
  const sector = findPostalSector(postalCode);
  return sector && nearestArea(sector);
}
