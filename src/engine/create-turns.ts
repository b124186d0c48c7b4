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

/** So many places for each name, which is forgotten when nothing of it runs or waits. */
export function createNamedTurns(places: number) {
  const known = new Map<string, { turns: Turns; count: number }>();
  return {
    countOf: (name: string) => known.get(name)?.count ?? 0,
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const own = known.get(name) ?? { turns: createTurns(places), count: 0 };
      known.set(name, own);
      own.count++;
      try {
        return await own.turns(work);
      } finally {
        own.count--;
        if (own.count === 0) known.delete(name);
      }
    },
  };
}

/** So many places for all; lines have their turns one after the other, whatever waits in each. */
export function createTurnsByLine(places: number) {
  const lines = new Map<string, Array<() => void>>();
  let free = places;
  function passOn(): void {
    const next = lines.entries().next().value;
    if (free === 0 || !next) return;
    const [line, [begin, ...others]] = next;
    lines.delete(line);
    // Behind all other lines.
    if (others.length > 0) lines.set(line, others);
    free--;
    begin?.();
  }
  return {
    async run<T>(line: string, work: () => Promise<T>): Promise<T> {
      await new Promise<void>((begin) => {
        lines.set(line, [...(lines.get(line) ?? []), begin]);
        passOn();
      });
      try {
        return await work();
      } finally {
        free++;
        passOn();
      }
    },
  };
}
