import type { SearchItem } from '#wire/search.ts';

/** What a result card shows, and no more: it travels with the page a second time for the browser's half. */
export type InstructorCardData = {
  id: string;
  name: string;
  photo: string;
  licenceClasses: string[];
  areas: string[];
  languages: string[];
  timezone: string;
  hourlyFromCents: number;
  hourlyToCents: number;
  instantBooking: boolean;
  considersTravel: boolean;
  rating: number | null;
  reviews: number;
  passRate: number;
  passRatePeriod: string;
  passRateSample: number;
  checkedOn: string;
  distanceKm?: number;
  /** The length of the next free times in minutes. */
  minutes: number;
  /** Start and price in cents of the next free times. */
  times: [start: string, priceCents: number][];
};

/** The part of a search result that its card shows. */
export function instructorCardData(item: SearchItem): InstructorCardData {
  const { instructor, nextSlots, distanceKm } = item;
  return {
    id: instructor.id,
    name: instructor.name,
    photo: instructor.photo,
    licenceClasses: instructor.licenceClasses,
    areas: instructor.areas.slice(0, 3),
    languages: instructor.languages,
    timezone: instructor.timezone,
    hourlyFromCents: item.hourlyFromCents,
    hourlyToCents: item.hourlyToCents,
    instantBooking: instructor.instantBooking,
    considersTravel: instructor.considersTravel ?? false,
    rating: instructor.ratingShown,
    reviews: instructor.ratingCount,
    passRate: instructor.passRatePercent,
    passRatePeriod: instructor.passRatePeriod,
    passRateSample: instructor.passRateSample,
    checkedOn: instructor.verifiedAt.slice(0, 10),
    minutes: Math.min(...instructor.lessonMinutes, ...(instructor.lessonMinutes.length > 0 ? [] : [60])),
    times: nextSlots.slice(0, 3).map(({ start, priceCents }) => [start, priceCents]),
    ...(distanceKm === undefined ? {} : { distanceKm }),
  };
}
