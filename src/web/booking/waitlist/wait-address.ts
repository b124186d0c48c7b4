import type { Wanted } from '#rules/paths/learner-paths.ts';

const names = ['licenceClass', 'area', 'instructor'] as const;

/** What an address asks to wait for; undefined where it only shows the list. */
export function readWanted(query: URLSearchParams): Wanted | undefined {
  if (query.get('wait') !== '1') return undefined;
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? undefined]));
}
