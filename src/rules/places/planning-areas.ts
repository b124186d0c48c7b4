/** A URA planning area. `isCommon` marks the 26 towns where most people live; they come first in choices. */
export type PlanningArea = { name: string; lat: number; lng: number; isCommon: boolean };

/** The 55 planning areas (docs/rules.md, a9) with the middle of each one's largest part, in degrees; good to a few hundred metres. */
export const planningAreas: readonly PlanningArea[] = [
  { name: 'Ang Mo Kio', lat: 1.38, lng: 103.842, isCommon: true },
  { name: 'Bedok', lat: 1.324, lng: 103.928, isCommon: true },
  { name: 'Bishan', lat: 1.355, lng: 103.841, isCommon: true },
  { name: 'Boon Lay', lat: 1.315, lng: 103.702, isCommon: false },
  { name: 'Bukit Batok', lat: 1.356, lng: 103.755, isCommon: true },
  { name: 'Bukit Merah', lat: 1.276, lng: 103.823, isCommon: true },
  { name: 'Bukit Panjang', lat: 1.367, lng: 103.773, isCommon: true },
  { name: 'Bukit Timah', lat: 1.33, lng: 103.791, isCommon: true },
  { name: 'Central Water Catchment', lat: 1.377, lng: 103.801, isCommon: false },
  { name: 'Changi Bay', lat: 1.324, lng: 104.025, isCommon: false },
  { name: 'Changi', lat: 1.351, lng: 103.998, isCommon: false },
  { name: 'Choa Chu Kang', lat: 1.386, lng: 103.747, isCommon: true },
  { name: 'Clementi', lat: 1.318, lng: 103.761, isCommon: true },
  { name: 'Downtown Core', lat: 1.285, lng: 103.854, isCommon: false },
  { name: 'Geylang', lat: 1.321, lng: 103.89, isCommon: true },
  { name: 'Hougang', lat: 1.364, lng: 103.89, isCommon: true },
  { name: 'Jurong East', lat: 1.32, lng: 103.735, isCommon: true },
  { name: 'Jurong West', lat: 1.342, lng: 103.705, isCommon: true },
  { name: 'Kallang', lat: 1.31, lng: 103.866, isCommon: true },
  { name: 'Lim Chu Kang', lat: 1.431, lng: 103.719, isCommon: false },
  { name: 'Mandai', lat: 1.424, lng: 103.803, isCommon: false },
  { name: 'Marina East', lat: 1.289, lng: 103.873, isCommon: false },
  { name: 'Marina South', lat: 1.279, lng: 103.865, isCommon: false },
  { name: 'Marine Parade', lat: 1.3, lng: 103.896, isCommon: true },
  { name: 'Museum', lat: 1.296, lng: 103.847, isCommon: false },
  { name: 'Newton', lat: 1.309, lng: 103.838, isCommon: false },
  { name: 'North-Eastern Islands', lat: 1.399, lng: 104.052, isCommon: false },
  { name: 'Novena', lat: 1.327, lng: 103.835, isCommon: false },
  { name: 'Orchard', lat: 1.303, lng: 103.833, isCommon: false },
  { name: 'Outram', lat: 1.283, lng: 103.842, isCommon: false },
  { name: 'Pasir Ris', lat: 1.379, lng: 103.948, isCommon: true },
  { name: 'Paya Lebar', lat: 1.359, lng: 103.915, isCommon: false },
  { name: 'Pioneer', lat: 1.313, lng: 103.673, isCommon: false },
  { name: 'Punggol', lat: 1.405, lng: 103.91, isCommon: true },
  { name: 'Queenstown', lat: 1.289, lng: 103.785, isCommon: true },
  { name: 'River Valley', lat: 1.298, lng: 103.834, isCommon: false },
  { name: 'Rochor', lat: 1.304, lng: 103.853, isCommon: false },
  { name: 'Seletar', lat: 1.413, lng: 103.877, isCommon: false },
  { name: 'Sembawang', lat: 1.456, lng: 103.819, isCommon: true },
  { name: 'Sengkang', lat: 1.391, lng: 103.888, isCommon: true },
  { name: 'Serangoon', lat: 1.365, lng: 103.868, isCommon: true },
  { name: 'Simpang', lat: 1.444, lng: 103.85, isCommon: false },
  { name: 'Singapore River', lat: 1.29, lng: 103.841, isCommon: false },
  { name: 'Southern Islands', lat: 1.25, lng: 103.83, isCommon: false },
  { name: 'Straits View', lat: 1.271, lng: 103.859, isCommon: false },
  { name: 'Sungei Kadut', lat: 1.418, lng: 103.758, isCommon: false },
  { name: 'Tampines', lat: 1.344, lng: 103.954, isCommon: true },
  { name: 'Tanglin', lat: 1.308, lng: 103.818, isCommon: false },
  { name: 'Tengah', lat: 1.364, lng: 103.729, isCommon: true },
  { name: 'Toa Payoh', lat: 1.337, lng: 103.861, isCommon: true },
  { name: 'Tuas', lat: 1.279, lng: 103.633, isCommon: false },
  { name: 'Western Islands', lat: 1.266, lng: 103.692, isCommon: false },
  { name: 'Western Water Catchment', lat: 1.382, lng: 103.69, isCommon: false },
  { name: 'Woodlands', lat: 1.441, lng: 103.788, isCommon: true },
  { name: 'Yishun', lat: 1.415, lng: 103.837, isCommon: true },
];

const byKey = new Map(planningAreas.map((area) => [area.name.toLowerCase(), area]));

/** The planning area of that name in any case, or undefined. */
export function findPlanningArea(name: string): PlanningArea | undefined {
  return byKey.get(name.trim().toLowerCase());
}

/** Where nobody lives, or only some dozens: reservoirs, an air base, industry, islands, land that is not built on (docs/rules.md, a9). */
const withoutHomes: ReadonlySet<string> = new Set([
  'Boon Lay',
  'Central Water Catchment',
  'Changi Bay',
  'Marina East',
  'Marina South',
  'North-Eastern Islands',
  'Paya Lebar',
  'Pioneer',
  'Simpang',
  'Southern Islands',
  'Straits View',
  'Tuas',
  'Western Islands',
  'Western Water Catchment',
]);

/** Whether people live in an area, so that it is offered as a place for a pick-up. One that was chosen before stays as it is. */
export function hasHomes(area: string): boolean {
  return !withoutHomes.has(area);
}
