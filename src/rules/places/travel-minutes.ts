/** Roads are longer than the crow's flight, by about this much. */
const detour = 1.3;
/** The streets at both ends of a drive, and the expressway between them. */
const townKm = 5;
const townKmPerHour = 25;
const expresswayKmPerHour = 50;
/** To park and to find each other. */
const arrivingMinutes = 5;

/**
 * About how long the drive between two places takes, in minutes, rounded up to five: from the distance as the crow flies, the first kilometres at the
 * pace of a town's streets. An estimate to plan by: neither the hour nor the road is known.
 */
export function travelMinutes(distanceKm: number): number {
  const km = distanceKm * detour;
  const inTown = Math.min(km, townKm) / townKmPerHour;
  const beyond = Math.max(0, km - townKm) / expresswayKmPerHour;
  return Math.ceil(((inTown + beyond) * 60 + arrivingMinutes) / 5) * 5;
}
