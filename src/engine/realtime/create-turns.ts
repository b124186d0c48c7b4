export type Turns = {
  /** Runs work after all that was given before under the same name; under different names side by side. */
  take: (name: string, work: () => Promise<void>) => void;
  /** Comes back when nothing is left to do. */
  done: () => Promise<void>;
};

/** Keeps work in its order. `onError` hears of work that failed; what comes after it is done all the same. */
export function createTurns(onError: (error: unknown) => void): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    take(name, work) {
      const turn = (last.get(name) ?? Promise.resolve())
        .then(work)
        .catch(onError)
        .finally(() => {
          if (last.get(name) === turn) last.delete(name);
        });
      last.set(name, turn);
    },
    async done() {
      // Work may give more work.
      while (last.size > 0) await Promise.all(last.values());
    },
  };
}
