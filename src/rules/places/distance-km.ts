/** A place on the map in degrees. */
export type Point = { lat: number; lng: number };

const kmPerDegree = 111.195;
const radiansPerDegree = Math.PI / 180;

/** Kilometres as the crow flies, to a tenth. Flat-earth arithmetic: exact to a metre over an island 50 km wide. */
export function distanceKm(from: Point, to: Point): number {
  const north = (to.lat - from.lat) * kmPerDegree;
  const east = (to.lng - from.lng) * kmPerDegree * Math.cos(((from.lat + to.lat) / 2) * radiansPerDegree);
  return Math.round(Math.hypot(north, east) * 10) / 10;
}
