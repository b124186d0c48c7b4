/** Work in lines: of one line one after the other, in the order it was given. */
export type Lines = {
  join: (line: string, work: () => Promise<void>) => void;
  /** Comes back when all that was given is done. */
  done: () => Promise<void>;
};

/** Empty lines of work; what fails is told and the next goes on. */
export function createLines(onError: (error: unknown) => void): Lines {
  const ends = new Map<string, Promise<void>>();
  return {
    join(line, work) {
      const end = (ends.get(line) ?? Promise.resolve()).then(work).catch(onError);
      ends.set(line, end);
      // A line that nobody stands in any more is forgotten.
      void end.then(() => {
        if (ends.get(line) === end) ends.delete(line);
      });
    },
    async done() {
      while (ends.size > 0) await Promise.all(ends.values());
    },
  };
}
