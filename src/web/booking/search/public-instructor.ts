import type { FoundInstructor } from '#wire/search.ts';

/** What everybody may read of a listed instructor’s record: what a search finds of it, and what the record keeps from some. */
export type PublicInstructor = Omit<
  FoundInstructor,
  'collectionName' | 'postalSector' | 'ratingAverage' | 'considersTravel'
> & {
  considersTravel?: boolean;
  /** Told to learners with a lesson. */
  vehiclePlate?: string;
  /** Told to the instructor and administrators. */
  licenceExpiresOn?: string;
};
