import type { SearchItem } from './search-page.ts';

/** What a result card shows, and no more: it travels with the page a second time for the browser's half. */
export type InstructorCardData = {
  id: string;
  name: string;
  photo: string;
  licenceClasses: string[];
  areas: string[];
  languages: string[];
  timezone: string;
  hourlyCents: number;
  rating: number | null;
  reviews: number;
  passRate: number;
  passRatePeriod: string;
  checkedOn: string;
  distanceKm?: number;
  /** Start and length in minutes of the next free times. */
  times: [start: string, minutes: number][];
};

/** The part of a search result that its card shows. */
export function instructorCardData({ instructor, nextSlots, distanceKm }: SearchItem): InstructorCardData {
  return {
    id: instructor.id,
    name: instructor.name,
    photo: instructor.photo,
    licenceClasses: instructor.licenceClasses,
    areas: instructor.areas.slice(0, 3),
    languages: instructor.languages,
    timezone: instructor.timezone,
    hourlyCents: instructor.hourlyCents,
    rating: instructor.ratingShown,
    reviews: instructor.ratingCount,
    passRate: instructor.passRatePercent,
    passRatePeriod: instructor.passRatePeriod,
    checkedOn: instructor.verifiedAt.slice(0, 10),
    times: nextSlots.slice(0, 3).map(({ start, end }) => [start, (Date.parse(end) - Date.parse(start)) / 60_000]),
    ...(distanceKm === undefined ? {} : { distanceKm }),
  };
}
