import { planningAreas } from './planning-areas.ts';

/** A name where it stands on the map, in the map's own units; on a phone only those stand that have room there, too. */
export type NameOnMap = { name: string; at: readonly [x: number, y: number]; isOnPhone: boolean };

type Box = { left: number; right: number; top: number; bottom: number };

/** What a letter and the two lines of a name take, in the map's units, also where a reader spaces letters: on a phone they are larger beside the map. */
const sizes = { wide: { letter: 7.2, lines: 24 }, phone: { letter: 9.7, lines: 32 } };

/** The names of areas with instructors that don't lie over each other: the chosen one first, then where most teach. */
export function namesOnMap(counts: Readonly<Record<string, number>>, chosen: string | undefined): NameOnMap[] {
  const countOf = ({ name }: { name: string }) => (name === chosen ? Number.POSITIVE_INFINITY : (counts[name] ?? 0));
  const areas = planningAreas
    .filter(({ name }) => (counts[name] ?? 0) > 0)
    .sort((one, other) => countOf(other) - countOf(one) || one.name.localeCompare(other.name));
  const onPhone = new Set(withRoom(areas, sizes.phone));
  const first = areas.filter((area) => onPhone.has(area));
  return withRoom([...first, ...areas.filter((area) => !onPhone.has(area))], sizes.wide).map((area) => ({
    name: area.name,
    at: area.at,
    isOnPhone: onPhone.has(area),
  }));
}

type Named = (typeof planningAreas)[number];

function withRoom(areas: readonly Named[], { letter, lines }: typeof sizes.wide): Named[] {
  const taken: Box[] = [];
  return areas.filter(({ name, at: [x, y] }) => {
    const half = (name.length * letter) / 2;
    const box = { left: x - half, right: x + half, top: y - lines / 2, bottom: y + lines / 2 };
    if (taken.some((other) => overlap(box, other))) return false;
    taken.push(box);
    return true;
  });
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
