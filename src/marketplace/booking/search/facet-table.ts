import { hasHomes } from '#rules/places/planning-areas.ts';

/** The filters that show how many results each option would leave. */
export const facetNames = ['licenceClass', 'area', 'testCentre', 'language', 'gender', 'price', 'rating'] as const;
export type FacetName = (typeof facetNames)[number];

/** How many results each option of a filter would leave, the other filters staying as they are. */
export type Facets = Record<FacetName, Record<string, number>>;

/** The options of the price filter, in cents an hour. */
const priceOptions = [6000, 6500, 7000, 7500, 8000, 9000, 10_000];

/** The options of the filter by rating. */
const ratingOptions = [4, 4.5, 4.8];

type Offered = {
  licenceClasses: readonly string[];
  areas: readonly string[];
  testCentre: string;
  gender: string;
  languages: readonly string[];
  /** Null before there are enough reviews. */
  ratingShown: number | null;
};

/** Numbers every option of every filter, so that thousands of instructors are counted without looking texts up. */
export type FacetTable = {
  /** The numbers of the options of an instructor who costs so many cents an hour, by filter in the order of `facetNames`. */
  optionsOf: (offered: Offered, hourlyCents: number) => ReadonlyArray<readonly number[]>;
  size: () => number;
  /** Counts by option: those that nobody in the list offers are left out, `counts` of the others are shown even when 0. */
  facetsOf: (counts: Int32Array, isOffered: Uint8Array) => Facets;
};

/** An empty table; it grows with the options that instructors bring. */
export function createFacetTable(): FacetTable {
  const numbers = new Map<string, number>();
  const options: Array<{ facet: FacetName; option: string }> = [];
  const numberOf = (facet: FacetName, option: string) => {
    const key = `${facet} ${option}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = options.push({ facet, option }) - 1;
      numbers.set(key, number);
    }
    return number;
  };
  return {
    optionsOf(offered, hourlyCents) {
      const texts: Record<FacetName, readonly string[]> = {
        licenceClass: offered.licenceClasses,
        area: offered.areas.filter(hasHomes),
        testCentre: offered.testCentre === '' ? [] : [offered.testCentre],
        language: offered.languages,
        gender: offered.gender === '' ? [] : [offered.gender],
        price: priceOptions.filter((cents) => hourlyCents <= cents).map(String),
        rating: ratingOptions.filter((rating) => (offered.ratingShown ?? 0) >= rating).map(String),
      };
      return facetNames.map((facet) => [...new Set(texts[facet])].map((option) => numberOf(facet, option)));
    },
    size: () => options.length,
    facetsOf(counts, isOffered) {
      const facets: Facets = {
        licenceClass: {},
        area: {},
        testCentre: {},
        language: {},
        gender: {},
        price: {},
        rating: {},
      };
      for (const [number, { facet, option }] of options.entries()) {
        if (isOffered[number]) facets[facet][option] = counts[number] ?? 0;
      }
      return facets;
    },
  };
}
