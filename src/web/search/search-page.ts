/** A free time that can be held: instants as ISO text, the price in cents for that length. */
export type FreeTime = { start: string; end: string; priceCents: number };

/** What everybody may read about a listed instructor. */
export type PublicInstructor = {
  id: string;
  name: string;
  photo: string;
  bio: string;
  licenceClasses: string[];
  languages: string[];
  areas: string[];
  testCentre: string;
  hourlyCents: number;
  eveningSurchargePercent: number;
  weekendSurchargePercent: number;
  timezone: string;
  lessonMinutes: number[];
  instantBooking: boolean;
  /** Between two lessons there is time for the drive: not every time that is free can be booked from everywhere. */
  considersTravel?: boolean;
  worksHolidays: boolean;
  cancellationHours: number;
  /** Null until three reviews: shown as "New". */
  ratingShown: number | null;
  ratingCount: number;
  passRatePercent: number;
  passRatePeriod: string;
  passRateSample: number;
  /** The address at which the figures were published, or empty. */
  passRateSource: string;
  /** Told to learners with a lesson. */
  vehiclePlate?: string;
  vehicleModel: string;
  /** Told to the instructor and administrators. */
  licenceExpiresOn?: string;
  verifiedAt: string;
};

/** One result of `GET /api/marketplace/instructors`. */
export type SearchItem = {
  instructor: PublicInstructor;
  nextSlots: FreeTime[];
  /** Of the shortest lesson the instructor offers. */
  priceCents: number;
  /** The lowest and the highest price of an hour among the free times that were asked for. */
  hourlyFromCents: number;
  hourlyToCents: number;
  distanceKm?: number;
};

/** How many results each option of a filter would leave, by the option's value. */
export type Facets = Partial<
  Record<
    'licenceClass' | 'area' | 'testCentre' | 'language' | 'gender' | 'price' | 'rating' | 'day' | 'weekday' | 'time',
    Record<string, number>
  >
>;

/** The answer of `GET /api/marketplace/instructors`. */
export type SearchPage = {
  page: number;
  perPage: number;
  totalItems: number;
  totalPages: number;
  items: SearchItem[];
  facets: Facets;
};
