/** Runs work when its turn comes and answers what it answers. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets at most `places` works run at a time; the others wait in the order they came. */
export function createTurns(places: number): Turns {
  const waiting: Array<() => void> = [];
  let free = places;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
