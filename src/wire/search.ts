import type { FreeTime } from './booking.ts';
import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/instructors` answers. */
export type SearchAnswer = PageOf<SearchItem> & { facets: Facets };

/** A listed instructor with their first free times of the shortest lesson that they offer. */
export type SearchItem = {
  instructor: FoundInstructor;
  nextSlots: FreeTime[];
  /** Of the shortest lesson the instructor offers. */
  priceCents: number;
  /** The lowest and the highest price of an hour among the free times that were asked for. */
  hourlyFromCents: number;
  hourlyToCents: number;
  /** Where a place was asked for. */
  distanceKm?: number;
};

/** How many results each option of a filter would leave, by the option's value; of times only where they are asked for. */
export type Facets = Record<
  'licenceClass' | 'area' | 'testCentre' | 'language' | 'gender' | 'price' | 'rating',
  Record<string, number>
> &
  Partial<Record<'day' | 'weekday' | 'time', Record<string, number>>>;

/** What everybody may read about a listed instructor, named as in their record; the diary stays inside. */
export type FoundInstructor = {
  collectionName: 'instructors';
  id: string;
  name: string;
  photo: string;
  /** The car from outside. */
  carPhoto: string;
  bio: string;
  licenceClasses: string[];
  languages: string[];
  areas: string[];
  testCentre: string;
  postalSector: string;
  hourlyCents: number;
  eveningSurchargePercent: number;
  weekendSurchargePercent: number;
  timezone: string;
  lessonMinutes: number[];
  instantBooking: boolean;
  /** Between two lessons there is time for the drive: not every time that is free can be booked from everywhere. */
  considersTravel: boolean;
  worksHolidays: boolean;
  cancellationHours: number;
  ratingAverage: number;
  ratingCount: number;
  /** Null until three reviews: shown as "New". */
  ratingShown: number | null;
  passRatePercent: number;
  passRatePeriod: string;
  passRateSample: number;
  /** The address at which the figures were published, or empty. */
  passRateSource: string;
  vehicleModel: string;
  /** An instant, or empty. */
  verifiedAt: string;
};
