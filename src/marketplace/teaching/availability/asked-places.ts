import type { Engine } from '#engine/engine.ts';
import { keptThings } from '#rules/privacy/kept-for.ts';
import { deleteEndedPlaces, notePlace } from './asked-places.store.ts';

const mostPlaces = 5;
const keptMs = keptThings.askedPlaces.count * 86_400_000;

/**
 * Notes that an account asks for a postal sector; false when it is a sixth one in seven days, and it is not noted. What is free for a pick-up tells
 * where the lessons around it are, so an account that asks for one sector after the other would learn where others are picked up; nobody is at more than
 * a few places in a week. Counted in the database, for all servers together, and outside of any transaction: what was asked stays asked.
 */
export function noteAskedPlace(engine: Engine, asker: string, sector: string): Promise<boolean> {
  const nowMs = engine.clock.nowMs();
  return notePlace(engine.lasting, { asker, sector, mostPlaces, nowMs, keptUntilMs: nowMs + keptMs });
}

/** Forgets which places were asked for before an instant. */
export function forgetAskedPlaces(engine: Engine, beforeMs: number): Promise<void> {
  return deleteEndedPlaces(engine.db, beforeMs + keptMs);
}
