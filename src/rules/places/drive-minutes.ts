import { distanceKm, type Point } from './distance-km.ts';
import { findPostalSector } from './postal-sectors.ts';
import { travelMinutes } from './travel-minutes.ts';

/**
 * About how long the drive from one place to another takes, in minutes; none within one place, since two pick-ups there are as near as the places are
 * known. Undefined where either is not known.
 */
export function driveMinutes(from: Point | undefined, to: Point | undefined): number | undefined {
  if (!from || !to) return undefined;
  return from.lat === to.lat && from.lng === to.lng ? 0 : travelMinutes(distanceKm(from, to));
}

/** The same between two postal codes; undefined where one has no assigned sector. */
export function driveBetween(from: string, to: string): number | undefined {
  return driveMinutes(findPostalSector(from), findPostalSector(to));
}
