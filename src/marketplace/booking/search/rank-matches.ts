import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import type { Match } from './find-instructors.ts';
import type { SearchSort } from './parse-search.ts';

type Compare = (one: Match, other: Match) => number;

/** Distances that feel the same; within a band the better rated comes first. */
const bandsKm = [2, 5, 10, 20];

/**
 * Puts matches in order. Without a sort by domain rule 27: free in the wanted time, then near, then reliable, then well rated (a new instructor
 * counts as the prior of rule 25), then soonest. The end of every order is the id, so pages never overlap.
 */
export function rankMatches(matches: readonly Match[], sort: SearchSort | undefined, nowMs: number): Match[] {
  const byReliability: Compare = (one, other) => Number(isWarned(one, nowMs)) - Number(isWarned(other, nowMs));
  const order = sort ? [...orders[sort], byId] : [byFree, byBand, byReliability, byReputation, bySoonest, byId];
  return [...matches].sort((one, other) => {
    for (const compare of order) {
      const difference = compare(one, other);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

const byFree: Compare = (one, other) => Number(one.starts.length === 0) - Number(other.starts.length === 0);
const bySoonest: Compare = (one, other) => compareNumbers(one.starts[0], other.starts[0]);
const byBand: Compare = (one, other) => bandOf(one.km) - bandOf(other.km);
const byDistance: Compare = (one, other) => compareNumbers(one.km, other.km);
const byPrice: Compare = (one, other) => one.hourlyFromCents - other.hourlyFromCents;
const byReputation: Compare = (one, other) => reputationOf(other) - reputationOf(one);
const byRating: Compare = (one, other) =>
  (rowOf(other).ratingShown ?? 0) - (rowOf(one).ratingShown ?? 0) || rowOf(other).ratingCount - rowOf(one).ratingCount;
const byPassRate: Compare = (one, other) => rowOf(other).passRatePercent - rowOf(one).passRatePercent;
const byId: Compare = (one, other) => (rowOf(one).id < rowOf(other).id ? -1 : 1);

const orders: Record<SearchSort, readonly Compare[]> = {
  soonest: [bySoonest, byBand, byReputation],
  price: [byPrice, byFree, bySoonest],
  rating: [byRating, bySoonest],
  passRate: [byPassRate, byRating, bySoonest],
  distance: [byDistance, byFree, byReputation],
};

function isWarned(match: Match, nowMs: number): boolean {
  const { warnedMs } = rowOf(match);
  return warnedMs !== null && warnedMs > nowMs;
}

function rowOf(match: Match) {
  return match.instructor.row;
}

function reputationOf(match: Match): number {
  return rowOf(match).ratingShown ?? firstPolicyValues.ratingPriorMean;
}

function bandOf(km: number | undefined): number {
  if (km === undefined) return bandsKm.length;
  const band = bandsKm.findIndex((limit) => km < limit);
  return band === -1 ? bandsKm.length : band;
}

/** Smaller first, missing ones last. */
function compareNumbers(one: number | undefined, other: number | undefined): number {
  const [first, second] = [one ?? Number.POSITIVE_INFINITY, other ?? Number.POSITIVE_INFINITY];
  return first === second ? 0 : first - second;
}
