import { AsyncLocalStorage } from 'node:async_hooks';

type Place = { of: readonly string[]; name: string; outer: Place | undefined };

/** In which savepoints of which transactions the code runs that asks, the innermost first: one for all, as each is followed by every call. */
const places = new AsyncLocalStorage<Place>();

/**
 * Keeps savepoints of a transaction within each other. Of two that are open at once the one that fails would take the other's writes back, after
 * its caller was told that they are there: the second throws.
 */
export function nestSavepoints(): <T>(work: (name: string) => Promise<T>) => Promise<T> {
  const open: string[] = [];
  let begun = 0;
  return async (work) => {
    const outer = places.getStore();
    if (open.at(-1) !== innermostOf(open, outer)) throw new Error('Another savepoint of this transaction is open.');
    const name = `sp${++begun}`;
    open.push(name);
    try {
      return await places.run({ of: open, name, outer }, () => work(name));
    } finally {
      open.pop();
    }
  };
}

function innermostOf(open: readonly string[], place: Place | undefined): string | undefined {
  for (let at = place; at; at = at.outer) if (at.of === open) return at.name;
  return undefined;
}
