import { type LearnerTimes, learnerTest } from '#rules/availability/learner-times.ts';
import type { Span } from '#rules/availability/spans.ts';
import { neighbouringAreas } from '#rules/places/neighbouring-areas.ts';
import { minuteMs, weekMs } from '#rules/time/durations.ts';
import { isHidden } from './find-instructors.ts';
import { priceAt, type SearchableInstructor } from './searchable-instructor.ts';

/** A time that cannot be had. */
export type Wish = { instructor: string; startMs: number; durationMinutes: number };
export type OfferedSlot = Span & { priceCents: number };
/** A free time of another instructor. `km` is from the asked instructor's areas to `area`, null when that is not around. */
export type OtherTime = { instructor: SearchableInstructor; slot: OfferedSlot; area: string; km: number | null };
export type Alternatives = { sameInstructor: OfferedSlot[]; sameTime: OtherTime[]; nearby: OtherTime[] };

const shown = 3;
/** How many areas count as neighbours of one. */
const around = 5;
/** Prices up to a fifth higher or lower are about the same. */
const priceBand = 0.2;
/** Further than any two places of Singapore are apart. */
const beyondKm = 100;
/** How far ahead a first time is looked for where there is none within a week. */
const laterMs = 60 * 86_400_000;

type Question = { list: readonly SearchableInstructor[]; wish: Wish; learner: LearnerTimes | undefined; nowMs: number };
type FreeTimes = (instructor: SearchableInstructor, fromMs: number, toMs: number) => Span[];
/** Somebody of the same class, in which area, how far from the one who was asked for, and whether about as dear. */
type Candidate = { instructor: SearchableInstructor; area: string; km: number | null; isDear: boolean };

/**
 * What comes nearest to a time that cannot be had: the same instructor's nearest times; others of the same class who are free at that very time,
 * those around and about as dear first; and the soonest times from now on in the same and the neighbouring areas, one of each instructor. All from
 * memory: no diary is read. Undefined when there is no such listed instructor.
 */
export function findAlternatives({ list, wish, learner, nowMs }: Question): Alternatives | undefined {
  const asked = list.find(({ row }) => row.id === wish.instructor);
  if (!asked) return undefined;
  const fromMs = Math.max(wish.startMs, nowMs);
  const free: FreeTimes = (instructor, startMs, endMs) => {
    const isTheirs = learner && learnerTest(learner, instructor.bounds);
    const slots = instructor.slotsWithin({
      fromMs: startMs,
      toMs: endMs,
      nowMs,
      durationMinutes: wish.durationMinutes,
    });
    return isTheirs ? slots.filter(isTheirs) : slots;
  };
  const priced = ({ row }: SearchableInstructor, slot: Span): OfferedSlot => ({
    ...slot,
    priceCents: priceAt(row, slot.startMs, wish.durationMinutes),
  });
  const timed = ({ instructor, area, km }: Candidate, slot: Span): OtherTime => ({
    instructor,
    slot: priced(instructor, slot),
    area,
    km,
  });
  const found = list.filter((instructor) => !isHidden(instructor, nowMs));
  const candidates = candidatesFor(asked, found, wish.durationMinutes);
  const sameTime = first(candidates, (candidate) => {
    const [slot] = free(candidate.instructor, wish.startMs, wish.startMs + minuteMs);
    return slot && timed(candidate, slot);
  });
  const isAtThatTime = ({ instructor, slot }: OtherTime) =>
    sameTime.some((other) => other.instructor === instructor && other.slot.startMs === slot.startMs);
  const nearby = candidates
    .filter(({ km }) => km !== null)
    .flatMap((candidate) => {
      const slot = soonestOf((...span) => free(candidate.instructor, ...span), nowMs);
      return slot ? [timed(candidate, slot)] : [];
    })
    .filter((other) => !isAtThatTime(other))
    // Who is nearer comes first among those at the same time.
    .sort((one, other) => one.slot.startMs - other.slot.startMs)
    .slice(0, shown);
  const own = ownTimes(fromMs, (...span) => free(asked, ...span).filter((slot) => slot.startMs !== wish.startMs));
  return { sameInstructor: own.map((slot) => priced(asked, slot)), sameTime, nearby };
}

/** Everybody else of the same class who gives lessons of that length: nearest first, in one area those about as dear first. */
function candidatesFor(
  { row: asked }: SearchableInstructor,
  list: readonly SearchableInstructor[],
  durationMinutes: number,
): Candidate[] {
  const distances = distancesFrom(asked.areas);
  return list
    .filter(
      ({ row }) =>
        row.id !== asked.id &&
        row.lessonMinutes.includes(durationMinutes) &&
        row.licenceClasses.some((name) => asked.licenceClasses.includes(name)),
    )
    .map((instructor) => ({
      instructor,
      ...nearestOf(instructor.row.areas, distances),
      isDear: Math.abs(instructor.row.hourlyCents - asked.hourlyCents) > asked.hourlyCents * priceBand,
    }))
    .sort((one, other) => (one.km ?? beyondKm) - (other.km ?? beyondKm) || byPrice(one, other));
}

function byPrice(one: Candidate, other: Candidate): number {
  return Number(one.isDear) - Number(other.isDear) || (one.instructor.row.id < other.instructor.row.id ? -1 : 1);
}

/** How far each area is that is among these or next to one of them. */
function distancesFrom(areas: readonly string[]): Map<string, number> {
  const distances = new Map(areas.map((area) => [area, 0]));
  for (const { name, km } of areas.flatMap((area) => neighbouringAreas(area, around))) {
    distances.set(name, Math.min(km, distances.get(name) ?? Number.POSITIVE_INFINITY));
  }
  return distances;
}

function nearestOf(areas: readonly string[], distances: ReadonlyMap<string, number>) {
  let nearest: { area: string; km: number | null } = { area: areas[0] ?? '', km: null };
  for (const area of areas) {
    const km = distances.get(area);
    if (km !== undefined && (nearest.km === null || km < nearest.km)) nearest = { area, km };
  }
  return nearest;
}

/** The first answers that are there, as many as are shown; nobody is asked beyond them. */
function first<From, To>(from: readonly From[], read: (each: From) => To | undefined): To[] {
  const found: To[] = [];
  for (const each of from) {
    const one = read(each);
    if (one !== undefined) found.push(one);
    if (found.length === shown) break;
  }
  return found;
}

/** The first free time from an instant on: within a week, else later. */
function soonestOf(free: (fromMs: number, toMs: number) => Span[], fromMs: number): Span | undefined {
  return free(fromMs, fromMs + weekMs)[0] ?? free(fromMs + weekMs, fromMs + laterMs)[0];
}

/** The times nearest to an instant, in order: within a week either way, else the first ones later. */
function ownTimes(startMs: number, free: (fromMs: number, toMs: number) => Span[]): Span[] {
  const distance = (slot: Span) => Math.abs(slot.startMs - startMs);
  const near = free(startMs - weekMs, startMs + weekMs);
  if (near.length === 0) return free(startMs + weekMs, startMs + laterMs).slice(0, shown);
  return near
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, shown)
    .sort((one, other) => one.startMs - other.startMs);
}
