import { neighbourhoodOf, networkOf } from './client-ip.ts';

/**
 * Who gives up a place of something that is full, for a newcomer from `ip`: the first of the network that holds the most, if that still holds as many as
 * the newcomer's own afterwards. In the newcomer's own wide network the same goes by its narrow ones. Undefined: the newcomer is the one who has too many.
 * `holders` come in the order in which they are to go.
 */
export function whoGivesWay<Holder>(
  holders: Iterable<Holder>,
  ipOf: (holder: Holder) => string,
  ip: string,
): Holder | undefined {
  const wide = groupBy(holders, (holder) => neighbourhoodOf(ipOf(holder)));
  const own = wide.get(neighbourhoodOf(ip)) ?? [];
  const largest = largestOf(wide);
  if (largest.length >= own.length + 2) return largestOf(groupBy(largest, (holder) => networkOf(ipOf(holder))))[0];
  const narrow = groupBy(own, (holder) => networkOf(ipOf(holder)));
  const largestNear = largestOf(narrow);
  return largestNear.length >= (narrow.get(networkOf(ip)) ?? []).length + 2 ? largestNear[0] : undefined;
}

function groupBy<Holder>(holders: Iterable<Holder>, nameOf: (holder: Holder) => string): Map<string, Holder[]> {
  const groups = new Map<string, Holder[]>();
  for (const holder of holders) {
    const name = nameOf(holder);
    const group = groups.get(name);
    if (group) group.push(holder);
    else groups.set(name, [holder]);
  }
  return groups;
}

function largestOf<Holder>(groups: ReadonlyMap<string, Holder[]>): Holder[] {
  let largest: Holder[] = [];
  for (const group of groups.values()) if (group.length > largest.length) largest = group;
  return largest;
}
