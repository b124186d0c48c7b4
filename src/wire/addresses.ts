/** An address that was found, with where it is in degrees. */
export type FoundAddress = { place: string; postalCode: string; latitude: number; longitude: number };

/** What `GET /api/marketplace/addresses` answers, the best fit first. */
export type AddressesAnswer = { items: FoundAddress[] };
