import type { Engine } from '#engine/engine.ts';
import { createFacetTable } from './facet-table.ts';
import type { Searchable } from './find-instructors.ts';
import { findChanges, type OfferRow, readAllOffers, readOffers } from './search.store.ts';
import { type SearchableInstructor, searchableInstructor } from './searchable-instructor.ts';

/** The offers of all listed instructors, as the database has them at the moment of the question. */
export type OfferMemory = { current: () => Promise<Searchable> };

type Memory = {
  snapshot: string;
  closedDates: string[];
  byId: Map<string, SearchableInstructor>;
  searchable: Searchable;
};

// Caps count whole local weeks and a lesson lasts two days at most: what began before can neither be in the way nor count.
const lookBackMs = 10 * 86_400_000;

/**
 * Keeps the offers in memory. Each question looks once whether anything changed and reads only that, so an answer never misses what
 * was committed before it was asked; questions that come while a look is under way share the next one.
 */
export function createOfferMemory(engine: Pick<Engine, 'db' | 'clock' | 'restoration'>): OfferMemory {
  let memory: Memory | undefined;
  engine.restoration.add(() => {
    memory = undefined;
  });
  let running: Promise<Searchable> | undefined;
  let next: Promise<Searchable> | undefined;

  async function look(): Promise<Searchable> {
    const sinceMs = engine.clock.nowMs() - lookBackMs;
    memory = (memory && (await renew(memory, sinceMs))) ?? (await readWhole(sinceMs));
    return memory.searchable;
  }

  // What is read of a changed instructor may be newer than the snapshot; the next look then reads it once more, which does no harm.
  async function renew(known: Memory, sinceMs: number): Promise<Memory | undefined> {
    const { snapshot, isStale, changed } = await findChanges(engine.db, known.snapshot);
    if (isStale) return undefined;
    if (changed.length === 0) return { ...known, snapshot };
    return withChanges({ ...known, snapshot }, changed, await readOffers(engine.db, changed, sinceMs));
  }

  async function readWhole(sinceMs: number): Promise<Memory> {
    const { snapshot, closedDates, offers } = await readAllOffers(engine.db, sinceMs);
    const facetTable = createFacetTable();
    const list = offers.map((row) => searchableInstructor(row, closedDates, facetTable));
    return {
      snapshot,
      closedDates,
      searchable: { list, facetTable },
      byId: new Map(list.map((instructor) => [instructor.row.id, instructor])),
    };
  }

  function start(): Promise<Searchable> {
    const mine = look().finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  }

  return {
    current() {
      if (!running) return start();
      // The look under way may have begun before the caller's own change was committed.
      const afterRunning = running.then(ignore, ignore);
      next ??= afterRunning.then(() => {
        next = undefined;
        return start();
      });
      return next;
    },
  };
}

function ignore(): void {}

function withChanges(memory: Memory, changed: readonly string[], rows: readonly OfferRow[]): Memory {
  const { facetTable } = memory.searchable;
  const byId = new Map(memory.byId);
  for (const id of changed) byId.delete(id);
  for (const row of rows) {
    if (row.status === 'listed') byId.set(row.id, searchableInstructor(row, memory.closedDates, facetTable));
  }
  return { ...memory, byId, searchable: { list: [...byId.values()], facetTable } };
}
