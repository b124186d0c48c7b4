/** What somebody wants to wait for, as far as the page knows that they come from. */
export type Wanted = { licenceClass?: string | undefined; area?: string | undefined; instructor?: string | undefined };

const names = ['licenceClass', 'area', 'instructor'] as const;

/** The address of the waitlist with the window open in which to say what one waits for; guests sign in on the way. */
export function waitPath(wanted: Wanted): string {
  const query = new URLSearchParams({ wait: '1' });
  for (const name of names) {
    const value = wanted[name];
    if (value) query.set(name, value);
  }
  return `/dashboard/waitlist?${query}`;
}

/** What an address asks to wait for; undefined where it only shows the list. */
export function readWanted(query: URLSearchParams): Wanted | undefined {
  if (query.get('wait') !== '1') return undefined;
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? undefined]));
}
