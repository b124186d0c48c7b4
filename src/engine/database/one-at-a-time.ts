import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs work one after the other, in the order in which it was asked for; what fails keeps nothing from its turn. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}

/**
 * Keeps savepoints of a transaction within each other. Of two that are open at once the one that fails would take the other's writes back, after
 * its caller was told that they are there: the second throws.
 */
export function nestSavepoints(): <T>(work: (name: string) => Promise<T>) => Promise<T> {
  const here = new AsyncLocalStorage<string>();
  const open: string[] = [];
  let begun = 0;
  return async (work) => {
    if (open.at(-1) !== here.getStore()) throw new Error('Another savepoint of this transaction is open.');
    const name = `sp${++begun}`;
    open.push(name);
    try {
      return await here.run(name, () => work(name));
    } finally {
      open.pop();
    }
  };
}
