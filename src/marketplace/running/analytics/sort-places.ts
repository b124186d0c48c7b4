import type { Engine } from '#engine/engine.ts';
import { sortPlacesIn } from './search-lessons.store.ts';

/** Sorts the places of what was booked lately into the index by which lessons are searched; a booking only puts them aside. */
export async function sortPlaces({ db }: Engine): Promise<void> {
  await sortPlacesIn(db);
}
