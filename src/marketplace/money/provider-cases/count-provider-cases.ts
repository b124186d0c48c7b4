import type { Engine } from '#engine/engine.ts';
import { countOpenCases } from './provider-cases.store.ts';

/** How many cases of the payment provider are open, and by when the first is due. */
export function countProviderCases({ db }: Pick<Engine, 'db'>): ReturnType<typeof countOpenCases> {
  return countOpenCases(db);
}
